"""Verification: unpack into a new folder, build a fresh environment, run smoke, run scored, compare."""

import time
from collections.abc import Sequence
from dataclasses import field
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.campaign import NotRun, Result, Watch, plan, run_all
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.prepare import Surroundings, site
from reprobridge_spec.launch.record import Finished, tool, used_environment
from reprobridge_spec.launch.results import Stopped, holds, judge_tasks, stopped_by
from reprobridge_spec.launch.site import Planned, Site, moment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.references import References
from reprobridge_spec.model.resolved import experiments_of, tasks_of
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.model.verification import (
    Coverage,
    EvidenceClass,
    SeedsFrom,
    Unpacked,
    Verification,
)
from reprobridge_spec.rules.runnable import is_blocked


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is verified: an artifact in a folder that nobody else changes.

    Attributes:
        root: the folder.
        manifest: its manifest.
        references: its references, if it has any.
        package: digests and name of the package that it came from.
        findings: warnings of its validation, one line each.
    """

    root: Path
    manifest: Manifest
    references: References | None
    package: Unpacked
    findings: list[str]


@dataclass(slots=True)
class _Progress:
    place: Place
    watch: Watch
    deadline: float | None
    results: list[Result] = field(default_factory=list)
    stopped: dict[str, Stopped] = field(default_factory=dict)


def verify(
    subject: Subject,
    around: Surroundings,
    *,
    place: Place,
    records: Path,
    watch: Watch | None = None,
    budget: float | None = None,
) -> Verification:
    """Run every experiment that is not blocked and compare its scores.

    Args:
        subject: the artifact.
        around: sandbox, cache, clock and what else comes from outside.
        place: where the runs are executed.
        records: an empty folder that gets the records of all runs.
        watch: who is told of runs.
        budget: seconds for all runs; what does not fit in them could not be done.

    Raises:
        ArtifactError: its locks, inputs or files do not hold.
        NotDoneError: the machine, the network or access does not allow it.
        InterruptedCampaignError: the caller stopped.
    """
    started, clock = around.clock(), time.monotonic()
    experiments = experiments_of(subject.manifest)
    names = [name for name, experiment in experiments.items() if not is_blocked(experiment)]
    progress = _Progress(place, watch or Watch(), None if budget is None else clock + budget)
    with TemporaryDirectory(prefix="rrspec-verify-") as temporary:
        state = Path(temporary)
        with site(subject.root, subject.manifest, names, around, state=state, records=records) as ready:
            ready_after = time.monotonic() - clock
            _smoke(ready, names, progress)
            _scored(ready, names, progress)
            runs_after = time.monotonic() - clock
            environments = {experiment: used_environment(ready, experiment) for experiment in names}
    finished = [result for result in progress.results if isinstance(result, Finished)]
    rows = judge_tasks(
        experiments,
        list(experiments),
        [result.record for result in finished if result.planned.mode is Mode.SCORED],
        subject.references,
        progress.stopped,
    )
    return Verification(
        rra=subject.manifest.rra,
        artifact=f"{subject.manifest.id} {subject.manifest.version}",
        package=subject.package,
        findings=subject.findings,
        evidence=EvidenceClass.WITNESSED,
        seeds=SeedsFrom.GIVEN,
        started=moment(started),
        ended=moment(around.clock()),
        holds=holds(rows),
        coverage=Coverage(
            tasks=len(tasks_of(experiments)),
            own_cells=sum(table.own_cells or 0 for table in subject.manifest.tables.values()),
        ),
        environments=list({used.id: used for used in environments.values()}.values()),
        isolation=around.sandbox.isolation if finished else None,
        hardware=finished[0].record.predicate.hardware if finished else None,
        tasks=rows,
        runs=[result.summary() for result in finished],
        setup_seconds=_rounded(ready_after),
        run_seconds=_rounded(runs_after - ready_after),
        tool=tool(),
    )


def _smoke(ready: Site, names: Sequence[str], progress: _Progress) -> None:
    planned = plan(dict(ready.experiments), names, Mode.SMOKE)
    for result in _run(ready, planned, progress):
        name = result.planned.experiment
        if isinstance(result, NotRun):
            progress.stopped[name] = stopped_by(result)
        elif result.record.predicate.outcome is Outcome.NOT_DONE:
            reason = f"smoke run: {result.record.predicate.reason}"
            fault = result.record.predicate.fault or Fault.ENVIRONMENT
            progress.stopped[name] = Stopped(Verdict.COULD_NOT_BE_DONE, reason, fault)
        elif result.record.predicate.outcome is Outcome.FAILED:
            reason = f"smoke run: {result.record.predicate.reason}"
            progress.stopped[name] = Stopped(Verdict.FAILED, reason, Fault.ARTIFACT)


def _scored(ready: Site, names: Sequence[str], progress: _Progress) -> None:
    wanted = [name for name in names if name not in progress.stopped]
    planned = [
        item for item in plan(dict(ready.experiments), wanted, Mode.SCORED) if item.experiment not in progress.stopped
    ]
    for result in _run(ready, planned, progress):
        if isinstance(result, NotRun):
            progress.stopped.setdefault(result.planned.experiment, stopped_by(result))


def _run(ready: Site, planned: Sequence[Planned], progress: _Progress) -> list[Result]:
    left = None if progress.deadline is None else progress.deadline - time.monotonic()
    results = run_all(ready, planned, progress.place, progress.watch, budget=left)
    progress.results += results
    return results


def _rounded(seconds: float) -> Decimal:
    return Decimal(f"{seconds:.3f}")
