"""One state measured: its code in a copy of the artifact, run as scored runs are, its record thrown away."""

import shutil
from collections.abc import Callable
from pathlib import Path

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.bisect.states import Copy, State
from reprobridge_spec.launch.bisect.values import Seen, Values
from reprobridge_spec.launch.campaign import NotRun, Result, plan, run_all
from reprobridge_spec.launch.prepare import site
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.launch.way import Means, as_decided, with_sources
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.plan.digests import Plans
from reprobridge_spec.rules.context import Context


class Bench:
    """Measures one task in one state after the other.

    Args:
        context: the artifact's documents.
        task: full id.
        run: the run that measures it.
        copy: the copy that becomes each state.
        state: folder for what is not finished.
        values: what was measured before.
        means: with what runs are made.
        again: whether states are run again that an earlier bisection had run.
    """

    def __init__(
        self,
        context: Context,
        task: str,
        run: Planned,
        copy: Copy,
        state: Path,
        values: Values,
        means: Means,
        *,
        again: bool,
    ) -> None:
        self._context = context
        self._task = task
        self._run = run
        self._copy = copy
        self._state = state
        self._values = values
        self._means = means
        self._again = again
        self._now: set[str] = set()

    def method(self, state: State) -> str:
        """The method digest with the code of a state."""
        self._copy.become(state)
        plans = Plans(self._context.manifest, self._context.experiments, FolderFiles(self._copy.root))
        return plans.method(self._run.experiment)

    def measure(self, state: State, on_start: Callable[[], None]) -> tuple[Seen, bool]:
        """The score of a state, and whether an earlier bisection had run it.

        Args:
            state: the state.
            on_start: called where it is run.

        Raises:
            ArtifactError: a lock, an input or a file does not hold.
            NotDoneError: the machine does not allow it.
            InterruptedCampaignError: the caller stopped; states that were measured are kept.
        """
        method = self.method(state)
        key = {"method": method, "task": self._context.plans.task(self._task), "seed": self._run.seed}
        seen = self._values.get(key)
        if seen is not None and (method in self._now or not self._again):
            return seen, method not in self._now
        on_start()
        seen = self._read(self._make())
        self._now.add(method)
        self._values.keep(key, seen)
        return seen, False

    def _make(self) -> list[Result]:
        planned = plan(self._context.experiments, [self._run.experiment], Mode.SCORED)
        runs = with_sources(as_decided(self._copy.root, self._context), [self._run], planned)
        names = dict.fromkeys(run.experiment for run in runs)
        # a state's records and outputs say nothing of the artifact
        shutil.rmtree(self._state, ignore_errors=True)
        self._state.mkdir(parents=True)
        records, manifest = self._state / "records", self._context.manifest
        with site(self._copy.root, manifest, names, self._means.around, state=self._state, records=records) as ready:
            return run_all(ready, runs, self._means.place, self._means.watch, budget=self._means.left())

    def _read(self, results: list[Result]) -> Seen:
        for result in results:
            if isinstance(result, NotRun) and result.fault is not Fault.ARTIFACT:
                raise NotDoneError(f"{result.planned.label}: {result.reason}", hint=result.hint)
            if isinstance(result, Finished) and result.record.predicate.outcome is Outcome.NOT_DONE:
                raise NotDoneError(f"{result.planned.label}: {result.record.predicate.reason}")
        last = next(result for result in results if result.planned == self._run)
        if isinstance(last, Finished):
            score = last.record.score_of(self._task)
            if score is not None and score.value is not None:
                return Seen(value=score.value)
            return Seen(value=None, failure=last.record.predicate.reason or "it left no score")
        first = next((item for item in results if isinstance(item, Finished) and item.record.predicate.reason), None)
        return Seen(value=None, failure=str(first.record.predicate.reason) if first else last.reason)
