"""The code folder against the release, with the change record beside it: which change covers what."""

from collections.abc import Iterator, Sequence

from reprobridge_spec import __version__
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.patch.apply import PatchedFiles
from reprobridge_spec.documents.patch.form import PatchError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.change_record.history import History
from reprobridge_spec.handover.change_record.hunks import hunks_in
from reprobridge_spec.handover.change_record.record import Record
from reprobridge_spec.handover.tree.compare import compare
from reprobridge_spec.handover.tree.tree import Below, Patched
from reprobridge_spec.model.change_record import ChangeCoverage, CodeHunk, RecordedChange
from reprobridge_spec.model.paper import ArchiveRelease, Release
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.rules.change_patches import ChangePatch, UnreadPatch
from reprobridge_spec.schemas.kinds import SPEC_VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tried:
    """The patches tried one after the other: what came of it, and of which files each is."""

    after: PatchedFiles
    changes: tuple[RecordedChange, ...]
    history: History


def coverage(files: ArtifactFiles, release: ArtifactFiles, record: Record, *, shows: bool) -> ChangeCoverage:
    """Which change of the record covers what differs between the release and the code folder.

    Args:
        files: the artifact's files.
        release: the pinned release.
        record: its change record.
        shows: whether the hunks are wanted line by line.

    Raises:
        NotDoneError: a file cannot be read.
    """
    code = Below(files, record.codebase.path)
    tried = _tried(release, record)
    expected = Patched(release, tried.after)
    uncovered = [
        hunk for differing in compare(expected, code) for hunk in hunks_in(expected, code, differing, shows=shows)
    ]
    return ChangeCoverage(
        rra=SPEC_VERSION,
        artifact=f"{record.manifest.id} {record.manifest.version}",
        release=_named(record.upstream),
        complete=not uncovered and not any(change.failure for change in tried.changes),
        changes=list(tried.changes),
        hunks=list(_covered(Patched(release, PatchedFiles(release)), expected, tried.history, shows=shows)),
        uncovered=uncovered,
        tool=Tool(name="rrspec", version=__version__),
    )


def _covered(release: Patched, expected: Patched, history: History, *, shows: bool) -> Iterator[CodeHunk]:
    """What the patches together turn the release into, part by part, each with the changes behind it."""
    for differing in compare(release, expected):
        yield from hunks_in(release, expected, differing, shows=shows, history=history)


def _tried(release: ArtifactFiles, record: Record) -> _Tried:
    code = PatchedFiles(release)
    history = History()
    changes = []
    for name in record.changes:
        patch = record.patches.get(name)
        failure = _unread(record, name, patch)
        if isinstance(patch, ChangePatch):
            now, executable, before = dict(code.now), code.executable, Patched(release, code)
            try:
                code.apply(patch.files)
            except PatchError as error:
                failure = f"{patch.path}:{error.line}: {error}"
                code.now, code.executable = now, executable
            else:
                history.take(name, before, Patched(release, code), patch.files)
        changes.append(_recorded(record, name, patch, failure))
    return _Tried(after=code, changes=tuple(changes), history=history)


def _unread(record: Record, name: str, patch: ChangePatch | UnreadPatch | None) -> str | None:
    path = record.changes[name].patch
    if isinstance(patch, UnreadPatch):
        return f"{patch.path}{f':{patch.line}' if patch.line else ''}: it cannot be read: {patch.reason}"
    return f"{path}: it is not there" if path and patch is None else None


def _recorded(
    record: Record, name: str, patch: ChangePatch | UnreadPatch | None, failure: str | None
) -> RecordedChange:
    entry = record.changes[name]
    touched: Sequence[object] = patch.files if isinstance(patch, ChangePatch) else ()
    return RecordedChange(
        change=name, kind=entry.kind, why=entry.why, patch=entry.patch, files=len(touched), failure=failure
    )


def _named(upstream: Release) -> str:
    if isinstance(upstream, ArchiveRelease):
        return f"{upstream.archive} sha256:{upstream.sha256[:12]}"
    return f"{upstream.url} commit {upstream.commit[:12]}"
