"""Runs in an order in which each finds what it needs, as many at once as their place allows."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from reprobridge_spec.errors import ExitCode, NotDoneError, RrspecError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import contract
from reprobridge_spec.launch.attempt import Attempted, attempts_of, came_to
from reprobridge_spec.launch.execute import Runner
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import LostError, Place
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.site import Planned, Site, runs_in
from reprobridge_spec.model.experiment import Experiment, Resources
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.resolved import inputs_of, ordered, reference_text, runs_of
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.model.scalars import seconds
from reprobridge_spec.rules.runnable import is_blocked


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A planned run that could not be made.

    Attributes:
        reason: why.
        hint: what to do.
        fault: whose fault it is; the artifact's where a run before it failed.
    """

    planned: Planned
    reason: str
    hint: str = ""
    fault: Fault = Fault.ENVIRONMENT


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


RETRIES = 2
"""How many more times a run is tried whose machine was lost."""
_LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Who is told of the plan, and of each run as it starts and as it ends; silent unless something is given."""

    on_plan: Callable[[Sequence[Planned]], None] = lambda _: None
    on_start: Callable[[Planned], None] = lambda _: None
    on_end: Callable[[Result], None] = lambda _: None
    on_again: Callable[[Planned, int], None] = lambda _, __: None
    on_wait: Callable[[Planned, str], None] = lambda _, __: None


def run_all(
    site: Site, planned: Sequence[Planned], place: Place, watch: Watch, *, budget: float | None = None
) -> list[Result]:
    """Make every run; results in the order of the plan, however they ended.

    Args:
        site: the artifact made ready.
        planned: runs, each after those it needs.
        place: where they are executed.
        watch: who is told of runs.
        budget: seconds after which running launchers are ended and kept for another time; a run that is expected to
            take longer than what is left is not begun.

    Raises:
        InterruptedCampaignError: the caller stopped with Ctrl-C; running launchers were ended.
    """
    deadline = None if budget is None else time.monotonic() + budget
    campaign = _Campaign(site, planned, place, watch, deadline)
    watch.on_plan(planned)
    try:
        return campaign.run()
    except BaseException as error:
        site.stop.touch()
        place.stop()
        campaign.drain()
        if isinstance(error, KeyboardInterrupt):
            raise InterruptedCampaignError(campaign.in_order()) from error
        raise


class _Campaign:
    def __init__(
        self, site: Site, planned: Sequence[Planned], place: Place, watch: Watch, deadline: float | None
    ) -> None:
        self._site = site
        self._place = place
        self._watch = watch
        self._deadline = deadline
        self._runner = Runner(site)
        self._position = {item: number for number, item in enumerate(planned)}
        self._waiting = list(planned)
        self._orders: dict[Planned, Order] = {}
        self._running: dict[Future[Attempted], Planned] = {}
        self._lost: Counter[Planned] = Counter()
        self._failed: set[str] = set()
        self._results: list[Result] = []

    def run(self) -> list[Result]:
        self._runner.tidy()
        # those first: in the chain they come before what is begun now
        for planned in filter(self._runner.has_ended, list(self._waiting)):
            # what it takes may be made anew, and it has to be read with that
            if not self._waits_for_earlier(planned):
                self._start(planned, contract.resources(self._site.experiments[planned.experiment], planned.mode))
        self.drain()
        while self._waiting or self._running:
            if self._left() <= 0:
                self._spend()
            self._start_what_fits()
            pause = min(_LOOK_SECONDS, max(0.0, self._left()))
            if not self._running:
                time.sleep(pause if self._waiting else 0)  # for somebody else to end
            done, _ = wait(self._running, timeout=pause, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: self._position[self._running[future]]):
                self._take(future)
        return self.in_order()

    def in_order(self) -> list[Result]:
        return sorted(self._results, key=lambda result: self._position[result.planned])

    def drain(self) -> None:
        """After a stop: wait for the launchers to end and keep what was finished meanwhile."""
        for future in list(self._running):
            self._take(future)

    def _left(self) -> float:
        """Seconds until the budget is spent."""
        return float("inf") if self._deadline is None else self._deadline - time.monotonic()

    def _spend(self) -> None:
        """The budget is spent: end what runs, and say of the rest that it was not begun."""
        if self._running:
            self._site.stop.touch()
            self._place.stop()
        self._deadline = None
        running = set(self._running.values())
        self.drain()
        ended = {result.planned for result in self._results}
        for planned in [*(item for item in running if item not in ended), *self._waiting]:
            self._finish(_beyond_budget(planned))
        self._waiting = []

    def _start_what_fits(self) -> None:
        full: set[bool] = set()
        for planned in list(self._waiting):
            resources = contract.resources(self._site.experiments[planned.experiment], planned.mode)
            # one that waits for cards does not hold up those that need none; one that waits for cores does
            if bool(resources.gpus) in full or self._waits_for_earlier(planned):
                continue
            if not self._start(planned, resources):
                full |= {True} if resources.gpus else {True, False}
        self._place.flush()

    def _start(self, planned: Planned, resources: Resources) -> bool:
        """Begin a run or say why not; False where it has to wait."""
        if reason := self._place.refuses(resources):
            self._waiting.remove(planned)
            self._finish(NotRun(planned=planned, reason=reason))
            return True
        if _expected(resources) > self._left():
            self._waiting.remove(planned)
            self._finish(_beyond_budget(planned))
            return True
        try:
            order = self._orders[planned] = self._orders.get(planned) or self._runner.order(planned)
            earlier = len(attempts_of(order.run))
            future = _ended_before(order) or self._place.start(order)
        except NotDoneError as error:
            self._waiting.remove(planned)
            self._finish(self._not_run(planned, error))
            return True
        if future is None:
            if self._place.waiting and not self._running:
                self._watch.on_wait(planned, self._place.waiting)
            return False
        self._waiting.remove(planned)
        self._running[future] = planned
        if earlier:
            self._watch.on_again(planned, earlier)
        self._watch.on_start(planned)
        return True

    def _take(self, future: Future[Attempted]) -> None:
        planned = self._running.pop(future)
        try:
            result = self._runner.finish(planned, self._orders[planned], future.result())
        except LostError as error:
            self._lost[planned] += 1
            if self._lost[planned] > RETRIES or self._site.stop.exists():
                self._finish(self._not_run(planned, error))
            else:
                self._waiting.insert(0, planned)
            return
        except NotDoneError as error:
            self._finish(self._not_run(planned, error))
            return
        except OSError as error:
            self._finish(self._not_run(planned, self._runner.not_done(planned, error)))
            return
        if isinstance(result, Finished):
            if result.record.predicate.outcome is Outcome.FAILED:
                self._failed.add(planned.experiment)
            self._finish(result)

    def _not_run(self, planned: Planned, error: NotDoneError) -> NotRun:
        fault = Fault.ENVIRONMENT if self._failed.isdisjoint(self._sources(planned)) else Fault.ARTIFACT
        return NotRun(planned=planned, reason=str(error), hint=error.hint, fault=fault)

    def _finish(self, result: Result) -> None:
        self._results.append(result)
        self._watch.on_end(result)

    def _waits_for_earlier(self, planned: Planned) -> bool:
        sources = self._sources(planned)
        return any(item.experiment in sources for item in (*self._waiting, *self._running.values()))

    def _sources(self, planned: Planned) -> set[str]:
        """The experiments whose outputs a run takes."""
        references = map(reference_text, inputs_of(self._site.experiments[planned.experiment]))
        return {text.partition("/")[0] for text in references if "/" in text}


def _ended_before(order: Order) -> Future[Attempted] | None:
    """What a launcher came to that ended before its campaign could keep its record."""
    attempted = came_to(order.run)
    if attempted is None:
        return None
    future: Future[Attempted] = Future()
    future.set_result(attempted)
    return future


def _expected(resources: Resources) -> float:
    """Seconds that a run is expected to take; nothing is known where the manifest does not say it."""
    time_ = resources.time
    return seconds(time_.expected) if time_ is not None and time_.expected is not None else 0.0


def _beyond_budget(planned: Planned) -> NotRun:
    return NotRun(
        planned=planned,
        reason="the budget of time was spent before it could end",
        fault=Fault.EVALUATOR,
    )
