"""Alternatives of a decision, run beside what was decided: how far each moves the scores that hang on it.

Runs of alternatives are made as scored runs are. They are no scores of the artifact: their records lie apart.
"""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.campaign import InterruptedCampaignError, NotRun, Watch, plan
from reprobridge_spec.launch.figures import write
from reprobridge_spec.launch.own_state import own_state
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.prepare import Surroundings
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.sensitivity import rows, scores_of
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.launch.state_folder import alone
from reprobridge_spec.launch.tour import Tour, make_all
from reprobridge_spec.launch.way import Means, as_decided, otherwise
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.guide import Decision, MeasuredAlternative
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.model.sensitivity import SensitivityRow
from reprobridge_spec.model.verification import RunSummary
from reprobridge_spec.plan.alternatives import alternative_digest
from reprobridge_spec.rules.alternatives import tasks_run
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import one_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedDecision:
    """What the caller asks for.

    Attributes:
        decision: its id.
        seeds: fewer seeds than the experiments'; None for all of them.
        resume: whether runs of alternatives that were measured already are skipped.
        budget: seconds for all runs together.
    """

    decision: str
    seeds: Sequence[int] | None = None
    resume: bool = False
    budget: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What came of it.

    Attributes:
        rows: for each task, as decided and each alternative.
        figures: what the guide should say, by alternative.
        runs: the runs that were made.
        failed: number of runs that failed, or have nothing to go on because one before them did.
        not_done: number of runs that could not be made or measured, through no fault of the artifact.
    """

    rows: list[SensitivityRow]
    figures: Mapping[str, MeasuredAlternative]
    runs: list[RunSummary]
    failed: int
    not_done: int

    def written(self, root: Path, context: Context, decision: str) -> list[str]:
        """Put the figures into the guide's decisions; the alternatives for whom something changed.

        Raises:
            ArtifactError: the document cannot be edited in place.
            OSError: it cannot be written.
        """
        document = context.decisions
        return write(root / document.file, decision, self.figures) if document and self.figures else []


def run_decision(
    root: Path, context: Context, asked: AskedDecision, around: Surroundings, *, place: Place, watch: Watch
) -> Compared:
    """Run the alternatives of a decision, and what was decided where no fresh record of it is there.

    A record of each run of an alternative goes below `evidence/sensitivity/`.

    Raises:
        UsageError: there is no such decision, it has nothing to run, or seeds are not the experiments'.
        ArtifactError: a lock, an input or a file does not hold.
        NotDoneError: the machine, the network or access does not allow it, or another `rrspec run` is at work.
        InterruptedCampaignError: the caller stopped; what was finished is kept.
    """
    decision = _decision(context, asked.decision)
    tasks = _tasks(context, asked.decision, decision)
    own_state(root, around.cache, around.nonce)
    decided = as_decided(root, context)
    planned = plan(context.experiments, [task.partition("/")[0] for task in tasks], Mode.SCORED)
    runs = _runs(context, tasks, planned, asked.seeds)
    ways = {name: otherwise(decided, asked.decision, decision, name) for name in decision.alternatives}
    deadline = None if asked.budget is None else time.monotonic() + asked.budget
    try:
        with alone(decided.state):
            made, results = make_all(
                decided,
                [Tour.of(decided, way, planned, runs, resume=asked.resume) for way in ways.values()],
                planned,
                runs,
                Means(around=around, place=place, watch=watch, deadline=deadline),
            )
    except InterruptedCampaignError as error:
        hint = f"Their records are kept; `rrspec run --decision {asked.decision} --resume` makes the rest."
        raise InterruptedCampaignError(error.results, hint=hint) from error
    found = rows(context, runs, made)
    finished = [result for result in results if isinstance(result, Finished)]
    outcomes = [result.record.predicate.outcome for result in finished]
    not_run = [result.fault for result in results if isinstance(result, NotRun)]
    return Compared(
        rows=found,
        figures={
            one.alternative: MeasuredAlternative(
                plan=alternative_digest(tasks, ways[one.alternative].context.plans), scores=scores
            )
            for one in made
            if one.alternative is not None and (scores := scores_of(found, one))
        },
        runs=[result.summary() for result in finished],
        failed=outcomes.count(Outcome.FAILED) + not_run.count(Fault.ARTIFACT),
        not_done=outcomes.count(Outcome.NOT_DONE) + len(not_run) - not_run.count(Fault.ARTIFACT),
    )


def _decision(context: Context, name: str) -> Decision:
    document = context.decisions.model if context.decisions else None
    if document is None:
        raise UsageError("the artifact has no decisions", hint="`guide.decisions` of the manifest names them.")
    decision = document.decisions.get(name)
    if decision is None:
        raise UsageError(f"there is no decision {name}", hint=one_of(name, document.decisions))
    if not decision.alternatives:
        raise UsageError(
            f"decision {name} names no alternatives",
            hint="Write other ways to decide under `alternatives`, as arguments that can be appended.",
        )
    return decision


def _tasks(context: Context, name: str, decision: Decision) -> list[str]:
    tasks = tasks_run(context, decision)
    if not tasks:
        raise UsageError(
            f"decision {name} names no task that is run",
            hint="Write the tasks whose score it can change under its `tasks`.",
        )
    return tasks


def _runs(
    context: Context, tasks: Sequence[str], planned: Sequence[Planned], seeds: Sequence[int] | None
) -> dict[str, list[Planned]]:
    """By task, the runs that its values are to rest on.

    Raises:
        UsageError: a seed is none of an experiment's, or an experiment is left without runs.
    """
    known = {seed for task in tasks for seed in context.experiments[task.partition("/")[0]].seeds or []}
    for seed in seeds or ():
        if seed not in known:
            raise UsageError(
                f"seed {seed} is none of the experiments'",
                hint="An alternative is compared with what was decided, run for run; name seeds of the manifest.",
            )
    found: dict[str, list[Planned]] = {}
    for task in tasks:
        own = [run for run in planned if run.experiment == task.partition("/")[0]]
        found[task] = [run for run in own if seeds is None or run.seed is None or run.seed in seeds]
        if not found[task]:
            raise UsageError(f"task {task} has none of these seeds", hint="Name at least one of each task's seeds.")
    return found
