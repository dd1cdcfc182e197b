"""Inputs: brought once, compared with their digests, and kept by them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.store import Store
from reprobridge_spec.environments.wanted import wanted_of
from reprobridge_spec.environments.way import Way, brought, source_of, usual_way, with_access
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.inputs import Input, ManualSource, ServiceSource

_SHOWN = 10


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
    way: Way | None = None,
) -> Fetched:
    """The input `input_id`, from the cache where it holds all of its files with their digests, else from its source.

    Each file that came is kept, also where another one could not be had.

    Args:
        root: the artifact's folder.
        input_id: id of the input.
        body: what the manifest says about it.
        cache: folder that keeps inputs between calls.
        environ: variables of the caller: what leads to an index, and the token that a gated input names.
        offline: refuses what needs a network.
        progress: told what takes long.
        way: how they are brought; as usual where it is not given.

    Raises:
        ArtifactError: no digest is declared, the list of digests is faulty, or what the source has is another file.
        NotDoneError: offline, no network, no access, no room, or a kind of source that a person has to go to.
    """
    if isinstance(body.source, ServiceSource):
        raise NotDoneError(
            f"input {input_id} is a service ({body.source.service.host}); there is nothing to fetch",
            hint="Runs that need it ask it themselves.",
        )
    wanted, content = wanted_of(root, input_id, body)
    store = Store(cache)
    call = _Call(root, input_id, body, way or usual_way(environ, progress), cache, environ, offline)
    try:
        with held(cache / "inputs" / f"{content}.lock", progress):
            missing = list(_missing(input_id, wanted, store, progress))
            if missing:
                _bring(call, missing, store)
            view = store.view({file.name: file.sha256 for file in wanted})
    except OSError as error:
        raise NotDoneError(
            f"input {input_id} cannot be kept: {error.strerror or error}",
            hint="Make room, or set RRSPEC_CACHE to a folder on another disk.",
            place=str(cache),
        ) from error
    except NotDoneError as error:
        raise with_access(error, body) from error
    is_file = wanted[0].path is None
    return Fetched(id=input_id, path=view / wanted[0].name if is_file else view, digest=content, fresh=bool(missing))


def _missing(input_id: str, wanted: Sequence[Wanted], store: Store, progress: Progress) -> Iterator[Wanted]:
    for file in wanted:
        was_there = store.path(file.sha256).is_file()
        if store.has(file.sha256):
            continue
        if was_there:
            progress(f"{input_id}: {file.name} had changed in the cache, and was thrown away")
        yield file


@dataclass(frozen=True, slots=True)
class _Call:
    root: Path
    input_id: str
    body: Input
    way: Way
    cache: Path
    environ: Mapping[str, str]
    offline: bool


def _bring(call: _Call, missing: Sequence[Wanted], store: Store) -> None:
    # two names may stand for the same bytes
    missing = list({file.sha256: file for file in missing}.values())
    with store.workspace() as folder:
        landing = Landing(store, call.input_id, Path(folder), call.way.line.progress)
        by_hand = brought(call.input_id, call.body, call.way, call.cache)
        if call.way.given is not None:
            by_hand.bring(missing, landing)
            return
        if not isinstance(call.body.source, ManualSource):
            missing = by_hand.take_what_fits(missing, landing)
        if missing:
            _bring_from_source(call, missing, landing)


def _bring_from_source(call: _Call, missing: Sequence[Wanted], landing: Landing) -> None:
    source = source_of(call.root, call.input_id, call.body, call.way, cache=call.cache, environ=call.environ)
    if call.offline and source.needs_network:
        raise _offline(call.input_id, missing)
    try:
        source.bring(missing, landing)
    except NotDoneError as error:
        if not source.needs_network:
            raise
        by_hand = f"Who has it: `rrspec fetch {call.input_id} --from FILE`."
        raise NotDoneError(str(error), hint=f"{error.hint} {by_hand}".strip(), place=error.place) from error


def _offline(input_id: str, missing: Sequence[Wanted]) -> NotDoneError:
    names = ", ".join(file.name for file in missing[:_SHOWN])
    count = f"{len(missing)} file{'s' if len(missing) > 1 else ''}"
    more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
    return NotDoneError(
        f"not done: --offline; {count} of input {input_id} would be needed ({names}{more})",
        hint=f"Run `rrspec fetch {input_id}` once without --offline.",
    )
