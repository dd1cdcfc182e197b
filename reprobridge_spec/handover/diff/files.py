"""The files that differ between two artifacts."""

from reprobridge_spec.handover.diff.areas import areas
from reprobridge_spec.handover.diff.lines import lines_in
from reprobridge_spec.handover.diff.shown import as_unicode
from reprobridge_spec.handover.diff.side import Side, is_compared
from reprobridge_spec.handover.tree.compare import compare
from reprobridge_spec.handover.tree.tree import Below
from reprobridge_spec.model.difference import FileChange, FileWay


def file_changes(first: Side, second: Side, *, shows: bool) -> list[FileChange]:
    """Every file that is not the same in both, in the order of paths.

    Args:
        first: the first artifact.
        second: the second artifact.
        shows: whether the change of each text is wanted line by line.

    Raises:
        NotDoneError: a file cannot be read.
    """
    old, new = (Below(side.files, belongs=is_compared) for side in (first, second))
    area = areas(first, second)
    found = []
    for differing in compare(old, new):
        lines = lines_in(old, new, differing, shows=shows)
        found.append(
            FileChange(
                path=as_unicode(differing.path),
                way=differing.way,
                area=area(differing.path),
                before=as_unicode(differing.before or "") if differing.way is FileWay.RENAMED else None,
                added=lines.added,
                removed=lines.removed,
                notes=list(lines.notes),
                patch=lines.patch,
            )
        )
    return found
