"""What is told of a patch that was made."""

from reprobridge_spec import __version__
from reprobridge_spec.documents.patch.form import Side
from reprobridge_spec.documents.patch.read import read
from reprobridge_spec.handover.change_record.make import Made
from reprobridge_spec.handover.change_record.record import Record
from reprobridge_spec.handover.diff.shown import as_unicode
from reprobridge_spec.model.change_record import MadeChange
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.schemas.kinds import SPEC_VERSION


def said_of(record: Record, made: Made, entry: str | None, *, written: bool) -> MadeChange:
    """The patch in words.

    Args:
        record: the change record before.
        made: the patch.
        entry: what is done to the record, where something is.
        written: whether the files were written.
    """
    sides = [side for file in read(made.patch) for hunk in file.hunks for side, _ in hunk.lines]
    return MadeChange(
        rra=SPEC_VERSION,
        artifact=f"{record.manifest.id} {record.manifest.version}",
        change=made.target.change if made.patch else None,
        patch=made.target.path if made.patch else None,
        written=written,
        entry=entry,
        files=[as_unicode(differing.path) for differing in made.files],
        added=sides.count(Side.NEW),
        removed=sides.count(Side.OLD),
        left=[as_unicode(differing.path) for differing in made.left],
        complete=not made.left,
        tool=Tool(name="rrspec", version=__version__),
    )
