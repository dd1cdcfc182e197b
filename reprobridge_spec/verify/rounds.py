"""The runs of a verification: of each experiment a smoke run, and where that passes its scored runs.

With a budget they come in rounds, the cheapest experiments first, so that whenever it is spent, most tasks are done.
"""

import time
from collections.abc import Sequence

from reprobridge_spec.launch.campaign import Result, Watch, run_all
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.results import Stopped, stopped_by
from reprobridge_spec.launch.site import Planned, Site
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.run_record import Mode, Outcome, RunRecord
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.verify.cost import Costs, cheapest_first, fitting
from reprobridge_spec.verify.selection import Selection


class Rounds:
    """Makes the runs that are wanted.

    Args:
        ready: the artifact made ready.
        selection: which runs are wanted.
        place: where they are executed.
        watch: who is told of them.
        deadline: when the budget is spent, on the clock `time.monotonic`; None without one.

    Attributes:
        results: what came of each run.
        stopped: experiments whose runs were not all made, and why.
    """

    def __init__(self, ready: Site, selection: Selection, place: Place, watch: Watch, deadline: float | None) -> None:
        self._ready = ready
        self._selection = selection
        self._place = place
        self._watch = watch
        self._deadline = deadline
        self.results: list[Result] = []
        self.stopped: dict[str, Stopped] = {}

    @property
    def finished(self) -> list[Finished]:
        """The runs that have a record."""
        return [result for result in self.results if isinstance(result, Finished)]

    @property
    def scored(self) -> list[RunRecord]:
        """The records of the scored runs."""
        return [result.record for result in self.finished if result.planned.mode is Mode.SCORED]

    def left(self) -> float | None:
        """Seconds of the budget that are left; None without one."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def make(self, costs: Costs) -> None:
        """Make all runs.

        Args:
            costs: how long they are going to take; asked only where there is a budget.

        Raises:
            InterruptedCampaignError: the caller stopped.
        """
        waiting = [name for name in self._selection.names if not is_blocked(self._ready.experiments[name])]
        if self._deadline is None:
            self._round(waiting)
            return
        experiments = self._ready.experiments
        tasks = {name: len(experiments[name].tasks or {}) for name in waiting}
        while waiting:
            seconds = {name: costs.of(self._to_make([name])) for name in waiting}
            chosen = fitting(cheapest_first(seconds, tasks), seconds, self.left() or 0.0)
            self._round(chosen)
            waiting = [name for name in waiting if name not in chosen]

    def _to_make(self, names: Sequence[str]) -> list[Planned]:
        made = {result.planned for result in self.results}
        planned = [item for mode in Mode for item in self._selection.planned(self._ready.experiments, names, mode)]
        return [item for item in planned if item not in made]

    def _round(self, names: Sequence[str]) -> None:
        self._smoke([item for item in self._to_make(names) if item.mode is Mode.SMOKE])
        wanted = [name for name in names if name not in self.stopped]
        planned = [item for item in self._to_make(wanted) if item.mode is Mode.SCORED]
        for result in self._run([item for item in planned if item.experiment not in self.stopped]):
            if not isinstance(result, Finished):
                self.stopped.setdefault(result.planned.experiment, stopped_by(result))

    def _smoke(self, planned: Sequence[Planned]) -> None:
        for result in self._run(planned):
            if not isinstance(result, Finished):
                self.stopped[result.planned.experiment] = stopped_by(result)
            elif result.record.predicate.outcome is not Outcome.MEASURED:
                self.stopped[result.planned.experiment] = _stopped_by_smoke(result)

    def _run(self, planned: Sequence[Planned]) -> list[Result]:
        results = run_all(self._ready, planned, self._place, self._watch, budget=self.left())
        self.results += results
        return results


def _stopped_by_smoke(result: Finished) -> Stopped:
    predicate = result.record.predicate
    reason = f"smoke run: {predicate.reason}"
    if predicate.outcome is Outcome.FAILED:
        return Stopped(Verdict.FAILED, reason, Fault.ARTIFACT)
    return Stopped(Verdict.COULD_NOT_BE_DONE, reason, predicate.fault or Fault.ENVIRONMENT)
