"""Whether there is a run that counts for each one that the statistic is over, and why not."""

from collections.abc import Iterator

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_MANY = 10


@dataclass(frozen=True, slots=True)
class _Gap:
    reason: Reason
    because: str


_BEARINGS = {
    Reason.RUN_MISSING: Bearing.LEAVES_OPEN,
    Reason.RUN_NOT_DONE: Bearing.LEAVES_OPEN,
    Reason.RUN_STALE: Bearing.CONTRADICTS,
    Reason.RUN_FAILED: Bearing.CONTRADICTS,
}


def signs(subject: Subject) -> Iterator[Sign]:
    """One sign for the places of an experiment that lack a run for the same reason."""
    for name, tasks in subject.open_tasks.items():
        if not tasks:
            continue
        if subject.method(name) is None:
            yield _unknown(subject, name, tasks)
            continue
        gaps: dict[_Gap, list[tuple[str, tuple[Run, ...]]]] = {}
        for place, seed in enumerate(runs_of(subject.context.experiments[name])):
            if place not in subject.counted.get(name, {}):
                gap, runs = _gap(subject, name, place)
                gaps.setdefault(gap, []).append(
                    (f"{'run' if seed is None else 'seed'} {place if seed is None else seed}", runs)
                )
        for gap, places in gaps.items():
            yield _lacking(subject, name, tasks, gap, places)
    yield from _beside(subject)


def _unknown(subject: Subject, name: str, tasks: tuple[str, ...]) -> Sign:
    return Sign(
        reason=Reason.PLAN_UNKNOWN,
        bearing=Bearing.LEAVES_OPEN,
        message=f"the present plan of experiment `{name}` cannot be computed, so that no run of it counts",
        file=MANIFEST_FILE,
        tasks=tasks,
        path=of_task(subject.context.manifest, tasks[0]),
    )


def _gap(subject: Subject, name: str, place: int) -> tuple[_Gap, tuple[Run, ...]]:
    fresh = subject.candidates.get(name, {}).get(place, [])
    stale = subject.stale.get(name, {}).get(place, [])
    failed = [run for run in fresh if run.said.outcome is Outcome.FAILED]
    if failed:
        return _Gap(Reason.RUN_FAILED, failed[-1].said.reason or "it failed"), tuple(failed)
    if fresh:
        return _Gap(Reason.RUN_NOT_DONE, fresh[-1].said.reason or "it could not be done"), tuple(fresh)
    if stale:
        return _Gap(Reason.RUN_STALE, "the plan changed after the run"), tuple(stale)
    return _Gap(Reason.RUN_MISSING, "there is no record"), ()


def _lacking(
    subject: Subject, name: str, tasks: tuple[str, ...], gap: _Gap, places: list[tuple[str, tuple[Run, ...]]]
) -> Sign:
    runs = tuple(run for _, found in places for run in found)
    more = f" and {len(places) - _MANY} more" if len(places) > _MANY else ""
    listed = ", ".join(label for label, _ in places[:_MANY])
    stale = gap.reason is Reason.RUN_STALE
    return Sign(
        reason=gap.reason,
        bearing=_BEARINGS[gap.reason],
        message=f"experiment `{name}` lacks {listed}{more}: {gap.because}",
        file=runs[0].path if runs else MANIFEST_FILE,
        runs=runs,
        tasks=tasks,
        path=("predicate", "plan", "method") if stale else () if runs else of_task(subject.context.manifest, tasks[0]),
        recorded=runs[0].said.plan.method if stale else None,
        found=subject.method(name) if stale else None,
    )


def _beside(subject: Subject) -> Iterator[Sign]:
    """Runs of the present method with seeds that nothing declares."""
    places = {run.path for slots in subject.candidates.values() for runs in slots.values() for run in runs}
    beside: dict[str, list[Run]] = {}
    for run in subject.runs:
        said = run.said
        if said.mode is Mode.SCORED and run.path not in places and said.run not in subject.behind_references:
            method = subject.method(said.experiment)
            if run.is_measured and method is not None and said.plan.method == method:
                beside.setdefault(said.experiment, []).append(run)
    for name, runs in beside.items():
        yield Sign(
            reason=Reason.RUNS_BESIDE,
            bearing=Bearing.REMARK,
            message=f"experiment `{name}` has {len(runs)} more measured run{'s' if len(runs) > 1 else ''}, such as "
            f"`{runs[0].said.run}`, which neither its seeds nor a reference name",
            file=runs[0].path,
            runs=tuple(runs),
            tasks=subject.open_tasks.get(name, ()),
        )
