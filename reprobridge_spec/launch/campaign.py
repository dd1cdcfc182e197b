"""Runs in an order in which each finds what it needs, as many at once as the cores allow."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from reprobridge_spec.errors import ExitCode, NotDoneError, RrspecError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.execute import Interrupted, Runner
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.site import Planned, Site, runs_in
from reprobridge_spec.model.experiment import Experiment, Resources
from reprobridge_spec.model.resolved import inputs_of, ordered, reference_text, runs_of
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.rules.runnable import is_blocked


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A planned run that could not be made.

    Attributes:
        reason: why.
        hint: what to do.
        after_failure: whether that is because a run before it failed; else the artifact is not at fault.
    """

    planned: Planned
    reason: str
    hint: str = ""
    after_failure: bool = False


Result = Finished | NotRun


class InterruptedCampaignError(RrspecError):
    """The caller stopped; `results` are the runs that were finished before."""

    exit_code = ExitCode.INTERRUPTED

    def __init__(self, results: Sequence[Result], *, hint: str = "") -> None:
        finished = sum(1 for result in results if isinstance(result, Finished))
        super().__init__(f"interrupted; runs that were finished before: {finished}", hint=hint)
        self.results = tuple(results)


def plan(
    experiments: dict[str, Experiment], names: Sequence[str], mode: Mode, seeds: Sequence[int] | None = None
) -> list[Planned]:
    """The runs of `names` in `mode`, after those of the experiments whose outputs they take.

    Args:
        experiments: with defaults filled in.
        names: experiments that are asked for.
        mode: a smoke run is one run; a scored experiment has one run a seed.
        seeds: other seeds than the experiment's own, for one more observation.
    """
    order = ordered(experiments)
    wanted = _with_earlier(experiments, names)
    planned: list[Planned] = []
    for name in order if isinstance(order, list) else ():
        experiment = experiments[name]
        if name not in wanted or is_blocked(experiment):
            continue
        if mode is Mode.SMOKE:
            planned.append(Planned(experiment=name, mode=mode, seed=_smoke_seed(experiment), index=0))
            continue
        planned += [
            Planned(experiment=name, mode=mode, seed=seed, index=index)
            for index, seed in enumerate(runs_in(experiment, seeds))
        ]
    return planned


def _with_earlier(experiments: dict[str, Experiment], names: Sequence[str]) -> set[str]:
    wanted: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in wanted or name not in experiments:
            continue
        wanted.add(name)
        waiting += [
            source
            for source, slash, _ in (reference_text(item).partition("/") for item in inputs_of(experiments[name]))
            if slash
        ]
    return wanted


def _smoke_seed(experiment: Experiment) -> int | None:
    if experiment.smoke is not None and experiment.smoke.seed is not None:
        return experiment.smoke.seed
    return runs_of(experiment)[0]


def run_all(
    site: Site,
    planned: Sequence[Planned],
    *,
    cores: int,
    on_start: Callable[[Planned], None] = lambda _: None,
    on_end: Callable[[Result], None] = lambda _: None,
) -> list[Result]:
    """Make every run; results in the order of the plan, however they ended.

    Args:
        site: the artifact made ready.
        planned: runs, each after those it needs.
        cores: how many cores the runs may use together; one that needs more gets all of them.
        on_start: told of each run that starts.
        on_end: told of each result.

    Raises:
        InterruptedCampaignError: the caller stopped with Ctrl-C; running launchers were ended.
    """
    stop = threading.Event()
    campaign = _Campaign(site, planned, cores, Runner(site, stop.is_set), on_start, on_end)
    with ThreadPoolExecutor(max_workers=max(1, cores)) as pool:
        try:
            return campaign.run(pool)
        except BaseException as error:
            stop.set()
            campaign.drain()
            if isinstance(error, KeyboardInterrupt):
                raise InterruptedCampaignError(campaign.in_order()) from error
            raise


class _Campaign:
    def __init__(
        self,
        site: Site,
        planned: Sequence[Planned],
        cores: int,
        runner: Runner,
        on_start: Callable[[Planned], None],
        on_end: Callable[[Result], None],
    ) -> None:
        self._site = site
        self._order = {item: number for number, item in enumerate(planned)}
        self._waiting = list(planned)
        self._free = cores
        self._cores = cores
        self._runner = runner
        self._on_start = on_start
        self._on_end = on_end
        self._running: dict[Future[Finished | Interrupted], Planned] = {}
        self._failed: set[str] = set()
        self._results: list[Result] = []

    def run(self, pool: ThreadPoolExecutor) -> list[Result]:
        while self._waiting or self._running:
            self._start_what_fits(pool)
            done, _ = wait(self._running, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                self._take(future)
        return self.in_order()

    def in_order(self) -> list[Result]:
        return sorted(self._results, key=lambda result: self._order[result.planned])

    def drain(self) -> None:
        """After a stop: wait for the launchers to end and keep what was finished meanwhile."""
        for future in list(self._running):
            self._take(future)

    def _start_what_fits(self, pool: ThreadPoolExecutor) -> None:
        for planned in list(self._waiting):
            if self._needed(planned) > self._free:
                return
            if self._waits_for_earlier(planned):
                continue
            self._waiting.remove(planned)
            if reason := _beyond(self._resources(planned)):
                self._finish(NotRun(planned=planned, reason=reason))
                continue
            self._free -= self._needed(planned)
            self._on_start(planned)
            self._running[pool.submit(self._runner.run, planned)] = planned

    def _take(self, future: Future[Finished | Interrupted]) -> None:
        planned = self._running.pop(future)
        self._free += self._needed(planned)
        try:
            result = future.result()
        except NotDoneError as error:
            after_failure = not self._failed.isdisjoint(self._sources(planned))
            self._finish(NotRun(planned=planned, reason=str(error), hint=error.hint, after_failure=after_failure))
            return
        if isinstance(result, Finished):
            if result.record.predicate.outcome is Outcome.FAILED:
                self._failed.add(planned.experiment)
            self._finish(result)

    def _finish(self, result: Result) -> None:
        self._results.append(result)
        self._on_end(result)

    def _resources(self, planned: Planned) -> Resources:
        experiment = self._site.experiments[planned.experiment]
        smoke = experiment.smoke.resources if planned.mode is Mode.SMOKE and experiment.smoke else None
        return smoke or experiment.resources or Resources()

    def _needed(self, planned: Planned) -> int:
        return min(self._resources(planned).cpus, self._cores)

    def _waits_for_earlier(self, planned: Planned) -> bool:
        sources = self._sources(planned)
        return any(item.experiment in sources for item in (*self._waiting, *self._running.values()))

    def _sources(self, planned: Planned) -> set[str]:
        """The experiments whose outputs a run takes."""
        references = map(reference_text, inputs_of(self._site.experiments[planned.experiment]))
        return {text.partition("/")[0] for text in references if "/" in text}


def _beyond(resources: Resources) -> str:
    """Why this version cannot give a run what it needs."""
    if resources.gpus is not None:
        return f"it needs {resources.gpus.count} GPU(s), and this version of rrspec schedules none"
    return ""
