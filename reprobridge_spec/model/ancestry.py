"""Where a file that a run left comes from, and who watched that."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import Count, Number, Sha256, Text, Truth


class Making(StrEnum):
    """How a file came to lie in the output folder."""

    WRITTEN = "written"
    """A process of the run opened it and wrote it."""
    COPIED = "copied"
    """A process of the run copied `source`."""
    MOVED = "moved"
    """It was `source`, which no process of the run had written, and was renamed."""
    LINKED = "linked"
    """It is a second name of `source`, which no process of the run had written."""
    TOUCHED = "touched"
    """It was there before, and only its times were set."""
    KEPT = "kept"
    """It was there before, and nobody was seen to change it."""
    UNSEEN = "unseen"
    """It was not there before, and nobody was seen to make it."""


class Ancestry(Model):
    """Where a file of the output folder comes from, as far as it was seen in the last attempt that made it."""

    making: Making
    """How it came to lie there."""
    writer: Text | None = None
    """Name of the program that made it."""
    arguments: Sha256 | None = None
    """Digest of the list of that program's arguments, its name first."""
    seconds: Number | None = None
    """When it was created, from the start of the attempt."""
    existed: Truth = False
    """Whether a file of its name was there before the attempt."""
    replaced: Truth = False
    """Whether it is another file, by its inode, than the one that was there."""
    source: Text | None = None
    """The file that it was, or was copied from: below `output`, `inputs`, `work`, `home`, `tmp`, `environment`, or
    `elsewhere`."""
    reads: list[Text] = []
    """Files of the run that its writer had read before, the first of them; code left out."""
    more_reads: Count = 0
    """How many more."""


class Tracing(Model):
    """Who watched which process makes which file."""

    by: Text
    """`strace`, from outside; `audit-hook`, inside Python, where a launcher can deceive it; or `none`."""
    reason: Text | None = None
    """Why it was none better."""
