"""Verification: unpack into a new folder, build a fresh environment, run smoke, run scored, compare."""

import time
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.campaign import Watch
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.prepare import Surroundings, site
from reprobridge_spec.launch.record import tool, used_environment
from reprobridge_spec.launch.results import Stopped, holds, judge_tasks
from reprobridge_spec.launch.site import Site, moment
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.references import References
from reprobridge_spec.model.resolved import experiments_of, runs_of, tasks_of
from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.model.verdict import TaskResult, Verdict
from reprobridge_spec.model.verification import (
    Asked,
    Coverage,
    EvidenceClass,
    SeedsFrom,
    Unpacked,
    Verification,
)
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.verify.answers import faults
from reprobridge_spec.verify.cost import Costs
from reprobridge_spec.verify.counterfactual.turning import turn_all
from reprobridge_spec.verify.partial import with_partial
from reprobridge_spec.verify.recorded import recorded_scores
from reprobridge_spec.verify.rounds import Rounds
from reprobridge_spec.verify.selection import Ask, Selection, asked_runs, select


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is verified: an artifact in a folder that nobody else changes.

    Attributes:
        root: the folder.
        manifest: its manifest.
        references: its references, if it has any.
        package: digests and name of the package that it came from.
        findings: warnings of its validation, one line each.
        records: the run records in its evidence; no score of them stands for a run that was not made.
    """

    root: Path
    manifest: Manifest
    references: References | None
    package: Unpacked
    findings: list[str]
    records: tuple[RunRecord, ...] = ()


def verify(
    subject: Subject,
    around: Surroundings,
    *,
    place: Place,
    records: Path,
    watch: Watch | None = None,
    ask: Ask | None = None,
    turned: Mode | None = None,
) -> Verification:
    """Run the experiments that are asked for and not blocked, and compare their scores.

    Args:
        subject: the artifact.
        around: sandbox, cache, clock and what else comes from outside.
        place: where the runs are executed.
        records: an empty folder that gets the records of all runs.
        watch: who is told of runs.
        ask: which runs are wanted; all without it.
        turned: whether runs in this mode are made besides in which one thing is turned, each compared with the run
            that passed.

    Raises:
        UsageError: a name or a seed is asked for that does not go.
        ArtifactError: its locks, inputs or files do not hold.
        NotDoneError: the machine, the network or access does not allow it.
        InterruptedCampaignError: the caller stopped.
    """
    started, clock = around.clock(), time.monotonic()
    ask = ask or Ask()
    experiments = experiments_of(subject.manifest)
    selection = select(experiments, ask, subject.references, subject.records, around.nonce)
    names = _with_sources(experiments, selection)
    with TemporaryDirectory(prefix="rrspec-verify-", dir=place.shared_folder) as temporary:
        state = Path(temporary)
        with site(
            subject.root, subject.manifest, names, around, state=state, records=records, seeds=selection.fresh
        ) as ready:
            ready_after = time.monotonic() - clock
            deadline = None if ask.budget is None else time.monotonic() + ask.budget
            rounds = Rounds(ready, selection, place, watch or Watch(), deadline)
            rounds.make(Costs(experiments, subject.records))
            runs_after = time.monotonic() - clock
            axes = turn_all(ready, rounds.finished, turned, place, around.progress, deadline) if turned else []
            used = {name: used_environment(ready, name) for name in names}
            rows = _rows(subject, ready, selection, rounds)
    finished = rounds.finished
    return Verification(
        rra=subject.manifest.rra,
        artifact=f"{subject.manifest.id} {subject.manifest.version}",
        package=subject.package,
        findings=subject.findings,
        evidence=EvidenceClass.WITNESSED,
        seeds=SeedsFrom.FRESH if selection.fresh is not None else SeedsFrom.GIVEN,
        started=moment(started),
        ended=moment(around.clock()),
        holds=holds(rows) and len(rows) == len(tasks_of(experiments)),
        coverage=Coverage(
            tasks=len(tasks_of(experiments)),
            own_cells=sum(table.own_cells or 0 for table in subject.manifest.tables.values()),
        ),
        environments=list({one.id: one for one in used.values()}.values()),
        isolation=around.sandbox.isolation if finished else None,
        hardware=finished[0].record.predicate.hardware if finished else None,
        tasks=rows,
        runs=[result.summary() for result in finished],
        asked=_asked(ask, selection),
        faults=faults(rows),
        counterfactual=axes,
        setup_seconds=_rounded(ready_after),
        run_seconds=_rounded(runs_after - ready_after),
        tool=tool(),
    )


def _with_sources(experiments: Mapping[str, Experiment], selection: Selection) -> list[str]:
    """The experiments that are run: those that are asked for, and those whose outputs they take."""
    names = [name for name in selection.names if not is_blocked(experiments[name])]
    needed = {item.experiment for item in selection.planned(experiments, names, Mode.SMOKE)}
    return [name for name in experiments if name in needed]


def _rows(subject: Subject, ready: Site, selection: Selection, rounds: Rounds) -> list[TaskResult]:
    experiments = ready.experiments
    stopped = {**_not_asked(experiments, selection), **rounds.stopped}
    every = judge_tasks(experiments, selection.names, rounds.scored, subject.references, stopped)
    rows = [row for row in every if row.task in selection.tasks]
    if all(row.fault is not Fault.EVALUATOR for row in rows):
        return rows
    recorded = recorded_scores(subject.root, experiments, ready.plans, subject.records)
    return with_partial(rows, experiments, rounds.scored, recorded, fresh=selection.fresh is not None)


def _not_asked(experiments: Mapping[str, Experiment], selection: Selection) -> dict[str, Stopped]:
    """Experiments of which fewer runs are asked for than their statistics have."""
    found = {}
    for name in selection.names:
        asked, own = asked_runs(experiments[name], selection), len(runs_of(experiments[name]))
        if asked < own:
            reason = f"{asked} of its {own} runs were asked for"
            found[name] = Stopped(Verdict.COULD_NOT_BE_DONE, reason, Fault.EVALUATOR)
    return found


def _asked(ask: Ask, selection: Selection) -> Asked | None:
    if ask == Ask():
        return None
    seeds: Iterable[int] | None = selection.fresh if selection.fresh is not None else selection.given
    return Asked(
        seeds=None if seeds is None else list(seeds),
        only=list(ask.only),
        budget_seconds=None if ask.budget is None else _rounded(ask.budget),
    )


def _rounded(seconds: float) -> Decimal:
    return Decimal(f"{seconds:.3f}")
