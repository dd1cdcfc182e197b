"""Whether two results of one task agree, by what is known of both."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.comparison import Difference, Sameness
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.stats import exact, shown
from reprobridge_spec.stats.interval import around_observation
from reprobridge_spec.stats.observations import counted
from reprobridge_spec.stats.partial import Repeat, judge_fresh_seeds, judge_given_seeds


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What one set of results says of a task.

    Attributes:
        value: its measured value; None where there is none.
        verdict: the verdict that it carries.
        interval: ends of the interval of its references, where there are two of them.
        by_seed: score of each seed.
        unseeded: scores of runs without a seed.
    """

    value: str | None = None
    verdict: Verdict | None = None
    interval: tuple[str, str] | None = None
    by_seed: Mapping[int, str] = field(default_factory=dict)
    unseeded: Sequence[str] = ()

    @property
    def scores(self) -> list[str]:
        """The scores of all runs."""
        return [*self.by_seed.values(), *self.unseeded]


def differ(full_id: str, task: Task, first: Side, second: Side) -> Difference:
    """How the second result of a task stands to the first."""
    sameness, why, notes = _answer(task, first, second)
    change = None
    if first.value is not None and second.value is not None:
        change = exact.number(second.value) - exact.number(first.value)
    start = exact.number(first.value) if first.value is not None else Fraction(0)
    return Difference(
        task=full_id,
        first=first.value,
        second=second.value,
        difference=shown.text(change),
        relative=shown.decimal(change / abs(start)) if change is not None and start else None,
        first_verdict=first.verdict,
        second_verdict=second.verdict,
        sameness=sameness,
        why=why,
        notes=notes,
    )


def _answer(task: Task, first: Side, second: Side) -> tuple[Sameness, str, list[str]]:
    if first.value is None or second.value is None:
        which = "first" if first.value is None else "second"
        return Sameness.CANNOT_BE_TOLD, f"The {which} has no value of it.", []
    common = sorted(first.by_seed.keys() & second.by_seed.keys())
    if common:
        repeats = [Repeat(seed=seed, value=second.by_seed[seed], recorded=first.by_seed[seed]) for seed in common]
        judgement = judge_given_seeds(task, repeats)
        return _of(judgement), f"{counted(len(common), 'seed')} that both have, each within the floor.", judgement.notes
    if first.scores and second.scores:
        judgement = judge_fresh_seeds(task, second.scores, first.scores)
        return _of(judgement), "Runs over other seeds, by their means.", judgement.notes
    return _by_values(task, first, second)


def _of(judgement: Judgement) -> Sameness:
    if judgement.score_in_interval is None:
        return Sameness.CANNOT_BE_TOLD
    return Sameness.SAME if judgement.score_in_interval else Sameness.DIFFERENT


def _by_values(task: Task, first: Side, second: Side) -> tuple[Sameness, str, list[str]]:
    values = [exact.number(side.value) for side in (first, second) if side.value is not None]
    ends = [exact.number(end) for end in first.interval or ()]
    if ends and all(ends[0] <= value <= ends[1] for value in values):
        return Sameness.SAME, "Both lie in the interval of the references.", []
    interval = around_observation(values[0], task.floor)
    if not interval.can_tell:
        return Sameness.CANNOT_BE_TOLD, "One percent of 0 is no width, and `floor` gives no `absolute` one.", []
    inside = interval.holds(values[1])
    said = "The second lies within the floor around the first." if inside else "They differ by more than the floor."
    return (Sameness.SAME if inside else Sameness.DIFFERENT), said, []
