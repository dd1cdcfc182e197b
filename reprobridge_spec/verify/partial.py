"""Rows of tasks of which fewer runs were made than the statistic has: held against the records, never compatible."""

from collections.abc import Mapping, Sequence

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from reprobridge_spec.stats.observations import counted
from reprobridge_spec.stats.partial import Repeat, judge_fresh_seeds, judge_given_seeds
from reprobridge_spec.stats.published import published_text
from reprobridge_spec.verify.recorded import Recorded


@dataclass(frozen=True, slots=True)
class _Made:
    seed: int | None
    value: str
    run: str


def with_partial(
    rows: Sequence[TaskResult],
    experiments: Mapping[str, Experiment],
    records: Sequence[RunRecord],
    recorded: Mapping[str, list[Recorded]],
    *,
    fresh: bool,
) -> list[TaskResult]:
    """The rows, those of tasks of which only some runs were asked for or fitted in as *partial*.

    Args:
        rows: as they come out where every run is asked for.
        experiments: with defaults and metrics filled in.
        records: the scored runs that were made.
        recorded: scores in the artifact's evidence, by task.
        fresh: whether the seeds were drawn.
    """
    return [_partial(row, experiments, records, recorded, fresh=fresh) or row for row in rows]


def _partial(
    row: TaskResult,
    experiments: Mapping[str, Experiment],
    records: Sequence[RunRecord],
    recorded: Mapping[str, list[Recorded]],
    *,
    fresh: bool,
) -> TaskResult | None:
    name, _, task_name = row.task.partition("/")
    made = _made(row.task, records)
    # nobody's choice but the evaluator's own may turn what is missing into a partial check
    if row.judgement.verdict is not Verdict.COULD_NOT_BE_DONE or row.fault is not Fault.EVALUATOR or not made:
        return None
    experiment = experiments[name]
    task = (experiment.tasks or {})[task_name]
    before = recorded.get(row.task, [])
    judgement = (
        _against_mean(task, made, before)
        if fresh or experiment.seeds is None
        else _against_same_seeds(task, made, before)
    )
    note = f"{len(made)} of the statistic's {counted(len(runs_of(experiment)))} were made: this is a partial check."
    lacks = judgement.verdict is Verdict.CANNOT_BE_TOLD and judgement.interval is None
    return row.model_copy(
        update={
            "judgement": judgement.model_copy(update={"notes": [note, *judgement.notes]}),
            "runs": [one.run for one in made],
            "n": len(made),
            "reason": None,
            "fault": Fault.ARTIFACT if lacks else None,
        }
    )


def _made(full_id: str, records: Sequence[RunRecord]) -> list[_Made]:
    found = []
    for record in records:
        score = record.score_of(full_id)
        if record.predicate.mode is Mode.SCORED and score is not None and score.value is not None:
            found.append(_Made(record.predicate.seed, score.value, record.predicate.run))
    return found


def _against_mean(task: Task, made: Sequence[_Made], before: Sequence[Recorded]) -> Judgement:
    if not before:
        return _nothing(task, made[0].value, "The artifact has no recorded run to compare with.")
    return judge_fresh_seeds(task, [one.value for one in made], [one.value for one in before])


def _against_same_seeds(task: Task, made: Sequence[_Made], before: Sequence[Recorded]) -> Judgement:
    values = {one.seed: one.value for one in before}
    if lacking := [one for one in made if one.seed not in values]:
        return _nothing(
            task, lacking[0].value, f"The artifact has no recorded run of seed {lacking[0].seed} to compare with."
        )
    return judge_given_seeds(
        task, [Repeat(seed=one.seed or 0, value=one.value, recorded=values[one.seed]) for one in made]
    )


def _nothing(task: Task, value: str, note: str) -> Judgement:
    published = None if task.published is None else published_text(task.published)
    return Judgement(verdict=Verdict.CANNOT_BE_TOLD, measured=value, published=published, notes=[note])
