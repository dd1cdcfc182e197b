"""The parts of a file that differ between two states of the code, each with the changes behind it."""

from collections.abc import Iterator

from reprobridge_spec.documents.patch.blocks import Block, blocks_of, hunks_of, lines_of
from reprobridge_spec.documents.patch.write import Content, is_text, one_hunk
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.handover.change_record.history import History
from reprobridge_spec.handover.change_record.origins import Origins, changes_of
from reprobridge_spec.handover.diff.lines import lines_in, run_bit, shown_lines, without_secrets
from reprobridge_spec.handover.diff.shown import as_unicode
from reprobridge_spec.handover.tree.compare import Differing
from reprobridge_spec.handover.tree.contents import sides_of
from reprobridge_spec.handover.tree.tree import Tree
from reprobridge_spec.model.change_record import CodeHunk
from reprobridge_spec.model.difference import FileWay

_WORDS = {
    FileWay.ADDED: "added",
    FileWay.REMOVED: "removed",
    FileWay.CHANGED: "changed",
    FileWay.RENAMED: "renamed",
    FileWay.MODE: "mode",
}


def hunks_in(
    old: Tree, new: Tree, differing: Differing, *, shows: bool, history: History | None = None
) -> Iterator[CodeHunk]:
    """The parts of one file, in order; one about the whole file where its lines are not told.

    Args:
        old: the state before.
        new: the state after.
        differing: the file.
        shows: whether the hunks are wanted line by line.
        history: what changes did; None where none is behind it.

    Raises:
        NotDoneError: the file cannot be read.
    """
    texts = _texts(old, new, differing)
    whole = history.changes_of(differing.after, differing.before) if history else []
    if texts is None or texts[0].data == texts[1].data:
        yield _whole(differing, lines_in(old, new, differing, shows=False).notes, whole)
        return
    if differing.run_bit_changes or differing.is_edited:
        yield _whole(differing, run_bit(differing), whole)
    before, after = (lines_of(side.data or b"") for side in texts)
    shown = [lines_of((without_secrets(side) or side).data or b"") for side in texts] if shows else [[], []]
    origins = history.lines_of(differing.after) if history and differing.after else None
    if origins is not None and origins.source not in {None, differing.before}:
        origins = None  # it took the place of another file, whose lines are not those of this one
    for blocks in hunks_of(blocks_of(before, after)):
        head = next(iter(one_hunk(blocks, before, after))).decode()
        yield CodeHunk(
            path=as_unicode(differing.path),
            way=differing.way,
            line=blocks[0].new + 1,
            head=head,
            changes=(history.in_order(_behind(origins, blocks)) if history else []) or whole,
            lines=shown_lines(list(one_hunk(blocks, *shown))[1:]) if shows else None,
        )


def _texts(old: Tree, new: Tree, differing: Differing) -> tuple[Content, Content] | None:
    if differing.has_same_bytes or not differing.is_of_files:
        return None
    try:
        sides = sides_of(old, new, differing)
    except (ValueError, NotDoneError):
        return None
    nothing = Content(path=differing.path, data=b"")
    before, after = (side or nothing for side in sides)
    if before.data is None or after.data is None or not (is_text(before.data) and is_text(after.data)):
        return None
    return before, after


def _whole(differing: Differing, notes: tuple[str, ...], changes: list[str]) -> CodeHunk:
    is_renamed = differing.way is FileWay.RENAMED
    words = [] if differing.run_bit_changes else [_WORDS[differing.way]]
    if is_renamed:
        words = [f"renamed from {as_unicode(differing.before or '')}"]
    return CodeHunk(
        path=as_unicode(differing.path),
        way=differing.way,
        before=as_unicode(differing.before or "") if is_renamed else None,
        head="; ".join([*words, *notes]),
        changes=changes,
    )


def _behind(origins: Origins | None, blocks: list[Block]) -> list[str]:
    if origins is None:
        return []
    return [
        change
        for block in blocks
        for change in changes_of(origins, range(block.old, block.old_end), range(block.new, block.new_end))
    ]
