"""The digest of an input that has none yet: of the one file that its source has today, written into the manifest."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.documents.in_place import with_value
from reprobridge_spec.environments.store import Store
from reprobridge_spec.environments.transfer.download import Target, announce, download
from reprobridge_spec.environments.transfer.instead import HEAD, instead_of
from reprobridge_spec.environments.way import Way, token_of, with_access
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.inputs import BundledSource, Input, UrlSource
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.schemas.kinds import MANIFEST, MANIFEST_FILE
from reprobridge_spec.schemas.load import load


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """An input that has a digest now.

    Attributes:
        id: its id.
        sha256: of its file.
        size: bytes of it.
    """

    id: str
    sha256: str
    size: int


def pin(
    root: Path,
    input_id: str,
    body: Input,
    *,
    cache: Path,
    environ: Mapping[str, str],
    way: Way,
    offline: bool = False,
) -> Pinned:
    """Take the file that the input's source has today, and write its digest into the manifest.

    Nothing says that it is the file which the paper used; from now on it is the one that is meant.

    Args:
        root: the artifact's folder.
        input_id: id of the input.
        body: what the manifest says about it.
        cache: folder that keeps inputs between calls.
        environ: variables of the caller: the token that a gated input names.
        way: how it is brought.
        offline: refuses what needs a network.

    Raises:
        UsageError: it has a digest, or its source has no one file.
        ArtifactError: the source does not have it.
        NotDoneError: it could not be had through no fault of the artifact, or the manifest cannot be written.
    """
    if body.sha256 is not None or body.files or body.digests is not None:
        raise UsageError(
            f"input {input_id} has a digest already",
            hint="Take it out of rra.yaml first, where another file is meant now.",
            place=MANIFEST_FILE,
        )
    if offline and way.given is None and isinstance(body.source, UrlSource):
        raise NotDoneError(f"not done: --offline; input {input_id} is to be downloaded")
    try:
        sha256, size = _found(root, input_id, body, cache, environ, way)
    except NotDoneError as error:
        raise with_access(error, body) from error
    _write(root, input_id, sha256)
    return Pinned(id=input_id, sha256=sha256, size=size)


def _found(
    root: Path, input_id: str, body: Input, cache: Path, environ: Mapping[str, str], way: Way
) -> tuple[str, int]:
    match body.source:
        case _ if way.given is not None:
            if not way.given.is_file():
                raise UsageError("what is given is no file", hint="Name the one file.", place=str(way.given))
            return _read(way.given)
        case BundledSource(bundled=path) if _is_inside(root, path):
            return _read(artifact_path.below(root, path))
        case UrlSource() as source if not source.url.endswith("/"):
            return _downloaded(Target(address=source.url, token=token_of(input_id, body, environ)), cache, way)
        case _:
            raise UsageError(
                f"what input {input_id} is of is no one file that can be taken as it is",
                hint="Write `sha256`, `files` or `digests` by hand; `sha256sum` makes them. A file: `--from FILE`.",
                place=MANIFEST_FILE,
            )


def _is_inside(root: Path, path: str) -> bool:
    try:
        return artifact_path.below(root, path).is_file()
    except ValueError:
        return False


def _read(place: Path) -> tuple[str, int]:
    try:
        return digest.of_file(place), place.stat().st_size
    except OSError as error:
        raise NotDoneError(f"it cannot be read: {error.strerror}", place=str(place)) from error


def _downloaded(target: Target, cache: Path, way: Way) -> tuple[str, int]:
    store = Store(cache)
    with store.partial(f"pin-{digest.of_bytes(target.address.encode())[:32]}", way.line.progress) as partial:
        announce(target, partial, way.line)
        download(target, partial, way.line, sha256=None)
        if instead := instead_of(target.address, partial.head(HEAD)):
            partial.begin(None)
            kind = ArtifactError if instead.gone else NotDoneError
            raise kind(f"{target.address} gives {instead.what}", hint=instead.advice)
        sha256, size = partial.sha256, partial.size
        store.put(partial.finish(), sha256)
    return sha256, size


def _write(root: Path, input_id: str, sha256: str) -> None:
    place = root / MANIFEST_FILE
    before = place.read_bytes()
    try:
        after = with_value(before.decode("utf-8"), ["inputs", input_id, "sha256"], sha256).encode()
        body = load(MANIFEST, after, MANIFEST_FILE).model
    except ValueError:
        body = None
    if body is None or body.inputs[input_id].sha256 != sha256:
        raise ArtifactError(
            "the digest cannot be put into it as it is laid out",
            hint=f"Write it by hand: `sha256: {sha256}` in input {input_id}.",
            place=MANIFEST_FILE,
        )
    with replacing_file(place) as file:
        file.write(after)
