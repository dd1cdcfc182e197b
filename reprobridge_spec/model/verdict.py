"""What a measured score means: the verdict of one task and everything that it carries."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.scalars import Count, DecimalText, Number, Positive, Text, Truth
from reprobridge_spec.model.task import Direction


class Verdict(StrEnum):
    """The answer for one task."""

    COMPATIBLE = "compatible"
    NOT_THE_PUBLISHED_VALUE = "not-the-published-value"
    INCOMPATIBLE = "incompatible"
    TOO_WIDE_TO_TELL = "too-wide-to-tell"
    CANNOT_BE_TOLD = "cannot-be-told"
    FAILED = "failed"
    COULD_NOT_BE_DONE = "could-not-be-done"
    BLOCKED = "blocked"
    PARTIAL = "partial"


class DecidedBy(StrEnum):
    """What set the half-width of an interval."""

    T = "t"
    """The spread of the references."""
    RELATIVE_FLOOR = "relative-floor"
    """One percent of the mean, or what `floor.relative` says."""
    ABSOLUTE_FLOOR = "absolute-floor"
    """What `floor.absolute` says."""
    TOLERANCE = "tolerance"
    """The declared tolerance around the published value: there are no two references."""
    DEFAULT_TOLERANCE = "default-tolerance"
    """One percent of the published value: there are no two references, and no tolerance is declared."""
    DETERMINISTIC = "deterministic"
    """One percent of the only observation of a deterministic method."""


class Interval(Model):
    """A closed interval, ends included."""

    low: DecimalText
    """Lower end."""
    high: DecimalText
    """Upper end."""


class Judgement(Model):
    """How one measured value of a task compares; every field that a verdict carries."""

    verdict: Verdict
    """The answer."""
    direction: Direction | None = None
    """Where the measured value stands to the published one, where the task is not compatible."""
    measured: DecimalText | None = None
    """The measured value of the task's statistic."""
    published: Text | None = None
    """The published value as text."""
    interval: Interval | None = None
    """The compatibility interval, not clipped."""
    shown: Interval | None = None
    """The interval clipped to the metric's range, for display only."""
    decided_by: DecidedBy | None = None
    """What set the half-width."""
    center: DecimalText | None = None
    """Mean of the references, or the published value without them."""
    spread: DecimalText | None = None
    """Sample standard deviation of the references."""
    references: Count = 0
    """Number of references that were used."""
    stable: Truth | None = None
    """Whether the references' range is at most 10% of |published|."""
    position: Number | None = None
    """Measured value inside the interval: -1 at its lower end, 0 in its middle, 1 at its upper end."""
    resolution: Number | None = None
    """Half-width divided by |center|."""
    at_half_width: Verdict | None = None
    """The verdict with half the width."""
    at_double_width: Verdict | None = None
    """The verdict with twice the width."""
    published_in_interval: Truth | None = None
    """Whether the published value is one that reproduction can reach."""
    score_in_interval: Truth | None = None
    """Whether the measured value agrees with the references."""
    plain_rule: Truth | None = None
    """The benchmark's own rule: published value in the interval, without rounding and without the width bound."""
    as_expected: Truth = False
    """Whether the disagreement is the one that the guide expects."""
    notes: list[Text] = []
    """What else a reader must know, one sentence each."""


class TaskResult(Model):
    """One row of a verification's table."""

    task: Annotated[str, Field(pattern=r"^[^/]+/[^/]+$")]
    """Full id."""
    judgement: Judgement
    """The comparison."""
    runs: list[Text] = []
    """Ids of the runs that it rests on."""
    n: Positive | None = None
    """Number of scores that the measured value rests on."""
    seconds: Number
    """Wall time of those runs together."""
    reason: Text | None = None
    """Why there is no value."""
    fault: Fault | None = None
    """Whose fault it is that there is no value, or that it cannot be told."""
