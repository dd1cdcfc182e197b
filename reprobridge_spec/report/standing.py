"""How far each task and each experiment is, from the records alone."""

from collections.abc import Iterator

from reprobridge_spec.audit.judging import judgement_of
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.model.status import ExperimentStatus, SmokeStanding, Standing, TaskStatus
from reprobridge_spec.model.task import Blocked
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.stats.published import published_text

_SMOKE = {
    Outcome.MEASURED: SmokeStanding.PASSED,
    Outcome.FAILED: SmokeStanding.FAILED,
    Outcome.NOT_DONE: SmokeStanding.NOT_DONE,
}
_CHANGED = "the judgement changed after its runs were made: `rrspec run --resume` reads their scores anew"


def experiment_rows(subject: Subject) -> list[ExperimentStatus]:
    """One row an experiment, in the manifest's order."""
    return [_experiment(subject, name) for name in subject.context.experiments]


def task_rows(subject: Subject, experiments: list[ExperimentStatus]) -> list[TaskStatus]:
    """One row a task, in the manifest's order."""
    by_name = {row.experiment: row for row in experiments}
    return [_task(subject, full_id, by_name[full_id.partition("/")[0]]) for full_id in subject.context.tasks]


def place_label(seed: int | None, place: int) -> str:
    """How a run is called among those of its experiment: `seed 3`, or `run 2` where runs are counted."""
    return f"run {place}" if seed is None else f"seed {seed}"


def _experiment(subject: Subject, name: str) -> ExperimentStatus:
    seeds = runs_of(subject.context.experiments[name])
    counted = subject.counted.get(name, {})
    missing = [place for place in range(len(seeds)) if place not in counted]
    fresh, stale = subject.candidates.get(name, {}), subject.stale.get(name, {})
    return ExperimentStatus(
        experiment=name,
        smoke=_smoke(subject, name),
        runs=len(counted),
        of=len(seeds),
        missing=[place_label(seeds[place], place) for place in missing],
        failed=sum(1 for place in missing if _failed(fresh.get(place, []))),
        stale=sum(1 for place in missing if place not in fresh and place in stale),
    )


def _failed(runs: list[Run]) -> list[Run]:
    return [run for run in runs if run.said.outcome is Outcome.FAILED]


def _smoke(subject: Subject, name: str) -> SmokeStanding:
    runs = [run for run in subject.runs if run.said.experiment == name and run.said.mode is Mode.SMOKE]
    if not runs:
        return SmokeStanding.NONE
    method, section = subject.method(name), PresentMethods(subject.context).smoke_of(name)
    fresh = [run for run in runs if (run.said.plan.method, run.said.plan.smoke) == (method, section)]
    if method is None or not fresh:
        return SmokeStanding.STALE
    return _SMOKE[max(fresh, key=lambda run: (run.ended, run.path)).said.outcome]


def _task(subject: Subject, full_id: str, row: ExperimentStatus) -> TaskStatus:
    blocked = _blocked(subject, full_id)
    if blocked is not None:
        return TaskStatus(
            task=full_id,
            standing=Standing.BLOCKED,
            runs=0,
            of=row.of,
            published=_published(subject, full_id),
            reason=f"{blocked.reason.value}: {blocked.detail}",
        )
    scores = [value for _, value in scores_of(subject, full_id)]
    if len(scores) < row.of:
        standing, reason = _why_not(subject, full_id, row, len(scores))
        return TaskStatus(
            task=full_id,
            standing=standing,
            runs=len(scores),
            of=row.of,
            published=_published(subject, full_id),
            reason=reason,
        )
    return TaskStatus(
        task=full_id,
        standing=Standing.SCORED,
        runs=len(scores),
        of=row.of,
        published=_published(subject, full_id),
        judgement=judgement_of(subject, full_id, scores),
        reason=_CHANGED if _is_judged_otherwise(subject, full_id) else None,
    )


def _published(subject: Subject, full_id: str) -> str | None:
    said = subject.context.tasks[full_id].published
    return None if said is None else published_text(said)


def _blocked(subject: Subject, full_id: str) -> Blocked | None:
    experiment = subject.context.experiments[full_id.partition("/")[0]]
    return experiment.blocked or subject.context.tasks[full_id].blocked


def scores_of(subject: Subject, full_id: str) -> Iterator[tuple[Run, str]]:
    """The runs that count for a task and have a score in their record, each with it."""
    experiment, _, name = full_id.partition("/")
    for _, run in sorted(subject.counted.get(experiment, {}).items()):
        score = run.said.scores.get(name)
        if score is not None and score.value is not None:
            yield run, score.value


def _is_judged_otherwise(subject: Subject, full_id: str) -> bool:
    present, name = subject.judged_as(full_id), full_id.partition("/")[2]
    return any(run.said.plan.tasks.get(name) != present for run, _ in scores_of(subject, full_id))


def _why_not(subject: Subject, full_id: str, row: ExperimentStatus, scored: int) -> tuple[Standing, str | None]:
    """How far a task is that lacks a score, and why."""
    fresh = [run for runs in subject.candidates.get(row.experiment, {}).values() for run in runs]
    failed = _failed(fresh)
    if row.failed:
        return Standing.FAILED, f"{failed[-1].said.run}: {failed[-1].said.reason or 'it failed'}"
    if row.runs and scored < row.runs:
        return Standing.FAILED, _without_score(subject, full_id)
    if scored:
        return Standing.STARTED, None
    if row.stale:
        return Standing.STALE, _of_plan(subject, row.experiment)
    not_done = [run for run in fresh if run.said.outcome is Outcome.NOT_DONE]
    if not_done:
        return Standing.NOT_DONE, f"{not_done[-1].said.run}: {not_done[-1].said.reason or 'it could not be done'}"
    return (Standing.SMOKE if row.smoke is SmokeStanding.PASSED else Standing.PLANNED), None


def _without_score(subject: Subject, full_id: str) -> str:
    experiment, _, name = full_id.partition("/")
    for _, run in sorted(subject.counted.get(experiment, {}).items()):
        score = run.said.scores.get(name)
        if score is None or score.value is None:
            return f"{run.said.run}: {score.error if score and score.error else 'its record has no score for it'}"
    return "a record has no score for it"


def _of_plan(subject: Subject, experiment: str) -> str:
    if subject.method(experiment) is None:
        return "the present plan cannot be computed: `rrspec validate` says what is missing"
    return "code, launchers, command, environment or inputs changed after its runs"
