"""Whether the times of a run are possible, by themselves and beside those of its siblings."""

from collections.abc import Iterator
from decimal import Decimal
from statistics import median

from reprobridge_spec.audit.moments import between
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.scalars import seconds

_SLACK = Decimal(2)
"""Seconds by which two clocks of one machine may differ over a run, besides a hundredth of it."""
_DAY = Decimal(86_400)
_SIBLINGS = 20
"""A run that takes a twentieth of what its siblings take did not do what they did."""
_DECLARED = 50
"""The same for what the manifest expects, of a machine that the author may not have seen."""
_LEAST = Decimal(20)
"""Below so many seconds, starting a program and reading its data is most of a run."""


def signs(subject: Subject, now: str) -> Iterator[Sign]:
    """Each run that took too long to be true, or too short, or has not ended by `now`."""
    smoke = _smoke_times(subject)
    for name, slots in subject.counted.items():
        runs = list(slots.values())
        for run in runs:
            yield from _of_one(run, now)
        yield from _short(subject, name, runs, smoke.get(name))
    for run in subject.reference_runs:
        yield from _of_one(run, now)


def _of_one(run: Run, now: str) -> Iterator[Sign]:
    yield from _impossible(run)
    yield from _retried(run)
    ended = run.said.attempts[-1].ended
    # one of two clocks is wrong, and nothing tells which
    if between(now, ended) > _DAY:
        yield Sign(
            reason=Reason.NOT_YET,
            bearing=Bearing.LEAVES_OPEN,
            message=f"run `{run.said.run}` ended at {ended}, and by the auditor's clock it is {now}",
            file=run.path,
            runs=(run,),
            path=("predicate", "attempts", len(run.said.attempts) - 1, "ended"),
            recorded=ended,
            found=now,
        )


def _impossible(run: Run) -> Iterator[Sign]:
    used, last = run.said.used, run.said.attempts[-1]
    passed = between(last.started, last.ended)
    if passed >= 0 and used.wall_seconds > passed * Decimal("1.01") + _SLACK:
        yield _time(run, "wall_seconds", used.wall_seconds, passed, "than passed between its start and its end")
    there = used.wall_seconds * run.said.hardware.cores
    if used.cpu_seconds is not None and used.cpu_seconds > there * Decimal("1.05") + _SLACK:
        yield _time(run, "cpu_seconds", used.cpu_seconds, there, "of its cores than these had in that time")


def _time(run: Run, field: str, recorded: Decimal, found: Decimal, what: str) -> Sign:
    return Sign(
        reason=Reason.TIME_IMPOSSIBLE,
        bearing=Bearing.CONTRADICTS,
        message=f"run `{run.said.run}` took {recorded} s, more {what} ({found} s)",
        file=run.path,
        runs=(run,),
        path=("predicate", "used", field),
        recorded=f"{recorded} s",
        found=f"{found} s",
    )


def _retried(run: Run) -> Iterator[Sign]:
    for index, attempt in enumerate(run.said.attempts[:-1]):
        if attempt.exit_code == 0 and attempt.ending == "exit":
            yield Sign(
                reason=Reason.RETRIED_AFTER_SUCCESS,
                bearing=Bearing.CONTRADICTS,
                message=f"run `{run.said.run}` succeeded in attempt {index + 1}, and was attempted again",
                file=run.path,
                runs=(run,),
                path=("predicate", "attempts", index),
                recorded=f"{len(run.said.attempts)} attempts",
                found=f"exit code 0 in attempt {index + 1}",
            )
            return


def _smoke_times(subject: Subject) -> dict[str, Decimal]:
    """The shortest smoke run of the present method, by experiment."""
    found: dict[str, Decimal] = {}
    for run in subject.runs:
        said = run.said
        if said.mode is Mode.SMOKE and run.is_measured and said.plan.method == subject.method(said.experiment):
            found[said.experiment] = min(said.used.wall_seconds, found.get(said.experiment, said.used.wall_seconds))
    return found


def _short(subject: Subject, name: str, runs: list[Run], smoke: Decimal | None) -> Iterator[Sign]:
    # of a run in several attempts, the last one's time is all that is known
    whole = [run for run in runs if len(run.said.attempts) == 1]
    resources = subject.context.experiments[name].resources
    expected = resources.time.expected if resources and resources.time else None
    declared = Decimal(str(seconds(expected))) if expected else None
    usual = Decimal(median(run.said.used.wall_seconds for run in whole)) if len(whole) > 1 else None
    for run in whole:
        for than, parts, what in (
            (usual, _SIBLINGS, "runs of other seeds"),
            (smoke, _SIBLINGS, "the smoke run"),
            (declared, _DECLARED, "`resources.time.expected`"),
        ):
            if than is not None and than >= _LEAST and run.said.used.wall_seconds * parts < than:
                yield Sign(
                    reason=Reason.TOO_SHORT,
                    bearing=Bearing.LEAVES_OPEN,
                    message=f"run `{run.said.run}` took {run.said.used.wall_seconds} s, and {what} {than} s",
                    file=run.path,
                    runs=(run,),
                    path=("predicate", "used", "wall_seconds"),
                    recorded=f"{run.said.used.wall_seconds} s",
                    found=f"{than} s",
                )
                break
