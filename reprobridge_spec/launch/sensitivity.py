"""From the records of several ways to decide to one row for each task in each of them."""

from collections.abc import Mapping, Sequence

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.results import Stopped
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.model.guide import AlternativeScore
from reprobridge_spec.model.references import Observation
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Outcome, RunRecord
from reprobridge_spec.model.sensitivity import SensitivityRow
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.rules.context import Context
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.judge import judge
from reprobridge_spec.stats.published import published_text
from reprobridge_spec.stats.statistic import measured

_UNJUDGED = frozenset({Verdict.FAILED, Verdict.CANNOT_BE_TOLD})
_UNREACHED = "The alternative does not reach this task: its plan is the same."


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What one way to decide came to.

    Attributes:
        alternative: its id; None as decided.
        records: records by run, those of earlier campaigns too.
        stopped: experiments whose runs were not all made, and why.
        reached: tasks that run otherwise than as decided; all of them as decided.
    """

    alternative: str | None
    records: Mapping[Planned, RunRecord]
    stopped: Mapping[str, Stopped]
    reached: Sequence[str]


def rows(context: Context, runs: Mapping[str, Sequence[Planned]], ways: Sequence[Made]) -> list[SensitivityRow]:
    """For each task: as decided, which is the first of `ways`, and each alternative with its change.

    Args:
        context: the artifact as decided.
        runs: by task, the runs that its values rest on.
        ways: as decided, and the alternatives.
    """
    found: list[SensitivityRow] = []
    for task, planned in runs.items():
        decided = _row(context, task, planned, ways[0])
        found.append(decided)
        for way in ways[1:]:
            if task in way.reached:
                found.append(_with_change(_row(context, task, planned, way), decided))
            else:
                same = {"alternative": way.alternative, "reason": _UNREACHED}
                change = {"change": "0"} if decided.judgement.measured is not None else {}
                found.append(decided.model_copy(update=same | change))
    return found


def scores_of(rows: Sequence[SensitivityRow], way: Made) -> dict[str, AlternativeScore]:
    """What the guide keeps of an alternative: tasks that it reaches, where both ways gave an answer."""
    decided = {row.task: row.judgement.measured for row in rows if row.alternative is None}
    found: dict[str, AlternativeScore] = {}
    for row in rows:
        before, said = decided[row.task], row.judgement
        is_answered = said.verdict not in {Verdict.COULD_NOT_BE_DONE, Verdict.BLOCKED} and row.n is not None
        if row.alternative == way.alternative and row.task in way.reached and is_answered and before is not None:
            found[row.task] = AlternativeScore(
                decided=before,
                score=said.measured,
                runs=row.n or 1,
                inside=said.score_in_interval,
                verdict=said.verdict,
            )
    return found


def _row(context: Context, full_id: str, planned: Sequence[Planned], way: Made) -> SensitivityRow:
    task = context.tasks[full_id]
    records = [record for run in planned if (record := way.records.get(run)) is not None]
    scores = [score.value for record in records if (score := record.score_of(full_id)) is not None]
    failed = next((record for record in records if _has_failed(record, full_id)), None)
    if failed is not None:
        reason = f"{failed.predicate.run}: {failed.predicate.reason}"
        return _without_value(full_id, task, way, Verdict.FAILED, reason, len(planned))
    values = [value for value in scores if value is not None]
    if len(values) < len(planned):
        stopped = way.stopped.get(full_id.partition("/")[0])
        missed = f"{len(planned) - len(values)} of {len(planned)} runs were not made"
        verdict = stopped.verdict if stopped else Verdict.COULD_NOT_BE_DONE
        return _without_value(full_id, task, way, verdict, stopped.reason if stopped else missed, len(planned))
    return SensitivityRow(
        task=full_id, alternative=way.alternative, judgement=_judged(context, full_id, values), n=len(values)
    )


def _has_failed(record: RunRecord, full_id: str) -> bool:
    score = record.score_of(full_id)
    return record.predicate.outcome is Outcome.FAILED and (score is None or score.value is None)


def _judged(context: Context, full_id: str, values: list[str]) -> Judgement:
    """How the values compare; over fewer runs than the statistic's, *partial* with the place in the interval."""
    task, experiment = context.tasks[full_id], context.experiments[full_id.partition("/")[0]]
    document = context.references.model if context.references else None
    references: Sequence[Observation] = document.references.get(full_id, []) if document else []
    runs = len(runs_of(experiment))
    deterministic = experiment.deterministic is True
    if len(values) < runs and task.statistic is not None:
        try:
            folded = exact.as_text(measured([exact.number(value) for value in values], task.statistic))
        except ValueError:
            return judge(task=task, values=values, references=references, runs=runs)
        found = judge(
            task=task, values=[folded], references=references, deterministic=deterministic, runs=runs, are_folded=True
        )
        part = {"verdict": Verdict.PARTIAL, "at_half_width": None, "at_double_width": None, "as_expected": False}
        return found if found.verdict in _UNJUDGED else found.model_copy(update=part)
    return judge(task=task, values=values, references=references, deterministic=deterministic, runs=runs)


def _with_change(row: SensitivityRow, decided: SensitivityRow) -> SensitivityRow:
    now, before = row.judgement.measured, decided.judgement.measured
    if now is None or before is None:
        return row
    return row.model_copy(update={"change": exact.as_text(exact.number(now) - exact.number(before))})


def _without_value(full_id: str, task: Task, way: Made, verdict: Verdict, reason: str, runs: int) -> SensitivityRow:
    published = None if task.published is None else published_text(task.published)
    return SensitivityRow(
        task=full_id,
        alternative=way.alternative,
        judgement=Judgement(verdict=verdict, published=published),
        n=runs if verdict is Verdict.FAILED else None,
        reason=reason,
    )
