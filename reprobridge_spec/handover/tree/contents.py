"""What a differing file holds on each side, for patches and for people."""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.documents.patch.apply import MAX_FILE_BYTES
from reprobridge_spec.documents.patch.write import Content, file_patch
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.handover.tree.compare import Differing
from reprobridge_spec.handover.tree.tree import Tree


def sides_of(old: Tree, new: Tree, differing: Differing) -> tuple[Content | None, Content | None]:
    """The content of a file before and after; None where it is not there.

    Raises:
        ValueError: it is larger than what patches change.
        NotDoneError: it cannot be read.
    """
    before = _content(old, differing.before, differing.old, may_be_large=differing.new is None)
    after = _content(new, differing.after, differing.new, may_be_large=False)
    return before, after


def patch_of(old: Tree, new: Tree, differing: Differing) -> Iterator[bytes]:
    """The lines of the patch of one file, without line feeds.

    Where a link gives way to a file or the other way round, one goes and the other comes.

    Raises:
        ValueError: it is larger than what patches change.
        NotDoneError: it cannot be read.
    """
    before, after = sides_of(old, new, differing)
    if before is not None and after is not None and before.is_link != after.is_link:
        yield from file_patch(before, None)
        yield from file_patch(None, after)
    else:
        yield from file_patch(before, after)


def _content(tree: Tree, path: str | None, entry: Entry | None, *, may_be_large: bool) -> Content | None:
    if path is None or entry is None:
        return None
    is_link = entry.kind is Kind.LINK
    return Content(
        path=path,
        data=_target(tree, path, entry) if is_link else _data(tree, path, entry, may_be_large=may_be_large),
        executable=entry.executable,
        is_link=is_link,
    )


def _data(tree: Tree, path: str, entry: Entry, *, may_be_large: bool) -> bytes | None:
    if may_be_large and entry.size > MAX_FILE_BYTES:
        return None
    try:
        return tree.read(path, MAX_FILE_BYTES)
    except OSError as error:
        raise NotDoneError(
            f"it cannot be read: {error.strerror or error}", hint="Make it readable.", place=path
        ) from error


def _target(tree: Tree, path: str, entry: Entry) -> bytes | None:
    """Where a link points: archives keep it beside it, git keeps it as its content."""
    if entry.target:
        return entry.target.encode("utf-8", "surrogateescape")
    try:
        return tree.read(path, MAX_FILE_BYTES)
    except (OSError, ValueError):
        return None
