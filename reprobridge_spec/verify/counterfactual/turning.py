"""Makes the turned runs, as many at once as the place has room for, and says of each what came of it."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import machine
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.execute import Runner
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.reading import read
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.site import Site
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.model.verification import Axis, AxisName, AxisState
from reprobridge_spec.process import Ending
from reprobridge_spec.verify.counterfactual.causes import cause
from reprobridge_spec.verify.counterfactual.seen import Seen, difference, seen_in_folder, seen_in_record
from reprobridge_spec.verify.counterfactual.turned import Turned
from reprobridge_spec.verify.counterfactual.turns import CANNOT, Still, Turn, installed_locales, turns

_LOOK_SECONDS = 0.5
_SPENT = "the budget of time was spent"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    base: Finished
    turn: Turn
    order: Order
    shortened: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """What came of a turned run: what is seen of it, or why nothing is, and where a failure was raised."""

    seen: Seen = Seen()
    missing: str = ""
    cause: str | None = None


def turn_all(
    ready: Site,
    finished: Sequence[Finished],
    mode: Mode,
    place: Place,
    progress: Callable[[str], None],
    deadline: float | None,
) -> list[Axis]:
    """One row for each thing that is turned, for each experiment of which a run in `mode` passed.

    Args:
        ready: the artifact made ready.
        finished: the runs that were made; of several of an experiment the shortest is made again.
        mode: which runs are made again.
        place: where they are executed.
        progress: told what is being done.
        deadline: when the budget is spent, on the clock `time.monotonic`; None without one.
    """
    return _Turning(ready, place, progress, deadline).make(_bases(finished, mode))


def _bases(finished: Sequence[Finished], mode: Mode) -> list[Finished]:
    found: dict[str, Finished] = {}
    for result in finished:
        predicate = result.record.predicate
        if predicate.mode is not mode or predicate.outcome is not Outcome.MEASURED:
            continue
        before = found.get(predicate.experiment)
        if before is None or predicate.used.wall_seconds < before.record.predicate.used.wall_seconds:
            found[predicate.experiment] = result
    return list(found.values())


class _Turning:
    def __init__(self, ready: Site, place: Place, progress: Callable[[str], None], deadline: float | None) -> None:
        self._ready = ready
        self._place = place
        self._progress = progress
        self._deadline = deadline
        self._runner = Runner(ready)
        self._running: dict[Future[Attempted], _Job] = {}
        self._made: dict[tuple[str, AxisName], _Made] = {}

    def make(self, bases: Sequence[Finished]) -> list[Axis]:
        locales = installed_locales()
        wanted = {base.planned.experiment: self._turns(base, locales) for base in bases}
        waiting: list[_Job] = []
        for base in bases:
            waiting += self._jobs(base, wanted[base.planned.experiment])
        try:
            self._run(waiting)
        except BaseException:
            self._ready.stop.touch()
            self._place.stop()
            wait(self._running)
            raise
        return [axis for base in bases for axis in self._axes(base, wanted[base.planned.experiment])]

    def _turns(self, base: Finished, locales: Sequence[str]) -> list[Turn | Still]:
        predicate = base.record.predicate
        return turns(predicate.isolation, predicate.environment.variables, machine.cores(), locales)

    def _jobs(self, base: Finished, wanted: Sequence[Turn | Still]) -> Iterator[_Job]:
        """The orders of one experiment's turned runs, each in a folder of its own."""
        try:
            template = self._runner.order(base.planned)
        except NotDoneError as error:
            for turn in wanted:
                self._made[base.planned.experiment, turn.name] = _Made(missing=str(error))
            return
        shutil.rmtree(template.run, ignore_errors=True)
        for turn in wanted:
            if isinstance(turn, Turn):
                yield _Job(base=base, turn=turn, order=_turned(template, turn, self._ready.nonce()))

    def _run(self, waiting: list[_Job]) -> None:
        while waiting or self._running:
            for job in list(waiting):
                if not self._start(job):
                    break
                waiting.remove(job)
            self._place.flush()
            done, _ = wait(self._running, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                job = self._running.pop(future)
                self._made[job.base.planned.experiment, job.turn.name] = self._take(job, future)
                shutil.rmtree(job.order.run, ignore_errors=True)

    def _start(self, job: _Job) -> bool:
        """Begin a run or say why not; False where it has to wait."""
        key = (job.base.planned.experiment, job.turn.name)
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if left is not None and left <= 0:
            self._made[key] = _Made(missing=_SPENT)
            return True
        if left is not None and left < job.order.time_limit:
            job = replace(job, order=replace(job.order, time_limit=left), shortened=True)
        try:
            (job.order.run / "output").mkdir(parents=True, exist_ok=True)
            future = self._place.start(job.order)
        except (NotDoneError, OSError) as error:
            self._made[key] = _Made(missing=str(error))
            return True
        if future is None:
            return False
        self._progress(f"  {job.order.label}")
        self._running[future] = job
        return True

    def _take(self, job: _Job, future: Future[Attempted]) -> _Made:
        try:
            attempted = future.result()
        except (NotDoneError, OSError) as error:
            return _Made(missing=str(error))
        if attempted.ended.exit_code == CANNOT:
            return _Made(missing="this machine could not turn it")
        if job.shortened and attempted.ended.ending is Ending.TIME_LIMIT:
            return _Made(missing=_SPENT)
        planned = job.base.planned
        experiment = self._ready.experiments[planned.experiment]
        reading = read(experiment, planned.mode, job.order.run, attempted.ended, list(attempted.outside))
        if reading.outcome is Outcome.NOT_DONE:
            return _Made(missing=reading.reason)
        seen = seen_in_folder(job.order.run, experiment, reading.reason)
        log = job.order.run / "log"
        return _Made(seen=seen, cause=cause(job.turn.name, self._ready.work, log) if seen.fault else None)

    def _axes(self, base: Finished, wanted: Sequence[Turn | Still]) -> Iterator[Axis]:
        name = base.planned.experiment
        plain = seen_in_record(base, self._ready.experiments[name])
        again = self._made.get((name, AxisName.AGAIN))
        equal = again.seen if again is not None and not again.missing else None
        for turn in wanted:
            if isinstance(turn, Still):
                state = AxisState.HELD if turn.held else AxisState.NOT_CHECKED
                yield Axis(experiment=name, mode=base.planned.mode, name=turn.name, state=state, why=turn.why)
            else:
                made = self._made[name, turn.name]
                yield self._axis(base, turn, made, plain, plain if turn.name is AxisName.AGAIN else equal)

    def _axis(self, base: Finished, turn: Turn, made: _Made, plain: Seen, equal: Seen | None) -> Axis:
        planned = base.planned
        if made.missing:
            return Axis(
                experiment=planned.experiment,
                mode=planned.mode,
                name=turn.name,
                state=AxisState.NOT_CHECKED,
                turned=turn.said,
                why=made.missing,
            )
        found = difference(plain, equal, made.seen)
        from_where = made.cause
        if found.state is AxisState.CHANGED:
            from_where = cause(turn.name, self._ready.work, None)
        return Axis(
            experiment=planned.experiment,
            mode=planned.mode,
            name=turn.name,
            state=found.state,
            turned=turn.said,
            compared=list(found.compared),
            why=found.why or None,
            cause=from_where,
        )


def _turned(template: Order, turn: Turn, nonce: str) -> Order:
    run: Path = template.run.with_name(nonce)
    folders = replace(template.folders, output=run / "output", home=run / "home", temporary=run / "tmp")
    return replace(
        template,
        run=run,
        label=f"{template.label}, {turn.name}: {turn.said}",
        folders=folders,
        sandbox=Turned(template.sandbox, turn),
        time_limit=template.time_limit * turn.runs,
    )
