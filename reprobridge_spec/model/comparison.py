"""What `rrspec compare` says: interval cards, two sets of results beside each other, the paper's tables again."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, DecimalText, FormatVersion, FullId, Id, Number, Positive, Text, Truth
from reprobridge_spec.model.task import LeftOut
from reprobridge_spec.model.verdict import Judgement, Verdict


class HalvedBy(Model):
    """What it would take to halve the half-width of an interval."""

    more: Positive | None = None
    """How many more references, if their spread stays as it is; none where no number is enough."""
    why: Text
    """What stands in the way, or what is assumed."""


class IntervalCard(Model):
    """All about the interval of one task: where it comes from, and what it can tell."""

    task: FullId
    """Full id."""
    judgement: Judgement | None = None
    """The verdict on the values that were given or recorded; none where there are no values."""
    values: list[DecimalText] = []
    """Those values: scores of runs, or the measured value alone."""
    values_from: Text
    """Where they come from."""
    references: list[DecimalText] = []
    """The references."""
    half_width: DecimalText | None = None
    """Half the width of the interval."""
    smallest_shift: DecimalText | None = None
    """A score that lies closer to the centre than this is always inside."""
    likely_shift: DecimalText | None = None
    """A shift of the true value that is found in four of five reproductions, each as scattered as the references."""
    halved_by: HalvedBy | None = None
    """What would halve it."""


class Sameness(StrEnum):
    """Whether two results of a task agree."""

    SAME = "same"
    DIFFERENT = "different"
    CANNOT_BE_TOLD = "cannot-be-told"


class Difference(Model):
    """One task in two sets of results."""

    task: FullId
    """Full id."""
    first: DecimalText | None = None
    """Its value in the first."""
    second: DecimalText | None = None
    """Its value in the second."""
    difference: DecimalText | None = None
    """Second minus first."""
    relative: Number | None = None
    """The difference as a part of the first."""
    first_verdict: Verdict | None = None
    """The verdict in the first, where it has one."""
    second_verdict: Verdict | None = None
    """The verdict in the second, where it has one."""
    sameness: Sameness
    """Whether they agree."""
    why: Text
    """By what that was decided."""
    notes: list[Text] = []
    """What else a reader must know, one sentence each."""


class Cell(Model):
    """One cell of a table, with the number that was printed and the ones that were measured."""

    task: FullId
    """Full id."""
    row: Text
    """Its row."""
    column: Text
    """Its column."""
    printed: Text | None = None
    """As published."""
    reference: DecimalText | None = None
    """Mean of the references."""
    new: DecimalText | None = None
    """The new value."""
    verdict: Verdict | None = None
    """The verdict on the new value; none where there is none."""
    as_expected: Truth = False
    """Whether the disagreement is the one that the guide expects."""
    reason: Text | None = None
    """Why there is no new value."""


class TableReplay(Model):
    """A table of the paper, with new values."""

    table: Id
    """Its id in the manifest."""
    document: Text
    """`paper`, `release`, or another document."""
    label: Text | None = None
    """As printed."""
    rows: list[Text]
    """Rows that have a task, in the manifest's order."""
    columns: list[Text]
    """Columns that have a task, in the manifest's order."""
    cells: list[Cell]
    """Cells that have a task."""
    own_cells: Count | None = None
    """Cells that are the paper's own results."""
    left_out: list[LeftOut] = []
    """Those without a task, and why."""


class Comparison(Model):
    """The result of `rrspec compare`; what was not asked for is not there."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text | None = None
    """Id and version of the artifact."""
    cards: list[IntervalCard] = []
    """One a task that was asked for."""
    differences: list[Difference] = []
    """One a task of two sets of results."""
    tables: list[TableReplay] = []
    """The paper's tables."""
    tool: Tool
    """What made this document."""
