"""Several inputs, one after the other: what one lacks keeps no other from being brought."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.fetch import fetch_input
from reprobridge_spec.environments.landing import Wanted
from reprobridge_spec.environments.store import Store
from reprobridge_spec.environments.wanted import wanted_of
from reprobridge_spec.environments.way import Way
from reprobridge_spec.errors import ArtifactError, ExitCode, NotDoneError, RrspecError
from reprobridge_spec.model.fetching import FetchedInput, InputState
from reprobridge_spec.model.inputs import Input

_CODES = {
    InputState.WRONG: ExitCode.FINDINGS,
    InputState.NOT_DONE: ExitCode.NOT_DONE,
    InputState.CHANGED: ExitCode.NOT_DONE,
    InputState.ABSENT: ExitCode.NOT_DONE,
    InputState.FETCHED: ExitCode.HOLDS,
    InputState.CACHED: ExitCode.HOLDS,
}


def fetch_all(
    root: Path,
    inputs: Mapping[str, Input],
    *,
    cache: Path,
    environ: Mapping[str, str],
    offline: bool,
    progress: Progress,
    way: Way,
) -> Iterator[FetchedInput]:
    """Brings inputs, and tells of each when it is done; see `fetch_input`."""
    for name, body in inputs.items():
        try:
            fetched = fetch_input(
                root, name, body, cache=cache, environ=environ, offline=offline, progress=progress, way=way
            )
        except (ArtifactError, NotDoneError) as error:
            yield _failed(root, name, body, cache, error)
            continue
        wanted, _ = wanted_of(root, name, body)
        there = _there(Store(cache), wanted)
        yield FetchedInput(
            input=name,
            state=InputState.FETCHED if fetched.fresh else InputState.CACHED,
            path=str(fetched.path),
            digest=fetched.digest,
            files=len(wanted),
            bytes=sum(there.values()),
        )


def read_again(root: Path, inputs: Mapping[str, Input], *, cache: Path, progress: Progress) -> Iterator[FetchedInput]:
    """Reads every file of inputs in the cache again, without network; those that changed are thrown away."""
    store = Store(cache)
    for name, body in inputs.items():
        try:
            wanted, content = wanted_of(root, name, body)
            lacking = [file.name for file in wanted if not store.path(file.sha256).is_file()]
            if len(lacking) < len(wanted):
                progress(f"reading {name} again")
            changed = [
                file.name for file in wanted if file.name not in lacking and not store.has(file.sha256, read=True)
            ]
        except (ArtifactError, NotDoneError) as error:
            yield _failed(root, name, body, cache, error)
            continue
        there = _there(store, wanted)
        yield FetchedInput(
            input=name,
            state=InputState.CHANGED if changed else InputState.ABSENT if lacking else InputState.CACHED,
            digest=content,
            files=len(there),
            bytes=sum(there.values()),
            lacking=lacking,
            changed=changed,
            do=f"Run `rrspec fetch {name}`." if changed or lacking else None,
        )


def worst_code(items: list[FetchedInput]) -> ExitCode:
    """What a command ends with that came to these ends."""
    codes = {_CODES[item.state] for item in items}
    return next((code for code in (ExitCode.FINDINGS, ExitCode.NOT_DONE) if code in codes), ExitCode.HOLDS)


def _failed(root: Path, name: str, body: Input, cache: Path, error: RrspecError) -> FetchedInput:
    try:
        wanted, content = wanted_of(root, name, body)
    except ArtifactError:
        wanted, content = [], None
    there = _there(Store(cache), wanted)
    return FetchedInput(
        input=name,
        state=InputState.WRONG if isinstance(error, ArtifactError) else InputState.NOT_DONE,
        digest=content,
        files=len(there),
        bytes=sum(there.values()),
        lacking=[file.name for file in wanted if file.name not in there],
        message=str(error),
        do=error.hint or None,
        place=error.place or None,
    )


def _there(store: Store, wanted: list[Wanted]) -> dict[str, int]:
    """Sizes of the files that are there, by name."""
    places = {file.name: store.path(file.sha256) for file in wanted}
    return {name: path.stat().st_size for name, path in places.items() if path.is_file()}
