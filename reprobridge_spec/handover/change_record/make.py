"""The patch of what no change covers yet: worked out and tried in memory, then written."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.documents.patch.apply import PatchedFiles
from reprobridge_spec.documents.patch.form import PatchError
from reprobridge_spec.documents.patch.lines import MAX_LINES
from reprobridge_spec.documents.patch.read import MAX_BYTES, MAX_FILES, read
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.change_record.record import Record, applied
from reprobridge_spec.handover.change_record.selection import Selection
from reprobridge_spec.handover.change_record.target import Target
from reprobridge_spec.handover.tree.compare import Differing, compare
from reprobridge_spec.handover.tree.contents import patch_of
from reprobridge_spec.handover.tree.tree import Below, Chosen, Patched, Tree
from reprobridge_spec.rules.change_patches import ChangePatch
from reprobridge_spec.rules.folder_differences import differences

_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A patch that is not written yet.

    Attributes:
        target: which change it is of.
        patch: its bytes; empty where nothing is to be covered.
        files: what it changes.
        left: what no change covers after it.
    """

    target: Target
    patch: bytes
    files: Sequence[Differing]
    left: Sequence[Differing]


def make(files: ArtifactFiles, release: ArtifactFiles, record: Record, target: Target, selection: Selection) -> Made:
    """What of the code folder no change covers, as the patch of one change.

    The patch is read again and applied to what the patches before it lead to; only one that leads to the code folder
    byte for byte is returned.

    Args:
        files: the artifact's files.
        release: the pinned release.
        record: its change record.
        target: the change that gets the patch.
        selection: which files go into it.

    Raises:
        UsageError: nothing that differs is selected, or the change has a patch that is not to be replaced.
        ArtifactError: an earlier patch does not apply, or what differs cannot be in a patch.
        NotDoneError: a file cannot be read.
    """
    folder = record.codebase.path
    code = Below(files, folder)
    base = applied(release, target.before)
    covered = Patched(release, _with_own(release, target) or base)
    rest = compare(covered, code)
    selection.refuse_useless(rest, folder)
    wanted = Chosen(code, covered, lambda path: selection.takes(path, folder))
    _refuse_impossible(wanted)
    if not compare(covered, wanted):
        return Made(target=target, patch=b"", files=(), left=rest)
    before = Patched(release, base)
    found = compare(before, wanted)
    _refuse_odd(found, folder)
    patch = _written(before, wanted, found)
    target.refuse_existing(files, patch)
    left = compare(wanted, code)
    after = _tried(release, target, patch, wanted)
    if not left and (wrong := next(differences(files, folder, release, after), None)):
        raise RuntimeError(f"the patch does not lead to {wrong.path}")
    return Made(target=target, patch=patch, files=found, left=left)


def _with_own(release: ArtifactFiles, target: Target) -> PatchedFiles | None:
    """The release with the patches up to the one that the change has, if that one can be applied."""
    if target.own is None:
        return None
    try:
        return applied(release, [*target.before, target.own])
    except ArtifactError:
        # it was made of something else, so nothing that it says is covered
        return None


def _written(before: Tree, wanted: Tree, found: Sequence[Differing]) -> bytes:
    parts: list[bytes] = []
    size = lines = 0
    for differing in found:
        try:
            part = list(patch_of(before, wanted, differing))
        except ValueError as error:
            raise _too_large(f"`{differing.path}` is larger than what patches change, 64 MiB") from error
        parts += part
        size += sum(map(len, part)) + len(part)
        lines += len(part)
        if size > MAX_BYTES or lines > MAX_LINES or len(found) > MAX_FILES:
            most = f"{MAX_BYTES >> 20} MiB, {MAX_LINES} lines, {MAX_FILES} files"
            raise _too_large(f"the patch would be larger than what is read: {most}")
    return b"".join(b"%b\n" % line for line in parts)


def _too_large(what: str) -> ArtifactError:
    return ArtifactError(
        what,
        hint="Part it among several changes with `--path GLOB`. What is data is no code: make it an input.",
    )


def _refuse_impossible(wanted: Tree) -> None:
    """Refuse a choice of files after which a file would stand where others need a folder."""
    for path in wanted.entries:
        folder = next((str(one) for one in PurePosixPath(path).parents if str(one) in wanted.entries), None)
        if folder is not None:
            raise UsageError(
                f"after this change `{folder}` would be a file, and a folder that holds `{path}`",
                hint=f"Put both into one change: add `--path '{folder}'`.",
            )


def _refuse_odd(found: Sequence[Differing], folder: str) -> None:
    odd = [item.after for item in found if item.after is not None and not _may_come(item)]
    if odd:
        named = ", ".join(repr(f"{folder}/{path}") for path in odd[:_SHOWN])
        more = f" and {len(odd) - _SHOWN} more" if len(odd) > _SHOWN else ""
        raise ArtifactError(
            f"no patch can make links, special files, or names that artifacts refuse: {named}{more}",
            hint="Put plain files in their place, or rename them.",
        )


def _may_come(differing: Differing) -> bool:
    is_file = differing.new is not None and differing.new.kind is Kind.FILE
    return is_file and not artifact_path.fault_in(differing.after or "")


def _tried(release: ArtifactFiles, target: Target, patch: bytes, wanted: Tree) -> PatchedFiles:
    """The release with all patches; what is not as it is wanted is a defect, but for what is too much to be read."""
    try:
        own = ChangePatch(change=target.change, path=target.path, files=read(patch))
    except PatchError as error:
        raise RuntimeError(f"the patch cannot be read again: {error}, line {error.line}") from error
    after = applied(release, [*target.before, own])
    if wrong := compare(Patched(release, after), wanted):
        raise RuntimeError(f"the patch does not lead to {wrong[0].path}")
    return after


def named_or_last(record: Record, change: str | None) -> str:
    """The id that was given, or that of the last entry.

    Raises:
        UsageError: there is none.
    """
    if change is not None:
        return change
    if not record.changes:
        raise UsageError(
            "the change record has no entry yet", hint="Name the change: `rrspec changes make fix-imports`."
        )
    return list(record.changes)[-1]
