"""What of an artifact a verification runs: which experiments, over which seeds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.campaign import plan
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.model.experiment import Experiment, OutputInput, SeedChoice
from reprobridge_spec.model.references import References
from reprobridge_spec.model.resolved import inputs_of, reference_text, runs_of
from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.verify.fresh_seeds import draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What the caller asks for; without anything, all of the artifact over its own seeds.

    Attributes:
        seeds: which of the experiments' own seeds; None for all.
        fresh: whether seeds are drawn on the spot.
        fresh_count: how many; as many as the statistics have where it is None.
        only: experiments, or tasks as `experiment/task`; all where it is empty.
        budget: seconds for all runs.
    """

    seeds: tuple[int, ...] | None = None
    fresh: bool = False
    fresh_count: int | None = None
    only: tuple[str, ...] = ()
    budget: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which runs are wanted.

    Attributes:
        names: experiments whose tasks get a row, in the manifest's order; blocked ones too.
        tasks: full ids of the tasks that get a row.
        fresh: seeds that were drawn; None where the experiments' own are run.
        given: which of the experiments' own seeds are run; None for all.
    """

    names: tuple[str, ...]
    tasks: frozenset[str]
    fresh: tuple[int, ...] | None = None
    given: tuple[int, ...] | None = None

    def planned(self, experiments: Mapping[str, Experiment], names: Sequence[str], mode: Mode) -> list[Planned]:
        """The runs of `names` in `mode`, each after those that it needs."""
        every = plan(dict(experiments), names, mode, self.fresh)
        if mode is Mode.SMOKE or self.given is None:
            return every
        wanted = {item for item in every if item.experiment in names and self._is_given(item)}
        waiting = list(wanted)
        while waiting:
            needed = set(_needed_by(waiting.pop(), experiments, every)) - wanted
            wanted |= needed
            waiting += needed
        return [item for item in every if item in wanted]

    def _is_given(self, item: Planned) -> bool:
        given = self.given or ()
        return item.index < len(given) if item.seed is None else item.seed in given


def select(
    experiments: Mapping[str, Experiment],
    ask: Ask,
    references: References | None,
    records: Iterable[RunRecord],
    nonce: Callable[[], str],
) -> Selection:
    """The runs that `ask` means.

    Args:
        experiments: with defaults filled in.
        ask: what the caller asks for.
        references: observations whose seeds are taken.
        records: runs whose seeds are taken.
        nonce: draws 32 hex digits.

    Raises:
        UsageError: a name that is not there, or seeds that do not go.
    """
    tasks = _tasks(experiments, ask.only)
    names = tuple(
        name for name in experiments if not ask.only or name in ask.only or any(_of(task) == name for task in tasks)
    )
    if ask.seeds is not None and ask.fresh:
        raise UsageError("--seeds does not go with --fresh-seeds", hint="Ask for one of the two.")
    runnable = {name: experiments[name] for name in names if not is_blocked(experiments[name])}
    if ask.seeds is not None:
        _check_given(runnable, ask.seeds)
    fresh = None
    if ask.fresh:
        count = _count(runnable, ask.fresh_count)
        fresh = draw(count, _taken(experiments, references, records), nonce)
    return Selection(names=names, tasks=tasks, fresh=fresh, given=ask.seeds)


def _tasks(experiments: Mapping[str, Experiment], only: Sequence[str]) -> frozenset[str]:
    every = [f"{name}/{task}" for name, experiment in experiments.items() for task in experiment.tasks or {}]
    for asked in only:
        if asked not in every and asked not in experiments:
            raise UsageError(
                f"there is no experiment or task {asked}",
                hint=one_of(asked, [*experiments, *every]),
            )
    return frozenset(task for task in every if not only or task in only or _of(task) in only)


def _of(task: str) -> str:
    return task.partition("/")[0]


def _check_given(experiments: Mapping[str, Experiment], seeds: Sequence[int]) -> None:
    own = {seed for experiment in experiments.values() for seed in experiment.seeds or ()}
    if foreign := [seed for seed in seeds if seed not in own]:
        raise UsageError(
            f"seed {foreign[0]} is none of the experiments' own",
            hint=f"Those are: {_listed(sorted(own))}; `--fresh-seeds` draws new ones.",
        )


def _listed(seeds: Sequence[int]) -> str:
    shown = ", ".join(map(str, seeds[:20])) or "none"
    return f"{shown} and {len(seeds) - 20} more" if len(seeds) > 20 else shown  # noqa: PLR2004 (as many as shown)


def _count(experiments: Mapping[str, Experiment], asked: int | None) -> int:
    most = max((len(experiment.seeds) for experiment in experiments.values() if experiment.seeds), default=0)
    if not most:
        raise UsageError(
            "none of the experiments has seeds", hint="Their runs are new ones each time; leave --fresh-seeds out."
        )
    if asked is not None and asked > most:
        raise UsageError(
            f"{asked} fresh seeds are asked for, and no statistic is over more than {most}",
            hint="Leave the number out for as many as each statistic has.",
        )
    return asked or most


def _taken(
    experiments: Mapping[str, Experiment], references: References | None, records: Iterable[RunRecord]
) -> frozenset[int]:
    own = [seed for experiment in experiments.values() for seed in experiment.seeds or ()]
    own += [
        experiment.smoke.seed
        for experiment in experiments.values()
        if experiment.smoke and experiment.smoke.seed is not None
    ]
    recorded = [record.predicate.seed for record in records if record.predicate.seed is not None]
    observed = [
        seed
        for observations in (references.references if references else {}).values()
        for observation in observations
        for seed in observation.seeds or ()
    ]
    return frozenset([*own, *recorded, *observed])


def _needed_by(item: Planned, experiments: Mapping[str, Experiment], every: Sequence[Planned]) -> Iterator[Planned]:
    """The runs whose outputs a run takes."""
    for reference in inputs_of(experiments[item.experiment]):
        source, slash, _ = reference_text(reference).partition("/")
        runs = [one for one in every if one.experiment == source] if slash else []
        if isinstance(reference, OutputInput):
            yield from runs if reference.seeds is SeedChoice.ALL else runs[:1]
        elif len(runs) == 1:
            yield runs[0]
        else:
            same = [one for one in runs if one.seed == item.seed and item.seed is not None]
            yield from same or (one for one in runs if one.index == item.index)


def asked_runs(experiment: Experiment, selection: Selection) -> int:
    """How many scored runs of an experiment are wanted."""
    own = runs_of(experiment)
    if selection.fresh is not None and experiment.seeds is not None:
        return min(len(own), len(selection.fresh))
    if selection.given is None:
        return len(own)
    if experiment.seeds is None:
        return min(len(own), len(selection.given))
    return sum(seed in selection.given for seed in experiment.seeds)
