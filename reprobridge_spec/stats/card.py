"""What the interval of a task can tell: the smallest shift that it finds, and what would make it half as wide."""

from collections.abc import Sequence
from fractions import Fraction

from reprobridge_spec.model.comparison import HalvedBy, IntervalCard
from reprobridge_spec.model.references import Observation
from reprobridge_spec.model.resolved import folds_seeds
from reprobridge_spec.model.task import Floor, Task
from reprobridge_spec.model.verdict import DecidedBy
from reprobridge_spec.stats import exact, shown
from reprobridge_spec.stats.interval import ENOUGH, CompatibilityInterval, around_mean, interval_of
from reprobridge_spec.stats.judge import judge
from reprobridge_spec.stats.observations import usable
from reprobridge_spec.stats.published import published_number

MOST = 1000
"""References beyond this number are not thought of."""
_HALF = Fraction(1, 2)
_NORMAL_975 = Fraction("1.959963984540054")
"""What t(0.975, n-1) · √(1 + 1/n) comes down to with ever more references."""
_NORMAL_80 = Fraction("0.841621233572914")
"""Four of five values of a normal distribution lie above its mean less this many standard deviations."""


def interval_card(
    full_id: str,
    task: Task,
    *,
    references: Sequence[Observation],
    runs: int,
    deterministic: bool,
    values: Sequence[str],
    values_from: str,
    are_folded: bool = False,
) -> IntervalCard:
    """All about the interval of one task.

    Args:
        full_id: `experiment/task`.
        task: with its metric's values filled in.
        references: the observations of `evidence/references.yaml` for it.
        runs: number of scored runs that the experiment declares.
        deterministic: whether the experiment claims equal scores.
        values: scores to judge, as decimal texts; none for the interval alone.
        values_from: where they come from, in words.
        are_folded: whether `values` is the measured value alone.
    """
    of_statistic = runs if task.statistic is not None and folds_seeds(task.statistic) else 1
    found = usable(references, of_statistic).values
    interval = _interval(task, found, deterministic=deterministic)
    judgement = None
    if values:
        judgement = judge(
            task=task,
            values=values,
            references=references,
            deterministic=deterministic,
            runs=runs,
            are_folded=are_folded,
        )
    spread = interval.spread if interval else None
    return IntervalCard(
        task=full_id,
        judgement=judgement,
        values=list(values),
        values_from=values_from,
        references=[exact.as_text(value) for value in found],
        half_width=shown.text(interval.half) if interval else None,
        smallest_shift=shown.text(interval.half) if interval and interval.can_tell else None,
        likely_shift=None if interval is None or spread is None else shown.text(interval.half + _NORMAL_80 * spread),
        halved_by=halved_by(interval, task.floor) if interval else None,
    )


def halved_by(interval: CompatibilityInterval, floor: Floor | None) -> HalvedBy:
    """What would make an interval half as wide.

    With n references its half-width is max(t(0.975, n-1) · s · √(1 + 1/n), floor); s is taken to stay as it is.
    """
    if interval.variance is None:
        return HalvedBy(why=_without_spread(interval))
    goal = interval.half * _HALF
    if interval.decided_by is not DecidedBy.T:
        return HalvedBy(why="Never: the floor decides, and it does not depend on the number of references.")
    mean, variance, n = interval.center, interval.variance, interval.references
    if around_mean(mean, Fraction(0), n, floor=floor).half > goal:
        return HalvedBy(why="Never: the floor is more than half of it.")
    if _NORMAL_975 * exact.square_root(variance) >= goal:
        return HalvedBy(why="Never: the spread of single reproductions alone is more than half of it.")
    if around_mean(mean, variance, MOST, floor=floor).half > goal:
        return HalvedBy(why=f"More than {MOST} references would be needed.")
    low, high = n, MOST
    while high - low > 1:
        middle = (low + high) // 2
        if around_mean(mean, variance, middle, floor=floor).half > goal:
            low = middle
        else:
            high = middle
    return HalvedBy(more=high - n, why="Their spread is taken to stay as it is.")


def _without_spread(interval: CompatibilityInterval) -> str:
    match interval.decided_by:
        case DecidedBy.DETERMINISTIC:
            return "Never: one percent of the only observation of a deterministic method decides."
        case DecidedBy.TOLERANCE:
            return "Never by references alone: the declared tolerance decides until there are two of them."
        case DecidedBy.ABSOLUTE_FLOOR:
            return "Never: the absolute floor decides."
        case _:
            return "One percent of the published value decides; two references would tell a spread."


def _interval(task: Task, references: Sequence[Fraction], *, deterministic: bool) -> CompatibilityInterval | None:
    try:
        published = published_number(task.published).value if task.published is not None else None
    except ValueError:
        published = None
    if published is None and len(references) < ENOUGH and not (references and deterministic):
        return None
    return interval_of(task, references, published or Fraction(0), deterministic=deterministic)
