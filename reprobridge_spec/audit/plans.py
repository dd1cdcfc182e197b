"""Whether runs are those that the present plan declares: their seeds, their places, their environment."""

from collections.abc import Iterator

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.documents.python_bound import admits
from reprobridge_spec.location import Path
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason


def signs(subject: Subject) -> Iterator[Sign]:
    """What of the plan the runs that count do not fit."""
    for name, slots in subject.counted.items():
        yield from _seeds(subject, name, list(slots.values()))
        for run in slots.values():
            yield from _place(subject, run)
    for run in [*subject.counted_runs(), *subject.reference_runs]:
        for path, recorded, found in _environment(subject, run):
            yield Sign(
                reason=Reason.ENVIRONMENT_DIFFERS,
                bearing=Bearing.CONTRADICTS,
                message=f"run `{run.said.run}` has the present plan, and {path[-1]} of its environment is another",
                file=run.path,
                runs=(run,),
                path=("predicate", "environment", *path),
                recorded=recorded,
                found=found,
            )


def _seeds(subject: Subject, name: str, runs: list[Run]) -> Iterator[Sign]:
    present = subject.context.plans.campaign(name)
    changed = tuple(run for run in runs if run.said.plan.campaign != present)
    if changed:
        others = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        yield Sign(
            reason=Reason.SEEDS_CHANGED,
            bearing=Bearing.CONTRADICTS,
            message=f"experiment `{name}` declared other seeds, or another number of runs, when run "
            f"`{changed[0].said.run}`{others} {'were' if len(changed) > 1 else 'was'} made",
            file=changed[0].path,
            runs=changed,
            path=("predicate", "plan", "campaign"),
            recorded=changed[0].said.plan.campaign,
            found=present,
        )


def _place(subject: Subject, run: Run) -> Iterator[Sign]:
    seeds = subject.context.experiments[run.said.experiment].seeds
    if seeds is None or run.said.seed is None or seeds[run.said.index : run.said.index + 1] == [run.said.seed]:
        return
    if run.said.plan.campaign != subject.context.plans.campaign(run.said.experiment):
        return  # under other seeds, places are others, too
    yield Sign(
        reason=Reason.SEED_MISPLACED,
        bearing=Bearing.CONTRADICTS,
        message=f"run `{run.said.run}` of seed {run.said.seed} says that it stands at place {run.said.index}, and "
        f"the seed stands at {seeds.index(run.said.seed)}",
        file=run.path,
        runs=(run,),
        path=("predicate", "index"),
        recorded=str(run.said.index),
        found=str(seeds.index(run.said.seed)),
    )


def _environment(subject: Subject, run: Run) -> Iterator[tuple[Path, str, str]]:
    """Place, recorded and declared value of what differs."""
    used = run.said.environment
    name = subject.context.experiments[run.said.experiment].environment
    declared = subject.context.manifest.environments.get(name or "")
    if declared is None:
        return
    if used.id != name:
        yield ("id",), used.id, name or "none"
        return
    for variable in sorted(used.variables.keys() | declared.variables.keys()):
        recorded, said = used.variables.get(variable), declared.variables.get(variable)
        if recorded != said:
            yield ("variables", variable), _shown(recorded), _shown(said)
    if used.platform in declared.locks and used.lock != declared.locks[used.platform]:
        yield ("lock",), used.lock, declared.locks[used.platform]
    if declared.locks and used.platform not in declared.locks:
        yield ("platform",), used.platform, ", ".join(declared.locks)
    if not _admits(declared.python, used.python):
        yield ("python",), used.python, declared.python


def _shown(value: str | None) -> str:
    return "not set" if value is None else value or "empty"


def _admits(declared: str, version: str) -> bool:
    try:
        return admits(declared, version)
    except ValueError:
        return True  # python-unknown says what is wrong with the bound
