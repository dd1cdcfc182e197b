"""The tasks of an artifact as rows: which cell, what was published, what was measured, what counts as the same."""

from collections.abc import Mapping
from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.outcomes import Outcome
from reprobridge_spec.model.resolved import folds_seeds, runs_of
from reprobridge_spec.model.task import PublishedRange, PublishedValue, Spread, SpreadKind, Task
from reprobridge_spec.model.verdict import DecidedBy, Interval
from reprobridge_spec.render.amounts import DASH, listed, number
from reprobridge_spec.render.table import decided, short, verdict
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.references_of import usable_references
from reprobridge_spec.rules.runnable import is_task_blocked
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.interval import interval_of
from reprobridge_spec.stats.published import published_number, published_text
from reprobridge_spec.stats.shown import clipped

KINDS = {
    SpreadKind.SD: "sample standard deviation (n-1)",
    SpreadKind.SD_POPULATION: "population standard deviation (n)",
    SpreadKind.SEM: "standard error of the mean",
    SpreadKind.CI95: "95% confidence interval",
    SpreadKind.RANGE: "range",
    SpreadKind.UNSTATED: "not said of what kind",
}
"""What stands behind a ±."""
_BY = {
    DecidedBy.T: "95% prediction interval of {references}",
    DecidedBy.RELATIVE_FLOOR: "{center} ± least width",
    DecidedBy.ABSOLUTE_FLOOR: "{center} ± declared least width",
    DecidedBy.TOLERANCE: "published value ± declared tolerance",
    DecidedBy.DEFAULT_TOLERANCE: "published value ± 1%",
    DecidedBy.DETERMINISTIC: "one observation of a deterministic method ± 1%",
}
_WRITTEN_OUT, _SEEDS = 2, 8


def open_tasks(context: Context) -> dict[str, Task]:
    """The tasks that are not blocked."""
    return {task: body for task, body in context.tasks.items() if not is_task_blocked(context, task)}


def cell(source: Source, task: str) -> str:
    """The cell of the paper that a task is, in words."""
    return ", ".join(part for part in _cell(source, task) if part) or DASH


def cells(source: Source) -> tuple[str, dict[str, str]]:
    """What the cells of all tasks have in common, and of each task the rest."""
    parts = {task: _cell(source, task) for task in source.context.tasks}
    same = [len(set(column)) == 1 and len(parts) > 1 for column in zip(*parts.values(), strict=True)]
    first = next(iter(parts.values()), ())
    common = [part for part, is_same in zip(first, same, strict=True) if is_same]
    rest = {task: [part for part, is_same in zip(own, same, strict=True) if not is_same] for task, own in parts.items()}
    return ", ".join(filter(None, common)), {task: ", ".join(filter(None, own)) or DASH for task, own in rest.items()}


def _cell(source: Source, task: str) -> tuple[str, str, str]:
    """Table, row and column."""
    body = source.context.tasks[task]
    if body.at is None:
        return "", "", ""
    table = source.manifest.tables.get(body.at.table)
    called = (table.label or table.path or body.at.table) if table else body.at.table
    row = body.at.row or (table.row if table else None)
    column = body.at.column or (table.column if table else None)
    return called, row or "", column or ""


def published(task: Task) -> str:
    """The published value with its ±, as printed."""
    if task.published is None:
        return DASH
    spread = spread_of(task)
    return published_text(task.published) + (f" ± {spread.value}" if spread else "")


def spread_of(task: Task) -> Spread | None:
    """The ± of a published value."""
    return task.published.spread if isinstance(task.published, PublishedValue | PublishedRange) else None


def measured(outcome: Outcome | None) -> str:
    """The measured value, with few digits."""
    return short(outcome.judgement.measured) if outcome and outcome.judgement else DASH


def answer(outcome: Outcome | None) -> str:
    """How a task came out, in words."""
    if outcome is None:
        return "not run"
    if outcome.is_contradicted or outcome.judgement is None:
        return outcome.reason
    return verdict(outcome.judgement)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """Where a new score is to lie.

    Attributes:
        interval: both ends, clipped to the metric's range; a dash where there is none.
        by: what sets its width, in a word or two.
        meaning: the same in words.
    """

    interval: str = DASH
    by: str = DASH
    meaning: str = DASH


def expected(source: Source, task: str, outcome: Outcome | None) -> Expected:
    """The interval of a task: that of its judgement, else the one that a score would be judged by."""
    judgement = outcome.judgement if outcome else None
    if judgement is not None and judgement.decided_by is not None:
        shown = judgement.shown or judgement.interval
        return _expected(shown, judgement.decided_by, judgement.references)
    body = source.context.tasks[task]
    try:
        number_of = published_number(body.published).value if body.published is not None else None
    except ValueError:
        number_of = None
    if number_of is None:
        return Expected()
    deterministic = source.context.experiments[task.partition("/")[0]].deterministic is True
    references = usable_references(source.context, task)
    found = interval_of(body, references, number_of, deterministic=deterministic)
    return _expected(clipped(found, body), found.decided_by, found.references) if found else Expected()


def _expected(ends: Interval | None, by: DecidedBy, references: int) -> Expected:
    shown = f"[{short(ends.low)}, {short(ends.high)}]" if ends else DASH
    return Expected(interval=shown, by=decided(by), meaning=_meaning(by, references))


def _meaning(by: DecidedBy, references: int) -> str:
    counted = number(references, "reference")
    return _BY[by].format(references=counted, center=f"mean of {counted}" if references else "published value")


def runs_said(source: Source, task: str) -> str:
    """Over how many runs, and with which seeds, the score of a task is."""
    body = source.context.experiments[task.partition("/")[0]]
    statistic = source.context.tasks[task].statistic
    count = len(runs_of(body))
    seeds = f"seeds {_shortened(body.seeds)}" if body.seeds is not None else "no seed"
    told = f"{number(count, 'run')}, {seeds}"
    if statistic is None or folds_seeds(statistic):
        return f"{statistic.estimator} of {told}" if statistic and count > 1 else told
    within = f", {statistic.estimator} over {statistic.n or ''} {statistic.over}".replace("  ", " ")
    return told + (within if statistic.over else "")


def deviation(source: Source, task: str, outcome: Outcome | None) -> str:
    """The sample standard deviation (n-1) over the scores of the runs behind a task; a dash below two."""
    experiment, _, name = task.partition("/")
    runs = set(outcome.runs) if outcome else set()
    scores: list[Fraction] = []
    for record in source.records.values():
        said = record.predicate
        score = said.scores.get(name)
        if said.run in runs and said.experiment == experiment and score and score.value is not None:
            scores.append(exact.number(score.value))
    if len(scores) < 2:  # noqa: PLR2004 (one value has no spread)
        return DASH
    return short(exact.as_text(exact.square_root(exact.variance(scores))))


def coverage(source: Source, outcomes: Mapping[str, Outcome]) -> str:
    """How many tasks there are for how many own cells of the paper, and how they came out, in one sentence."""
    tasks = source.context.tasks
    if not tasks:
        return "No task is declared."
    own = sum(table.own_cells or 0 for table in source.manifest.tables.values())
    cells = f" for {number(own, 'cell')} of the paper's own results" if own else ""
    answers = [answer(outcomes.get(task)) for task in tasks]
    counts = ", ".join(f"{answers.count(one)} {one}" for one in dict.fromkeys(answers))
    return f"{number(len(tasks), 'task')}{cells}: {counts}."


def _shortened(seeds: list[int]) -> str:
    if len(seeds) > _WRITTEN_OUT and seeds == list(range(seeds[0], seeds[0] + len(seeds))):
        return f"{seeds[0]} to {seeds[-1]}"
    return listed(map(str, seeds), _SEEDS)
