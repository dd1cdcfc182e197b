"""Inputs: brought once, compared with their digests, and kept by them."""

import posixpath
import urllib.parse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import assert_never

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.documents import digest_list
from reprobridge_spec.environments import declared
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.sources.base import InputSource, Wanted
from reprobridge_spec.environments.sources.brought import Brought
from reprobridge_spec.environments.sources.bundled import Bundled
from reprobridge_spec.environments.sources.package import PackageFiles
from reprobridge_spec.environments.sources.url import UrlFiles
from reprobridge_spec.environments.store import Store
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GatedAccess,
    GitSource,
    HuggingFaceSource,
    Input,
    ManualSource,
    PackageSource,
    RestrictedAccess,
    ServiceSource,
    UrlSource,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """An input that is at hand.

    Attributes:
        id: its id in the manifest.
        path: the file, or the read-only folder in which its files lie.
        digest: what names its content: of one file its digest, of `files` the digest over them, of a list its digest.
        fresh: whether something had to be brought.
    """

    id: str
    path: Path
    digest: str
    fresh: bool


def fetch_input(
    root: Path,
    input_id: str,
    body: Input,
    *,
    cache: Path,
    environ: Mapping[str, str],
    offline: bool = False,
    progress: Progress = silent,
) -> Fetched:
    """The input `input_id`, from the cache where it holds all of its files with their digests, else from its source.

    Args:
        root: the artifact's folder.
        input_id: id of the input.
        body: what the manifest says about it.
        cache: folder that keeps inputs between calls.
        environ: variables of the caller: what leads to an index, and the token that a gated input names.
        offline: refuses what needs a network.
        progress: told what takes long.

    Raises:
        ArtifactError: no digest is declared, the list of digests is faulty, or what the source has is another file.
        NotDoneError: offline, no network, no access, no room, or a kind of source that a person has to go to.
    """
    source = body.source
    if isinstance(source, ServiceSource):
        raise NotDoneError(
            f"input {input_id} is a service ({source.service.host}); there is nothing to fetch",
            hint="Runs that need it ask it themselves.",
        )
    wanted, content = _wanted(root, input_id, body)
    store = Store(cache)
    try:
        with held(cache / "inputs" / f"{content}.lock", progress):
            missing = [file for file in wanted if not store.has(file.sha256)]
            if missing:
                brings = _source(root, input_id, body, cache=cache, environ=environ, progress=progress)
                _bring(brings, missing, store, input_id, offline=offline)
            view = store.view({file.name: file.sha256 for file in wanted})
    except OSError as error:
        raise NotDoneError(
            f"input {input_id} cannot be kept: {error.strerror or error}",
            hint="Make room, or set RRSPEC_CACHE to a folder on another disk.",
            place=str(cache),
        ) from error
    except NotDoneError as error:
        raise _with_access(error, body) from error
    is_file = wanted[0].path is None
    return Fetched(id=input_id, path=view / wanted[0].name if is_file else view, digest=content, fresh=bool(missing))


def _wanted(root: Path, input_id: str, body: Input) -> tuple[list[Wanted], str]:
    if body.files:
        files = [Wanted(name=name, path=file.path, sha256=file.sha256) for name, file in body.files.items()]
        return files, digest.of_value({name: file.sha256 for name, file in body.files.items()})
    if body.sha256 is not None:
        return [Wanted(name=_file_name(input_id, body), path=None, sha256=body.sha256)], body.sha256
    if body.digests is None:
        raise ArtifactError(
            f"input {input_id} has no digest",
            hint="Give `sha256` of the file, `files` with one each, or `digests` with a list that sha256sum made.",
            place="rra.yaml",
        )
    data = declared.read(root, body.digests)
    if data is None:
        raise ArtifactError(
            f"the digests of input {input_id} are not there", hint="Make the list with `sha256sum`.", place=body.digests
        )
    listed = digest_list.read(data)
    if listed.faults:
        fault = listed.faults[0]
        raise ArtifactError(fault.message, hint=fault.advice, place=f"{body.digests}:{fault.line}")
    files = [Wanted(name=file.path, path=file.path, sha256=file.sha256) for file in listed.files]
    return files, digest.of_bytes(data)


def _file_name(input_id: str, body: Input) -> str:
    """The name that a single file has for runs: its own, since programs look at what it ends with."""
    match body.source:
        case UrlSource(url=url):
            name = posixpath.basename(urllib.parse.unquote(urllib.parse.urlsplit(url).path))
        case BundledSource(bundled=path):
            name = posixpath.basename(path)
        case PackageSource():
            name = f"{input_id}.whl"
        case DoiSource(path=path):
            name = posixpath.basename(path or "")
        case HuggingFaceSource(huggingface=repository) | GitSource(git=repository):
            name = posixpath.basename(repository.path or "")
        case ManualSource() | ServiceSource():
            name = ""
        case _:
            assert_never(body.source)
    return name if name and artifact_path.fault_in(name) is None else input_id


def _source(
    root: Path, input_id: str, body: Input, *, cache: Path, environ: Mapping[str, str], progress: Progress
) -> InputSource:
    match body.source:
        case PackageSource(package=package):
            return PackageFiles(package, environ=environ, progress=progress)
        case BundledSource(bundled=path):
            return Bundled(root, path)
        case UrlSource() as source:
            return UrlFiles(source, token=_token(input_id, body, environ), progress=progress)
        case ManualSource(manual=how):
            why, how = "a person has to bring it", how.rstrip(".") + "."
        case DoiSource(doi=doi):
            why, how = "this version does not fetch records of archives", f"Get it from doi:{doi}."
        case HuggingFaceSource(huggingface=hub):
            why = "this version does not fetch from the hub"
            how = f"Get {hub.repo} at revision {hub.revision}."
        case GitSource(git=git):
            why, how = "this version does not fetch from git", f"Check out {git.commit} of {git.url}."
        case ServiceSource():
            why, how = "it is a service", ""
        case _:
            assert_never(body.source)
    return Brought(input_id, cache / "brought" / input_id, why=why, how=how)


def _token(input_id: str, body: Input, environ: Mapping[str, str]) -> str | None:
    if not isinstance(body.access, GatedAccess) or body.access.gated.token is None:
        return None
    token = environ.get(body.access.gated.token)
    if not token:
        raise NotDoneError(
            f"input {input_id} is gated, and the variable {body.access.gated.token} that should hold a token is not set"
        )
    return token


def _bring(source: InputSource, missing: Sequence[Wanted], store: Store, input_id: str, *, offline: bool) -> None:
    if offline and source.needs_network:
        names = ", ".join(file.name for file in missing[:5])
        raise NotDoneError(
            f"not done: --offline; {len(missing)} files of input {input_id} would be needed ({names})",
            hint=f"Run `rrspec fetch {input_id}` once without --offline.",
        )
    # two names may stand for the same bytes
    missing = list({file.sha256: file for file in missing}.values())
    with store.workspace() as workspace:
        source.bring(missing, Path(workspace))
        for file in missing:
            brought = Path(workspace, file.sha256)
            # two names may ask for one path with two digests
            found = digest.of_file(brought) if brought.exists() else "nothing"
            if found != file.sha256:
                raise _another(input_id, file, found)
            store.put(brought, file.sha256)


def _another(input_id: str, file: Wanted, found: str) -> RrspecError:
    return ArtifactError(
        f"{file.path or file.name} of input {input_id} has another digest than declared: "
        f"expected {file.sha256}, found {found}",
        hint="Look which of the two is right: the source may have changed, or the manifest names the wrong file.",
        place="rra.yaml",
    )


def _with_access(error: NotDoneError, body: Input) -> NotDoneError:
    match body.access:
        case GatedAccess(gated=gated):
            access = f"Access: {gated.who}; ask at {gated.where}."
        case RestrictedAccess(restricted=restricted):
            access = f"Access: {restricted.who}" + (f"; ask at {restricted.where}." if restricted.where else ".")
        case _:
            return error
    return NotDoneError(str(error), hint=f"{error.hint} {access}".strip(), place=error.place)
