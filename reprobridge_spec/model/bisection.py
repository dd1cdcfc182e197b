"""Which change of the record moved a score: `rrspec changes bisect TASK --format json`."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.guide import ChangeKind
from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, DecimalText, FormatVersion, FullId, Id, Positive, Text, Truth
from reprobridge_spec.model.verdict import DecidedBy


class BisectedState(Model):
    """The release with the first patches of the change record."""

    number: Count
    """How many patches were applied; 0 is the release."""
    change: Id | None = None
    """The change that led to it; none for the release, and for a code folder that no patch leads to."""
    kind: ChangeKind | None = None
    """Its kind."""
    why: Text | None = None
    """Why it was made."""
    decision: Id | None = None
    """The decision that it follows from."""
    value: DecimalText | None = None
    """The task's score; none where it was not run, or failed."""
    failure: Text | None = None
    """Why there is no score, where it was run."""
    earlier: Truth = False
    """Whether an earlier bisection had run it."""


class ScoreMove(Model):
    """Where the score moves, or where the experiment begins to run."""

    after: Count
    """The last state before it that was run."""
    upto: Positive
    """The first state behind it that was run."""
    changes: list[Id]
    """The changes between them; more than one where states between fail, or where none moves the score alone."""
    before: DecimalText | None = None
    """The score before it; none where the experiment fails."""
    now: DecimalText
    """The score behind it."""
    skipped: list[Count] = []
    """States between them that fail."""


class Bisection(Model):
    """The change record, searched for what moved one task's score."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    task: FullId
    """The task."""
    seed: Count | None
    """The seed of each run; null where the experiment counts runs."""
    threshold: DecimalText
    """By how much a score has to move."""
    decided_by: DecidedBy
    """What set that."""
    states: list[BisectedState]
    """Every state, in the order of the patches."""
    moves: list[ScoreMove]
    """What was found, in the same order."""
    recorded: Truth
    """Whether the patches lead to the code folder; else the last state is that folder, whose changes nothing tells."""
    isolation: Isolation
    """What kept the runs apart."""
    tool: Tool
    """What made this document."""
