"""Checks over fewer runs than a statistic has: how they compare with what was recorded, never *compatible*."""

from collections.abc import Sequence
from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.stats import exact, faults, shown
from reprobridge_spec.stats.interval import CompatibilityInterval, around_mean, around_observation
from reprobridge_spec.stats.published import published_text

_ENOUGH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """One seed that was run again.

    Attributes:
        seed: the seed.
        value: its score now, as decimal text.
        recorded: its score in the artifact's record.
    """

    seed: int
    value: str
    recorded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Difference:
    value: Fraction
    interval: CompatibilityInterval


def judge_given_seeds(task: Task, repeats: Sequence[Repeat]) -> Judgement:
    """Whether each of at least one repeated seed came out as recorded, inside the floor of one percent.

    `score_in_interval` holds the answer. The measured value and the interval are those of the seed that is
    furthest out; a note gives each seed's difference.

    Raises:
        ValueError: there is no repeat, or a score is no decimal text.
    """
    if not repeats:
        raise ValueError("there is no repeated seed to judge")
    differences = []
    for repeat in repeats:
        value, recorded = exact.number(repeat.value), exact.number(repeat.recorded)
        differences.append(_Difference(value=value, interval=around_observation(recorded, task.floor)))
    notes = [
        f"Seed {repeat.seed}: {repeat.value} now, {repeat.recorded} recorded"
        f" ({'inside' if _inside(difference) else 'outside'} the floor)."
        for repeat, difference in zip(repeats, differences, strict=True)
    ]
    return _judgement(task, differences, notes)


def judge_fresh_seeds(task: Task, values: Sequence[str], recorded: Sequence[str]) -> Judgement:
    """Whether the mean of K fresh runs lies inside max(t · s · √(1/N + 1/K), floor) of N recorded ones.

    `score_in_interval` holds the answer. Of a single recorded run no spread is known, and the floor decides.

    Raises:
        ValueError: there is no fresh or no recorded score, or one is no decimal text.
    """
    if not values or not recorded:
        raise ValueError("there are no fresh or no recorded scores to judge")
    fresh, before = [exact.number(value) for value in values], [exact.number(value) for value in recorded]
    n, k = len(before), len(fresh)
    if n < _ENOUGH:
        interval = around_observation(before[0], task.floor)
        notes = ["There is only one recorded run, so its spread is unknown and the floor decides."]
    else:
        interval = around_mean(exact.mean(before), exact.variance(before), n, floor=task.floor, over=k)
        notes = [f"The mean of {k} fresh against {n} recorded runs: the width is t · s · √(1/{n} + 1/{k})."]
    return _judgement(task, [_Difference(value=exact.mean(fresh), interval=interval)], notes)


def _judgement(task: Task, differences: Sequence[_Difference], notes: list[str]) -> Judgement:
    furthest = max(differences, key=_distance)
    interval, value = furthest.interval, furthest.value
    verdict = Verdict.PARTIAL
    if fault := faults.range_fault_of([difference.value for difference in differences], task):
        verdict, notes = Verdict.FAILED, [fault, *notes]
    elif not all(difference.interval.can_tell for difference in differences):
        zero = "One percent of a recorded 0 is no width, and `floor` gives no `absolute` one."
        verdict, notes = Verdict.CANNOT_BE_TOLD, [zero, *notes]
    inside = all(_inside(difference) for difference in differences)
    return Judgement(
        verdict=verdict,
        measured=exact.as_text(value),
        published=None if task.published is None else published_text(task.published),
        interval=shown.ends(interval),
        shown=shown.clipped(interval, task),
        decided_by=interval.decided_by,
        center=exact.as_text(interval.center),
        spread=shown.text(interval.spread),
        references=interval.references,
        position=shown.decimal(interval.position(value)),
        resolution=shown.decimal(interval.resolution),
        score_in_interval=inside if verdict is Verdict.PARTIAL else None,
        notes=notes,
    )


def _inside(difference: _Difference) -> bool:
    return difference.interval.holds(difference.value)


def _distance(difference: _Difference) -> tuple[bool, Fraction]:
    return not _inside(difference), abs(difference.interval.position(difference.value) or Fraction(0))
