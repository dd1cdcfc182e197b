"""Runs of an artifact in its own folder: records go into its evidence, what is unfinished into `.rrspec/`."""

from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec.documents.edit import with_observations
from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import handing_on
from reprobridge_spec.launch.campaign import InterruptedCampaignError, NotRun, Result, Watch, plan, run_all
from reprobridge_spec.launch.own_state import own_state
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.prepare import Surroundings, site
from reprobridge_spec.launch.queue import Queue, end, keep, kept, last_record
from reprobridge_spec.launch.read_again import judged_otherwise, with_present_scores
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.reference import check_seeds, observations_of
from reprobridge_spec.launch.results import judge_tasks, stopped_by
from reprobridge_spec.launch.site import Chain, Planned
from reprobridge_spec.launch.state_folder import alone
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.references import Observation, References
from reprobridge_spec.model.run_record import Mode, Outcome, RunPredicate, RunRecord
from reprobridge_spec.model.verdict import TaskResult
from reprobridge_spec.model.verification import RunSummary
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.schemas.kinds import REFERENCES_FILE, RUNS_FOLDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the caller asks for.

    Attributes:
        names: experiments, or tasks as `experiment/task`; all experiments if empty.
        smoke: whether smoke runs are wanted.
        resume: whether runs that were measured already are skipped.
        reference: seeds of one more observation.
        budget: seconds after which the campaign ends, and what is left waits for another time.
    """

    names: Sequence[str] = ()
    smoke: bool = False
    resume: bool = False
    reference: list[int] | None = None
    budget: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of it.

    Attributes:
        rows: verdicts of the tasks; none after smoke runs and reference runs.
        runs: the runs that were made.
        failed: number of runs that failed.
        not_done: number of runs that could not be made or measured, through no fault of the artifact.
        left: number of those that wait for another time, as the budget was spent.
    """

    rows: list[TaskResult]
    runs: list[RunSummary]
    failed: int
    not_done: int
    left: int


def run_local(
    root: Path,
    context: Context,
    wanted: Wanted,
    around: Surroundings,
    *,
    place: Place,
    watch: Watch,
) -> Done:
    """Run experiments of the artifact at `root` and keep their records in its evidence.

    Raises:
        UsageError: a name or a seed that does not go.
        ArtifactError: a lock, an input or a file does not hold.
        NotDoneError: the machine, the network or access does not allow it, or another `rrspec run` is at work.
        InterruptedCampaignError: the caller stopped; what was finished is kept.
    """
    experiments = context.experiments
    state = own_state(root, around.cache, around.nonce)
    references = context.references.model if context.references else None
    queue, begun = _queue(context, wanted, state, around, references)
    planned = plan(experiments, queue.names, queue.mode, queue.seeds)
    earlier = measured(root / RUNS_FOLDER, context, planned) if wanted.resume else {}
    with (
        alone(state),
        site(
            root,
            context.manifest,
            list(dict.fromkeys(item.experiment for item in planned)),
            around,
            state=state,
            records=root / RUNS_FOLDER,
            seeds=queue.seeds,
            chain=Chain(campaign=queue.campaign, last=_last(root, context, queue) if begun else None),
        ) as ready,
    ):
        keep(state, queue)
        left = [item for item in planned if item not in earlier or not handing_on.are_kept(ready, item)]
        try:
            results = run_all(ready, left, place, watch, budget=wanted.budget)
        except InterruptedCampaignError as error:
            hint = "Their records are kept; `rrspec run --resume` makes the rest."
            raise InterruptedCampaignError(error.results, hint=hint) from error
        if not any(isinstance(result, NotRun) for result in results):
            end(state)
    return _done(root, context, queue, earlier, results, references)


def _queue(
    context: Context, wanted: Wanted, state: Path, around: Surroundings, references: References | None
) -> tuple[Queue, bool]:
    """What is to be run, and whether that goes on with a campaign that was under way.

    Without names, `resume` takes up whatever was asked for then.
    """
    under_way = kept(state) if wanted.resume else None
    plain = not wanted.names and not wanted.smoke and wanted.reference is None
    if under_way and plain and set(under_way.names) <= set(context.experiments):
        return under_way, True
    names = _experiments(context, wanted.names)
    if wanted.reference is not None:
        _check_reference(context, names, wanted, references)
    asked = Queue(
        campaign=around.nonce(),
        names=tuple(names),
        mode=Mode.SMOKE if wanted.smoke else Mode.SCORED,
        seeds=None if wanted.reference is None else tuple(wanted.reference),
    )
    return (under_way, True) if under_way and under_way.asks_as(asked) else (asked, False)


def _last(root: Path, context: Context, queue: Queue) -> str | None:
    return last_record(
        (root / path, record.predicate.previous)
        for path, record in context.records.items()
        if record.predicate.campaign == queue.campaign
    )


def _done(
    root: Path,
    context: Context,
    queue: Queue,
    earlier: dict[Planned, RunRecord],
    results: list[Result],
    references: References | None,
) -> Done:
    finished = [result for result in results if isinstance(result, Finished)]
    outcomes = [result.record.predicate.outcome for result in finished]
    judged = queue.mode is Mode.SCORED and queue.seeds is None
    done = Done(
        rows=_rows(context, list(queue.names), finished, earlier, results, references) if judged else [],
        runs=[result.summary() for result in finished],
        failed=outcomes.count(Outcome.FAILED),
        not_done=outcomes.count(Outcome.NOT_DONE) + len(results) - len(finished),
        left=sum(isinstance(result, NotRun) and result.fault is Fault.EVALUATOR for result in results),
    )
    if queue.seeds is not None and not done.failed and not done.not_done:
        again = {result.planned for result in finished}
        records = [record for item, record in earlier.items() if item not in again]
        records += [result.record for result in finished]
        _add_references(root, observations_of(context.experiments, queue.names, records))
    return done


def _experiments(context: Context, names: Sequence[str]) -> list[str]:
    known = context.experiments
    if not names:
        return list(known)
    found: dict[str, None] = {}
    for name in names:
        experiment, slash, _ = name.partition("/")
        if experiment not in known or (slash and name not in context.tasks):
            what = "task" if slash else "experiment"
            raise UsageError(f"there is no {what} {name}", hint=one_of(name, context.tasks if slash else known))
        if (blocked := known[experiment].blocked) is not None:
            raise UsageError(
                f"experiment {experiment} is blocked: {blocked.detail}", hint="What is blocked is not run; name others."
            )
        found[experiment] = None
    return list(found)


def _check_reference(context: Context, names: list[str], wanted: Wanted, references: References | None) -> None:
    if wanted.smoke:
        raise UsageError("--reference does not go with --smoke")
    for name in names:
        if not is_blocked(context.experiments[name]):
            check_seeds(name, context.experiments[name], wanted.reference or [], references)


def measured(folder: Path, context: Context, planned: Sequence[Planned]) -> dict[Planned, RunRecord]:
    """Runs whose files lie in `folder` and that were measured with the present method, with their present scores."""
    found: dict[Planned, RunRecord] = {}
    # of several records of one run the newest counts, whatever they are called
    for record in sorted(context.records.values(), key=lambda record: record.predicate.attempts[-1].ended):
        predicate = record.predicate
        item = Planned(experiment=predicate.experiment, mode=predicate.mode, seed=predicate.seed, index=predicate.index)
        fresh = predicate.outcome is Outcome.MEASURED and item in planned
        if fresh and _is_of_present_plan(context, predicate):
            digests = _task_digests(context, predicate.experiment) if predicate.mode is Mode.SCORED else {}
            tasks = context.experiments[predicate.experiment].tasks or {}
            present = with_present_scores(record, folder / predicate.run, tasks, digests)
            if present is not None:
                found[item] = present
    return found


def _is_of_present_plan(context: Context, predicate: RunPredicate) -> bool:
    smoke = context.plans.smoke(predicate.experiment) if predicate.mode is Mode.SMOKE else None
    return (predicate.plan.method, predicate.plan.smoke) == (context.plans.method(predicate.experiment), smoke)


def _task_digests(context: Context, experiment: str) -> dict[str, str]:
    tasks = context.experiments[experiment].tasks or {}
    return {name: context.plans.task(f"{experiment}/{name}") for name, task in tasks.items() if task.blocked is None}


def _rows(
    context: Context,
    names: list[str],
    finished: list[Finished],
    earlier: dict[Planned, RunRecord],
    results: list[Result],
    references: References | None,
) -> list[TaskResult]:
    again = {result.planned for result in finished}
    records = [record for item, record in earlier.items() if item not in again]
    records += [result.record for result in finished]
    stopped = {result.planned.experiment: stopped_by(result) for result in results if isinstance(result, NotRun)}
    changed = {
        f"{record.predicate.experiment}/{task}"
        for record in earlier.values()
        for task in judged_otherwise(record, _task_digests(context, record.predicate.experiment))
    }
    return judge_tasks(context.experiments, names, records, references, stopped, changed=changed)


def _add_references(root: Path, observations: dict[str, Observation]) -> None:
    path = root / REFERENCES_FILE
    text = path.read_text(encoding="utf-8") if path.is_file() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing_file(path) as sink:
        sink.write(with_observations(text, observations).encode())
