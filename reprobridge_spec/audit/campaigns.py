"""Whether the records of one campaign can be one: no run twice, no clock set back, no more at once than the cores."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.audit.moments import between
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.rules.moments import moment

_SLACK = 60
"""Seconds that may lie between the end of a run and its record, besides those that its outputs take."""
_BYTES_PER_SECOND = 10 << 20
"""How fast outputs are read, hashed and copied at least."""


def signs(subject: Subject) -> Iterator[Sign]:
    """What cannot have been, campaign by campaign."""
    campaigns: dict[str, list[Run]] = {}
    for run in subject.runs:
        campaigns.setdefault(run.said.campaign, []).append(run)
    for runs in campaigns.values():
        yield from _twice(subject, runs)
        yield from _set_back(subject, runs)
        yield from _crowded(subject, runs)


def _tasks(subject: Subject, runs: Iterable[Run]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(task for run in runs for task in subject.tasks_on(run)))


def _twice(subject: Subject, runs: list[Run]) -> Iterator[Sign]:
    first: dict[tuple[str, Mode, int | None, int], Run] = {}
    for run in runs:
        key = (run.said.experiment, run.said.mode, run.said.seed, run.said.index)
        other = first.setdefault(key, run)
        # one nonce in two records is what nonce-used-twice says
        if other is not run and other.said.nonce != run.said.nonce:
            yield Sign(
                reason=Reason.TWICE_IN_CAMPAIGN,
                bearing=Bearing.CONTRADICTS,
                message=f"runs `{other.said.run}` and `{run.said.run}` of one campaign are the same run, made twice",
                file=run.path,
                runs=(other, run),
                tasks=_tasks(subject, (other, run)),
                path=("predicate", "campaign"),
                recorded=run.said.campaign,
            )


def _set_back(subject: Subject, runs: list[Run]) -> Iterator[Sign]:
    """A record is written soon after its run, so that in a chain times only grow."""
    by_digest = {run.sha256: run for run in runs}
    for run in runs:
        before = by_digest.get(run.said.previous or "")
        # records of jobs are written when their jobs are told to be over, and nodes have clocks of their own
        if before is None or run.ended >= before.started or run.said.attempts[-1].job is not None:
            continue
        behind = between(run.said.attempts[-1].ended, before.said.attempts[-1].ended)
        if behind > _SLACK + sum(output.size for output in run.said.outputs) // _BYTES_PER_SECOND:
            yield Sign(
                reason=Reason.CLOCK_SET_BACK,
                bearing=Bearing.CONTRADICTS,
                message=f"the record of run `{run.said.run}` comes after that of `{before.said.run}`, and the run "
                "ended before that one began",
                file=run.path,
                runs=(run, before),
                tasks=_tasks(subject, (run, before)),
                path=("predicate", "attempts", len(run.said.attempts) - 1, "ended"),
                recorded=run.said.attempts[-1].ended,
                found=before.said.attempts[0].started,
            )


def _crowded(subject: Subject, runs: list[Run]) -> Iterator[Sign]:
    """The first moment at which runs on one machine needed more cores together than one of them had."""
    steps: list[tuple[tuple[str, str], int, Run]] = []
    for run in runs:
        needed = min(_cores(subject, run), run.said.hardware.cores)
        for attempt in run.said.attempts:
            started, ended = moment(attempt.started), moment(attempt.ended)
            # moments are whole seconds: what ended in a second was gone before what began in it;
            # jobs run on nodes, of which a campaign may have many at once
            if started < ended and attempt.job is None:
                steps += [(started, needed, run), (ended, -needed, run)]
    busy, running = 0, dict[str, Run]()
    for at, change, run in sorted(steps, key=lambda step: step[:2]):
        busy += change
        if change < 0:
            running.pop(run.path, None)
            continue
        running[run.path] = run
        most = max(other.said.hardware.cores for other in running.values())
        if busy > most and len(running) > 1:
            together = tuple(running.values())
            yield Sign(
                reason=Reason.CORES_EXCEEDED,
                bearing=Bearing.CONTRADICTS,
                message=f"at {at[0]}Z, {len(together)} runs of one campaign needed {busy} cores, and had {most}",
                file=run.path,
                runs=together,
                tasks=_tasks(subject, together),
                path=("predicate", "hardware", "cores"),
                recorded=str(most),
                found=str(busy),
            )
            return


def _cores(subject: Subject, run: Run) -> int:
    body = subject.context.experiments.get(run.said.experiment)
    if body is None or run.said.plan.method != subject.method(run.said.experiment):
        return 1
    smoke = body.smoke.resources if run.said.mode is Mode.SMOKE and body.smoke else None
    resources = smoke or body.resources
    return resources.cpus if resources else 1
