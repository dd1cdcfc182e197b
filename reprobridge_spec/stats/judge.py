"""The verdict of one task: two questions that share an interval, and everything that the answer carries."""

from collections.abc import Sequence
from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.references import Observation
from reprobridge_spec.model.resolved import folds_seeds
from reprobridge_spec.model.task import Direction, Task
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.stats import exact, faults, notes, shown
from reprobridge_spec.stats.interval import (
    CompatibilityInterval,
    around_deterministic,
    around_mean,
    interval_of,
)
from reprobridge_spec.stats.observations import Usable, counted, usable
from reprobridge_spec.stats.published import PublishedNumber, published_number
from reprobridge_spec.stats.statistic import measured

WIDEST = Fraction(1, 10)
"""Half-width as a part of the centre above which an interval tells nothing."""

_HALF, _DOUBLE = Fraction(1, 2), Fraction(2)
_DISAGREEMENTS = frozenset({Verdict.NOT_THE_PUBLISHED_VALUE, Verdict.INCOMPATIBLE})


def judge(
    *,
    task: Task,
    values: Sequence[str],
    references: Sequence[Observation] = (),
    deterministic: bool = False,
    runs: int | None = None,
    are_folded: bool = False,
    widest: Fraction = WIDEST,
) -> Judgement:
    """How the measured value of a task compares with the published one and with its references.

    The verdicts: *compatible* where both questions hold and the interval is not too wide; *not the
    published value* where only the score is inside; *incompatible* where the score is outside; *too wide
    to tell* in place of *compatible*; *cannot be told* where the declarations allow no answer; *failed*
    where the measured values are no scores; *partial* where runs of the statistic are missing.

    Args:
        task: with its metric's values filled in (`model.resolved.task_of`).
        values: the score of each run, as decimal text.
        references: the observations of `evidence/references.yaml` for this task.
        deterministic: whether the experiment claims equal scores.
        runs: number of scored runs that the experiment declares; None where `values` are all of them.
        are_folded: whether `values` is the measured value alone, which somebody else folded from the scores of `runs`.
        widest: the resolution above which an interval is too wide to tell; a profile may set it.
    """
    question = _Question(
        task=task,
        values=tuple(values),
        runs=len(values) if runs is None else runs,
        references=tuple(references),
        deterministic=deterministic,
        are_folded=are_folded,
        widest=widest,
    )
    facts = _facts_of(question)
    return facts if isinstance(facts, Judgement) else _compared(facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    task: Task
    values: tuple[str, ...]
    runs: int
    references: tuple[Observation, ...]
    deterministic: bool
    are_folded: bool
    widest: Fraction

    @property
    def runs_of_statistic(self) -> int:
        folded = self.task.statistic is not None and folds_seeds(self.task.statistic)
        return self.runs if folded else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    question: _Question
    published: PublishedNumber
    value: Fraction


def _facts_of(question: _Question) -> _Facts | Judgement:
    """The numbers to compare, or the answer where there is nothing to compare."""
    task = question.task
    if task.published is None or task.statistic is None:
        missing = "published value" if task.published is None else "statistic"
        return _unanswered(Verdict.CANNOT_BE_TOLD, f"The task declares no {missing}.")
    try:
        published = published_number(task.published)
    except ValueError as error:
        return _unanswered(Verdict.CANNOT_BE_TOLD, f"The published value cannot be compared: {error}.")
    try:
        values = [exact.number(value) for value in question.values]
    except ValueError as error:
        return _unanswered(Verdict.FAILED, f"A score cannot be compared: {error}.", published)
    if fault := _fault_in(values, question):
        return _unanswered(Verdict.FAILED, fault, published)
    try:
        value = values[0] if question.are_folded else measured(values, task.statistic)
    except ValueError as error:
        return _unanswered(Verdict.CANNOT_BE_TOLD, f"The scores cannot be folded: {error}.", published)
    if not question.are_folded and (gap := _gap_in(len(values), question)):
        return _unanswered(gap[0], gap[1], published, value)
    return _Facts(question=question, published=published, value=value)


def _unanswered(
    verdict: Verdict, note: str, published: PublishedNumber | None = None, value: Fraction | None = None
) -> Judgement:
    return Judgement(
        verdict=verdict,
        measured=shown.text(value),
        published=published.text if published else None,
        notes=[note],
    )


def _fault_in(values: Sequence[Fraction], question: _Question) -> str | None:
    if not values:
        return "No run has a score."
    if question.deterministic and (fault := faults.inequality_of(values)):
        return fault
    return faults.range_fault_of(values, question.task)


def _gap_in(values: int, question: _Question) -> tuple[Verdict, str] | None:
    runs = question.runs_of_statistic
    if values < runs:
        return Verdict.PARTIAL, f"There are scores of {values} of the statistic's {counted(runs)}."
    if values > runs:
        return Verdict.CANNOT_BE_TOLD, f"There are {values} scores for {counted(runs)}."
    return None


def _compared(facts: _Facts) -> Judgement:
    task, runs = facts.question.task, facts.question.runs_of_statistic
    found = usable(facts.question.references, runs)
    interval = interval_of(task, found.values, facts.published.value, deterministic=facts.question.deterministic)
    if interval is None:
        rank = "The tolerance is the order of a table's tasks, which one task alone cannot tell."
        return _unanswered(Verdict.CANNOT_BE_TOLD, rank, facts.published, facts.value)
    verdict, reasons = _verdict_of(facts, interval)
    answered = verdict not in {Verdict.CANNOT_BE_TOLD, Verdict.FAILED}
    direction = _direction(facts.value, facts.published.value) if verdict in _DISAGREEMENTS else None
    as_expected = task.expected is not None and task.expected.verdict is direction
    return Judgement(
        verdict=verdict,
        direction=direction,
        measured=exact.as_text(facts.value),
        published=facts.published.text,
        interval=shown.ends(interval),
        shown=shown.clipped(interval, task),
        decided_by=interval.decided_by,
        center=exact.as_text(interval.center),
        spread=shown.text(interval.spread),
        references=interval.references,
        stable=notes.is_stable(found.values, facts.published.value) if interval.variance is not None else None,
        position=shown.decimal(interval.position(facts.value)),
        resolution=shown.decimal(interval.resolution),
        at_half_width=_answer(interval.times(_HALF), facts) if answered else None,
        at_double_width=_answer(interval.times(_DOUBLE), facts) if answered else None,
        published_in_interval=_published_holds(interval, facts.published) if answered else None,
        score_in_interval=interval.holds(facts.value) if answered else None,
        plain_rule=_plain_rule(interval, facts.published.value),
        as_expected=as_expected,
        notes=[
            *reasons,
            *_notes_on(facts, interval, found),
            *notes.on_expectation(task, verdict, as_expected=as_expected),
        ],
    )


def _verdict_of(facts: _Facts, interval: CompatibilityInterval) -> tuple[Verdict, list[str]]:
    if not interval.can_tell:
        return Verdict.CANNOT_BE_TOLD, ["One percent of 0 is no width, and `floor` gives no `absolute` one."]
    if fault := faults.scale_fault_of(facts.value, facts.question.task, interval):
        return Verdict.FAILED, [fault]
    return _answer(interval, facts), []


def _answer(interval: CompatibilityInterval, facts: _Facts) -> Verdict:
    """The answer to both questions with the width of `interval`."""
    if not interval.holds(facts.value):
        return Verdict.INCOMPATIBLE
    if not _published_holds(interval, facts.published):
        return Verdict.NOT_THE_PUBLISHED_VALUE
    if notes.why_too_wide(interval, facts.question.task, facts.question.widest):
        return Verdict.TOO_WIDE_TO_TELL
    return Verdict.COMPATIBLE


def _published_holds(interval: CompatibilityInterval, published: PublishedNumber) -> bool:
    return interval.holds(published.value, published.rounding)


def _plain_rule(interval: CompatibilityInterval, published: Fraction) -> bool | None:
    """The benchmark's own rule, which knows one percent and no other floor; None without references."""
    if not interval.references:
        return None
    if interval.variance is None:
        return around_deterministic(interval.center, None).holds(published)
    plain = around_mean(interval.center, interval.variance, interval.references, floor=None)
    return plain.holds(published)


def _direction(value: Fraction, published: Fraction) -> Direction | None:
    if value == published:
        return None
    return Direction.BELOW if value < published else Direction.ABOVE


def _notes_on(facts: _Facts, interval: CompatibilityInterval, found: Usable) -> list[str]:
    task, runs = facts.question.task, facts.question.runs_of_statistic
    return [
        *found.notes,
        *(notes.on_imported(found.observations) if interval.references else ()),
        *notes.on_multiply(task),
        *notes.on_center(interval, task),
        *notes.on_references(found.values, facts.published.value, deterministic=facts.question.deterministic),
        *notes.on_width(interval, task, facts.question.widest),
        *notes.on_published(facts.published, interval, task),
        *notes.on_declarations(task, runs, found.values, facts.published),
    ]
