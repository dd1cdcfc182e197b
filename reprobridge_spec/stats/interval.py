"""The compatibility interval: where it comes from, how wide it is, and what set its width."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.task import Floor, Task, Tolerance
from reprobridge_spec.model.verdict import DecidedBy
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.student import t_quantile

ONE_PERCENT = Fraction(1, 100)
"""The least half-width, as a part of the centre, where nothing else is declared."""
ENOUGH = 2
"""References that a spread needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompatibilityInterval:
    """A closed interval around a centre.

    Attributes:
        center: mean of the references, the only observation, or the published value.
        half: half-width.
        decided_by: what set `half`.
        holds_at_zero: whether a width in the metric's unit is declared, so that it has a meaning around 0.
        variance: sample variance (n-1) of the references; None where there are no two.
        references: number of references.
    """

    center: Fraction
    half: Fraction
    decided_by: DecidedBy
    holds_at_zero: bool
    variance: Fraction | None = None
    references: int = 0

    @property
    def low(self) -> Fraction:
        """Lower end."""
        return self.center - self.half

    @property
    def high(self) -> Fraction:
        """Upper end."""
        return self.center + self.half

    @property
    def spread(self) -> Fraction | None:
        """Sample standard deviation of the references; None where there are no two."""
        return None if self.variance is None else exact.square_root(self.variance)

    @property
    def can_tell(self) -> bool:
        """Whether the width says anything; one percent of nothing does not."""
        return self.center != 0 or self.holds_at_zero

    @property
    def resolution(self) -> Fraction | None:
        """Half-width as a part of the centre; None around 0."""
        return self.half / abs(self.center) if self.center else None

    def holds(self, value: Fraction, rounding: Fraction = Fraction(0)) -> bool:
        """Whether `value` ± `rounding` meets the interval, ends included."""
        return abs(value - self.center) <= self.half + rounding

    def position(self, value: Fraction) -> Fraction | None:
        """-1 at the lower end, 0 in the middle, 1 at the upper end; None without a width."""
        return (value - self.center) / self.half if self.half else None

    def times(self, factor: Fraction) -> "CompatibilityInterval":
        """The same interval, `factor` as wide."""
        return replace(self, half=self.half * factor)


def prediction_half_width(variance: Fraction, n: int, over: int = 1) -> Fraction:
    """t(0.975, n-1) · s · √(1/over + 1/n): how far the mean of `over` more values may lie from that of `n`.

    With `over` = 1, √(1 + 1/n): one more observation against n of its own kind. With `over` = N, a mean
    of N against n single runs, a width of its own that is said wherever it is used.

    Args:
        variance: sample variance (n-1) of the n values.
        n: number of values behind `variance`, at least two.
        over: number of values in the mean that is compared.

    Raises:
        ValueError: `n` is below two.
    """
    return t_quantile(n - 1) * exact.square_root(variance * (Fraction(1, over) + Fraction(1, n)))


def around_references(values: Sequence[Fraction], floor: Floor | None) -> CompatibilityInterval:
    """The mean of at least two references ± max(t · s · √(1 + 1/n), floor)."""
    return around_mean(exact.mean(values), exact.variance(values), len(values), floor=floor)


def around_mean(
    mean: Fraction, variance: Fraction, n: int, *, floor: Floor | None, over: int = 1
) -> CompatibilityInterval:
    """The same from a mean and a sample variance of `n` values; for `over` see `prediction_half_width`."""
    width = prediction_half_width(variance, n, over)
    least, decided_by = _floor(mean, floor)
    return CompatibilityInterval(
        center=mean,
        half=max(width, least),
        decided_by=DecidedBy.T if width > least else decided_by,
        holds_at_zero=_absolute(floor) > 0,
        variance=variance,
        references=n,
    )


def around_observation(value: Fraction, floor: Floor | None) -> CompatibilityInterval:
    """`value` ± the floor: for a score that was recorded, where no spread is known."""
    half, decided_by = _floor(value, floor)
    return CompatibilityInterval(
        center=value, half=half, decided_by=decided_by, holds_at_zero=_absolute(floor) > 0, references=1
    )


def around_deterministic(value: Fraction, floor: Floor | None) -> CompatibilityInterval:
    """`value` ± 1%: the only observation of a method that claims equal scores."""
    half, decided_by = _one_percent(value, floor, DecidedBy.DETERMINISTIC)
    return CompatibilityInterval(
        center=value, half=half, decided_by=decided_by, holds_at_zero=_absolute(floor) > 0, references=1
    )


def around_published(value: Fraction, tolerance: Tolerance | None, floor: Floor | None) -> CompatibilityInterval:
    """`value` ± the declared tolerance, else ± 1%: where there are no two references.

    A width in the metric's unit stands alone; beneath a relative one lies the absolute floor. Of two
    declared widths the narrower counts.
    """
    widths = [] if tolerance is None else _declared(value, tolerance, floor)
    if widths:
        half, decided_by = min(widths)
    else:
        half, decided_by = _one_percent(value, floor, DecidedBy.DEFAULT_TOLERANCE)
    in_unit = tolerance is not None and tolerance.absolute is not None
    return CompatibilityInterval(
        center=value, half=half, decided_by=decided_by, holds_at_zero=in_unit or _absolute(floor) > 0
    )


def interval_of(
    task: Task, references: Sequence[Fraction], published: Fraction, *, deterministic: bool
) -> CompatibilityInterval | None:
    """The interval that decides a task; None where only an order is to hold.

    Args:
        task: with its metric's values filled in.
        references: its usable references.
        published: the published number.
        deterministic: whether the experiment claims equal scores.
    """
    if len(references) >= ENOUGH:
        return around_references(references, task.floor)
    if references and deterministic:
        return around_deterministic(references[0], task.floor)
    if task.tolerance is not None and task.tolerance.rank:
        return None
    return around_published(published, task.tolerance, task.floor)


def _declared(value: Fraction, tolerance: Tolerance, floor: Floor | None) -> list[tuple[Fraction, DecidedBy]]:
    widths = []
    if tolerance.absolute is not None:
        widths.append((max(Fraction(tolerance.absolute), Fraction(0)), DecidedBy.TOLERANCE))
    if tolerance.relative is not None:
        part = max(Fraction(tolerance.relative), Fraction(0)) * abs(value)
        widths.append(_wider(part, DecidedBy.TOLERANCE, floor))
    return widths


def _floor(center: Fraction, floor: Floor | None) -> tuple[Fraction, DecidedBy]:
    relative = ONE_PERCENT
    if floor is not None and floor.relative is not None:
        relative = max(Fraction(floor.relative), Fraction(0))
    return _wider(relative * abs(center), DecidedBy.RELATIVE_FLOOR, floor)


def _one_percent(center: Fraction, floor: Floor | None, decided_by: DecidedBy) -> tuple[Fraction, DecidedBy]:
    return _wider(ONE_PERCENT * abs(center), decided_by, floor)


def _wider(part: Fraction, decided_by: DecidedBy, floor: Floor | None) -> tuple[Fraction, DecidedBy]:
    absolute = _absolute(floor)
    return (absolute, DecidedBy.ABSOLUTE_FLOOR) if absolute > part else (part, decided_by)


def _absolute(floor: Floor | None) -> Fraction:
    return Fraction(0) if floor is None or floor.absolute is None else Fraction(floor.absolute)
