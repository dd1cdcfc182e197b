"""One way to decide, ready to run: the artifact as decided, or with the arguments of an alternative."""

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import handing_on
from reprobridge_spec.launch.campaign import Result, Watch, run_all
from reprobridge_spec.launch.local import measured
from reprobridge_spec.launch.own_state import STATE_FOLDER
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.prepare import Surroundings, site
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.site import Planned, Site
from reprobridge_spec.launch.state_folder import alone
from reprobridge_spec.model.experiment import Experiment, OutputInput, SeedChoice
from reprobridge_spec.model.guide import Decision
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.run_record import OfAlternative, Outcome, RunRecord
from reprobridge_spec.plan.alternatives import with_alternative
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import RUN_RECORD, RUNS_FOLDER, SENSITIVITY_FOLDER
from reprobridge_spec.schemas.load import load


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """With what runs are made.

    Attributes:
        around: what comes from outside the artifact.
        place: where they are executed.
        watch: who is told of runs.
        deadline: moment of the monotonic clock at which the time for all of them is spent; None for no bound.
    """

    around: Surroundings
    place: Place
    watch: Watch
    deadline: float | None = None

    def left(self) -> float | None:
        """Seconds that are left; None for no bound."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to decide.

    Attributes:
        root: the artifact.
        context: its documents with this way's commands and records.
        state: folder for what is not finished.
        records: folder for records; those of alternatives lie apart, for they are no evidence of a task.
        alternative: the alternative; None as decided.
    """

    root: Path
    context: Context
    state: Path
    records: Path
    alternative: OfAlternative | None = None

    def earlier(self, planned: Sequence[Planned]) -> dict[Planned, RunRecord]:
        """Runs that were measured already with the present method."""
        return measured(self.records, self.context, planned)

    def changes(self, experiment: str, decided: "Way") -> bool:
        """Whether an experiment runs otherwise here than as decided."""
        return self.context.plans.method(experiment) != decided.context.plans.method(experiment)


def as_decided(root: Path, context: Context) -> Way:
    """The artifact as it is."""
    return Way(root=root, context=context, state=root / STATE_FOLDER, records=root / RUNS_FOLDER)


def otherwise(decided: Way, name: str, decision: Decision, alternative: str) -> Way:
    """The artifact of `decided` with an alternative of the decision called `name`."""
    experiments = with_alternative(decided.context.experiments, decision, decision.alternatives[alternative])
    of = OfAlternative(decision=name, alternative=alternative)
    records = decided.root / SENSITIVITY_FOLDER / name / alternative
    return Way(
        root=decided.root,
        context=replace(
            decided.context,
            manifest=decided.context.manifest.model_copy(update={"experiments": experiments}),
            records=_records(records, of),
            answers={},
        ),
        state=decided.state / "sensitivity" / name / alternative,
        records=records,
        alternative=of,
    )


def _records(folder: Path, of: OfAlternative) -> dict[str, RunRecord]:
    files = sorted(folder.glob("*/run.json"))
    loaded = {str(file): load(RUN_RECORD, file.read_bytes(), file.name).model for file in files}
    return {path: model for path, model in loaded.items() if model is not None and model.predicate.alternative == of}


def make_decided(
    way: Way,
    runs: Iterable[Planned],
    handed_on: Collection[Planned],
    planned: Sequence[Planned],
    means: Means,
) -> list[Result]:
    """Make `runs` as decided, and those before them or in `handed_on` whose outputs are not there any more.

    Args:
        way: the artifact as decided.
        runs: runs to make.
        handed_on: runs whose outputs an alternative takes.
        planned: all runs in their order.
        means: with what they are made.
    """
    wanted = set(runs)
    if not wanted and not handed_on:
        return []
    names = dict.fromkeys(item.experiment for item in with_sources(way, {*wanted, *handed_on}, planned))
    with site(way.root, way.context.manifest, names, means.around, state=way.state, records=way.records) as ready:
        waiting = [*wanted, *(item for item in handed_on if not handing_on.are_kept(ready, item))]
        found: set[Planned] = set()
        while waiting:
            item = waiting.pop()
            if item not in found:
                found.add(item)
                sources = sources_of(way, item, planned)
                waiting += [source for source in sources if not handing_on.are_kept(ready, source)]
        left = [item for item in planned if item in found]
        return run_all(ready, left, means.place, means.watch, budget=means.left())


def make_otherwise(
    way: Way,
    runs: Collection[Planned],
    handed_on: Collection[Planned],
    skip: Collection[Planned],
    means: Means,
) -> list[Result]:
    """Make the runs of an alternative; `handed_on` are runs as decided whose outputs they take.

    Of those in `skip` only the ones are made whose outputs another run takes and are not there any more.
    """
    way.state.mkdir(parents=True, exist_ok=True)
    names = dict.fromkeys(item.experiment for item in [*handed_on, *runs])
    with (
        alone(way.state),
        site(way.root, way.context.manifest, names, means.around, state=way.state, records=way.records) as ready,
    ):
        here = replace(ready, alternative=way.alternative)
        decided = replace(ready, state=way.root / STATE_FOLDER)
        for item in handed_on:
            if handing_on.are_kept(decided, item):
                output = decided.outputs_of(item.experiment, item.mode, item.index)
                handing_on.keep(here, item, output, measured=True)
        left = _left(here, way, runs, skip)
        results = run_all(here, left, means.place, means.watch, budget=means.left())
    if all(isinstance(result, Finished) and result.record.predicate.outcome is Outcome.MEASURED for result in results):
        # nothing goes on from here, and outputs may be large
        rmtree(way.state, ignore_errors=True)
    return results


def _left(ready: Site, way: Way, runs: Collection[Planned], skip: Collection[Planned]) -> list[Planned]:
    ordered = list(runs)
    found = {item for item in ordered if item not in skip}
    waiting = list(found)
    while waiting:
        for source in sources_of(way, waiting.pop(), ordered):
            if source not in found and not handing_on.are_kept(ready, source):
                found.add(source)
                waiting.append(source)
    return [item for item in ordered if item in found]


def with_sources(way: Way, runs: Iterable[Planned], planned: Sequence[Planned]) -> list[Planned]:
    """`runs` and all whose outputs they take, directly or not, in their order."""
    found: set[Planned] = set()
    waiting = list(runs)
    while waiting:
        item = waiting.pop()
        if item not in found:
            found.add(item)
            waiting += sources_of(way, item, planned)
    return [item for item in planned if item in found]


def sources_of(way: Way, item: Planned, planned: Sequence[Planned]) -> list[Planned]:
    """The runs among `planned` whose outputs a run takes."""
    found: list[Planned] = []
    experiments = way.context.experiments
    for reference in inputs_of(experiments[item.experiment]):
        source, slash, _ = reference_text(reference).partition("/")
        if slash:
            found += _taken(experiments[source], item, reference, [run for run in planned if run.experiment == source])
    return found


def _taken(
    source: Experiment, item: Planned, reference: str | OutputInput, runs: Sequence[Planned]
) -> Sequence[Planned]:
    if isinstance(reference, OutputInput):
        return runs if reference.seeds is SeedChoice.ALL else [run for run in runs if run.index == 0]
    if source.seeds is not None and len(source.seeds) == 1:
        return runs
    same = [run for run in runs if run.seed is not None and run.seed == item.seed]
    return same or [run for run in runs if run.index == item.index] or [run for run in runs if run.index == 0]
