"""A task's change record, searched for what moved its score."""

import shutil
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.bisect.bench import Bench
from reprobridge_spec.launch.bisect.search import Move, search
from reprobridge_spec.launch.bisect.states import Copy, State, as_it_is, states_of
from reprobridge_spec.launch.bisect.values import Seen, Values
from reprobridge_spec.launch.campaign import plan
from reprobridge_spec.launch.own_state import own_state
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.launch.state_folder import alone
from reprobridge_spec.launch.way import Means
from reprobridge_spec.model.bisection import BisectedState, ScoreMove
from reprobridge_spec.model.guide import Change
from reprobridge_spec.model.paper import Codebase, Relation
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.verdict import DecidedBy
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.rules.runnable import is_task_blocked
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.interval import around_observation
from reprobridge_spec.stats.judge import judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Bisected:
    """What came of it.

    Attributes:
        seed: the seed of each run.
        threshold: by how much a score has to move.
        decided_by: what set that.
        states: every state.
        moves: what was found.
        recorded: whether the patches lead to the code folder.
    """

    seed: int | None
    threshold: Fraction
    decided_by: DecidedBy
    states: list[BisectedState]
    moves: list[ScoreMove]
    recorded: bool


def codebase_of(context: Context) -> Codebase:
    """The code that patches lead to.

    Raises:
        UsageError: no patches lead from a release to it.
    """
    codebase = context.manifest.codebase
    if codebase is None or codebase.relation is not Relation.MODIFIED or codebase.upstream is None:
        what = codebase.relation.value if codebase else "not there"
        hint = "Only of a `modified` codebase do patches say what was changed, one after the other."
        if codebase and codebase.relation is Relation.REIMPLEMENTATION:
            hint = f"{hint} Of this one the change record says what was checked against what."
        raise UsageError(f"the code is {what}: no patches lead from the release to it", hint=hint)
    return codebase


def run_of(context: Context, task: str, seed: int | None) -> Planned:
    """The run by which a task is measured in each state.

    Raises:
        UsageError: there is no such task, it is blocked, or the seed is none of its experiment's.
    """
    if task not in context.tasks:
        raise UsageError(f"there is no task {task}", hint=one_of(task, context.tasks))
    if is_task_blocked(context, task):
        raise UsageError(f"task {task} is blocked", hint="What is blocked is not run; name another.")
    name = task.partition("/")[0]
    planned = [run for run in plan(context.experiments, [name], Mode.SCORED) if run.experiment == name]
    found = planned[0] if seed is None else next((run for run in planned if run.seed == seed), None)
    if found is None:
        own = ", ".join(map(str, context.experiments[name].seeds or ())) or "none, for it counts `runs`"
        raise UsageError(f"seed {seed} is none of experiment {name}'s", hint=f"It has: {own}.")
    return found


def bisect(
    root: Path,
    context: Context,
    release: ArtifactFiles,
    task: str,
    means: Means,
    *,
    seed: int | None = None,
    again: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Bisected:
    """Find the changes that moved a task's score. The artifact stays as it is; code runs in a copy.

    Args:
        root: the artifact.
        context: its documents.
        release: the pinned release.
        task: full id.
        means: with what runs are made.
        seed: the seed of each run; the first of the experiment's if None.
        again: whether states are run again that an earlier bisection had run.
        tell: told of each state as it is measured.

    Raises:
        UsageError: there is nothing to bisect.
        ArtifactError: a patch does not apply, or the code folder itself gives no score.
        NotDoneError: the machine, the network or access does not allow it.
        InterruptedCampaignError: the caller stopped; states that were measured are kept.
    """
    codebase = codebase_of(context)
    run = run_of(context, task, seed)
    states = states_of(context, release)
    folder = own_state(root, means.around.cache, means.around.nonce) / "bisect"
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder):
        shutil.rmtree(folder / "copy", ignore_errors=True)
        try:
            copy = Copy(root, context, codebase.path, folder / "copy")
            values = Values(folder / "values")
            bench = Bench(context, task, run, copy, folder / "state", values, means, again=again)
            recorded = bench.method(states[-1]) == context.plans.method(run.experiment)
            if not recorded:
                states.append(as_it_is(context, codebase.path))
            return _searched(context, task, run, states, bench, tell, recorded=recorded)
        finally:
            for used in ("copy", "state"):
                shutil.rmtree(folder / used, ignore_errors=True)


def _searched(
    context: Context,
    task: str,
    run: Planned,
    states: Sequence[State],
    bench: Bench,
    tell: Callable[[str], None],
    *,
    recorded: bool,
) -> Bisected:
    seen: dict[int, tuple[Seen, bool]] = {}

    def look(number: int) -> Fraction | None:
        if number not in seen:
            name = _name(states, number)
            seen[number] = bench.measure(states[number], lambda: tell(f"{name} ..."))
            found, earlier = seen[number]
            tell(f"{name}: {found.value or f'fails: {found.failure}'}{' (from an earlier bisection)' * earlier}")
        value = seen[number][0].value
        return None if value is None else exact.number(value)

    last = len(states) - 1
    end = look(last)
    if end is None:
        raise ArtifactError(
            f"the code folder gives no score of {task}: {seen[last][0].failure}",
            hint="A change that moved it can be found once it runs: `rrspec run` says more.",
        )
    threshold, decided_by = _threshold(context, task, exact.as_text(end))
    moves = search(last, look, threshold)
    changes = context.changes.model.changes if context.changes and context.changes.model else {}
    return Bisected(
        seed=run.seed,
        threshold=threshold,
        decided_by=decided_by,
        states=[_state(number, state, changes, seen.get(number)) for number, state in enumerate(states)],
        moves=[_move(move, states, seen) for move in moves],
        recorded=recorded,
    )


def _threshold(context: Context, full_id: str, value: str) -> tuple[Fraction, DecidedBy]:
    """Half the width of the task's interval; 1% of the score, or the declared floor, where it has none."""
    task, experiment = context.tasks[full_id], context.experiments[full_id.partition("/")[0]]
    document = context.references.model if context.references else None
    judged = judge(
        task=task,
        values=[value],
        references=document.references.get(full_id, []) if document else [],
        deterministic=experiment.deterministic is True,
        runs=len(runs_of(experiment)),
        are_folded=True,
    )
    if judged.interval is not None and judged.decided_by is not None:
        return (exact.number(judged.interval.high) - exact.number(judged.interval.low)) / 2, judged.decided_by
    around = around_observation(exact.number(value), task.floor)
    return around.half, around.decided_by


def _name(states: Sequence[State], number: int) -> str:
    if number == 0:
        return "release"
    change = states[number].change
    return f"code folder as it is ({number})" if change is None else f"after {change} ({number})"


def _state(number: int, state: State, changes: dict[str, Change], found: tuple[Seen, bool] | None) -> BisectedState:
    change = changes.get(state.change or "")
    seen = found[0] if found else None
    return BisectedState(
        number=number,
        change=state.change,
        kind=change.kind if change else None,
        why=change.why if change else None,
        decision=change.decision if change else None,
        value=seen.value if seen else None,
        failure=(seen.failure or None) if seen else None,
        earlier=found[1] if found else False,
    )


def _move(move: Move, states: Sequence[State], seen: dict[int, tuple[Seen, bool]]) -> ScoreMove:
    between = range(move.after + 1, move.upto + 1)
    return ScoreMove(
        after=move.after,
        upto=move.upto,
        changes=[change for number in between if (change := states[number].change) is not None],
        before=seen[move.after][0].value,
        now=seen[move.upto][0].value or "",
        skipped=[number for number in between if number in seen and seen[number][0].value is None],
    )
