"""Tables, metrics and tasks: which published number, and how a measured one is compared with it."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model, branch, by_key
from reprobridge_spec.model.measure import Measure
from reprobridge_spec.model.scalars import Count, DecimalText, Id, Number, Positive, Text, Truth


class LeftOut(Model):
    """Cells of a table for which there is no task."""

    cells: Positive
    """How many."""
    reason: Text
    """Why."""


class Table(Model):
    """A table of the paper, or a result file of the release, with this paper's own results."""

    document: Text
    """`paper`, `release`, or another document by name."""
    label: Text | None = None
    """As printed, such as `Table 2`."""
    page: Positive | None = None
    """Page of the document."""
    path: Text | None = None
    """File inside the release."""
    row: Text | None = None
    """The row of this paper's own results."""
    column: Text | None = None
    """The column of this paper's own results."""
    own_cells: Count | None = None
    """Number of cells that are this paper's own results."""
    left_out: list[LeftOut] = []
    """Own cells without a task."""


class Estimator(StrEnum):
    """How the values of a statistic become one."""

    SINGLE = "single"
    MEAN = "mean"
    MEDIAN = "median"
    MAX = "max"
    MIN = "min"


class Statistic(Model):
    """What the published value is, of which values."""

    estimator: Estimator
    """How values become one."""
    over: Text | None = None
    """Over what: `seeds` is folded by the verifier; any other word is computed inside one run."""
    n: Positive | None = None
    """Number of values, where it is not the number of seeds."""


class Better(StrEnum):
    """Which way a metric is better."""

    HIGHER = "higher"
    LOWER = "lower"


class Floor(Model):
    """The least half-width of an interval."""

    relative: Number | None = None
    """As a part of the mean of the references; 0.01 where it is not given."""
    absolute: Number | None = None
    """In the metric's unit, for values near zero."""


class Tolerance(Model):
    """The half-width around the published value where there are no two references."""

    relative: Number | None = None
    """As a part of the published value."""
    absolute: Number | None = None
    """In the metric's unit."""
    rank: Truth | None = None
    """The order of the tasks of one table is what must hold."""
    reason: Text
    """Why this much."""


class Metric(Model):
    """What cells of a table have in common; every field is given here or in the task."""

    name: Text | None = None
    """Name as in the paper."""
    unit: Text | None = None
    """`fraction`, `percent`, `count`, `seconds`, or another unit."""
    range: Annotated[list[Number], Field(min_length=2, max_length=2)] | None = None
    """Least and greatest possible value."""
    better: Better | None = None
    """Which way is better."""
    statistic: Statistic | None = None
    """What the published value is."""
    measure: Measure | None = None
    """Where the score of one run stands."""
    floor: Floor | None = None
    """The least half-width of its intervals."""
    tolerance: Tolerance | None = None
    """The half-width without references."""


class SpreadKind(StrEnum):
    """What stands behind a ±."""

    SD = "sd"
    SD_POPULATION = "sd-population"
    SEM = "sem"
    CI95 = "ci95"
    RANGE = "range"
    UNSTATED = "unstated"


class Spread(Model):
    """The ± of a published value."""

    kind: SpreadKind
    """What it is."""
    value: DecimalText
    """As printed."""


class Precision(StrEnum):
    """What a published text stands for."""

    PRINTED = "printed"
    EXACT = "exact"


class PublishedValue(Model):
    """One published number."""

    value: DecimalText
    """As printed."""
    precision: Precision = Precision.PRINTED
    """`printed`: all values that round to it; `exact`: read from a machine-written file."""
    spread: Spread | None = None
    """Its ±."""


class PublishedRange(Model):
    """A published range."""

    low: DecimalText
    """Its lower end, as printed."""
    high: DecimalText
    """Its upper end, as printed."""
    precision: Precision = Precision.PRINTED
    """`printed`: all values that round to it; `exact`: read from a machine-written file."""
    spread: Spread | None = None
    """Its ±."""


Published = Annotated[
    Annotated[DecimalText, branch("text")]
    | Annotated[PublishedValue, branch("value")]
    | Annotated[PublishedRange, branch("low")],
    by_key("value", "low", otherwise="text"),
]


class Location(Model):
    """The cell of a table."""

    table: Id
    """Id of the table."""
    row: Text | None = None
    """The row, where the table does not say it."""
    column: Text | None = None
    """The column, where the table does not say it."""
    protocol: Text | None = None
    """What else tells this number from others of the same name."""


class Reason(StrEnum):
    """Why something cannot be run."""

    RESOURCE = "resource"
    ACCESS = "access"
    EXECUTION = "execution"


class Blocked(Model):
    """What cannot be reproduced, said."""

    reason: Reason
    """Of what kind."""
    detail: Text
    """What is missing."""


class Direction(StrEnum):
    """Where a measured value stands to the published one."""

    BELOW = "below"
    ABOVE = "above"


class Expected(Model):
    """A result that is known not to agree."""

    verdict: Direction
    """Where the measured value stands to the published one."""
    why: Id
    """The decision that explains it."""


class Task(Metric):
    """One published score, and how it is measured again; what is not given here is taken from its metric."""

    metric: Id | None = None
    """Id of the metric that it takes over from."""
    at: Location | None = None
    """Where the score is printed."""
    dataset: Text | None = None
    """Data set and split that the score is on."""
    published: Published | None = None
    """The score as published."""
    blocked: Blocked | None = None
    """Why it cannot be run."""
    expected: Expected | None = None
    """The disagreement that is known."""
