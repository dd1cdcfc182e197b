"""What is audited: the records of an artifact, which of them count, and which tasks rest on each."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from reprobridge_spec.audit.run import Run
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.model.resolved import inputs_of, reference_text, runs_of
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.verification import EvidenceClass, Verification
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.moments import moment
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.rules.runnable import is_task_blocked

if TYPE_CHECKING:
    from reprobridge_spec.audit.trust import Signed

_STEPS_OF_FOLDER = 3
"""`evidence/runs/<run>`."""

Slots = dict[int, list[Run]]
"""Runs by their place among the runs that their experiment declares."""


class Subject:
    """An artifact's evidence.

    Attributes:
        context: its documents.
        files: its files.
        witnesses: verifications by whoever audits, or by somebody whom they trust.
        unsigned: by the path of each record, why it is of no signed evidence.
        runs: every record, in the order of paths.
    """

    def __init__(
        self, context: Context, witnesses: tuple[Verification, ...] = (), signed: "Signed | None" = None
    ) -> None:
        self.context = context
        self.files: ArtifactFiles = context.files
        self.witnesses = (*witnesses, *(signed.witnesses if signed else ()))
        self.unsigned = self._unsigned(signed) if signed and signed.documents else dict.fromkeys(context.records, "")
        seen = {run.record_sha256 for witness in self.witnesses for run in witness.runs}
        self.runs = [
            Run(path=path, said=record.predicate, sha256=sha256, evidence=self._class(path, sha256, seen))
            for path, record in context.records.items()
            for sha256 in [context.files.sha256(path)]
        ]
        self._methods = PresentMethods(context)
        self._by_folder = {run.folder: run for run in self.runs}

    def _class(self, path: str, sha256: str, seen: set[str]) -> EvidenceClass:
        if path not in self.unsigned:
            return EvidenceClass.SIGNED
        return EvidenceClass.WITNESSED if sha256 in seen else EvidenceClass.SELF

    def _unsigned(self, signed: "Signed") -> dict[str, str]:
        from reprobridge_spec.audit.trust import why_not_signed  # noqa: PLC0415 (only where a key is trusted)

        records = {path: record.predicate for path, record in self.context.records.items()}
        first: dict[str, str] = {}
        for said in records.values():
            began = said.attempts[0].started
            if said.mode is Mode.SCORED:
                first[said.plan.campaign] = min(began, first.get(said.plan.campaign, began), key=moment)
        found = {}
        for path, said in records.items():
            tasks = {task: self.judged_as(task) for task in self.open_tasks.get(said.experiment, ())}
            began = first.get(said.plan.campaign, said.attempts[0].started)
            why = why_not_signed(said, signed.documents.get(path), signed.commitments, began, tasks)
            if why is not None:
                found[path] = why
        return found

    def run_at(self, path: str) -> Run | None:
        """The run in whose folder a file lies."""
        return self._by_folder.get("/".join(path.split("/")[:_STEPS_OF_FOLDER]))

    def method(self, experiment: str) -> str | None:
        """The present method digest; None where it cannot be computed, or there is no such experiment."""
        if experiment not in self._known_methods:
            known = experiment in self.context.experiments
            self._known_methods[experiment] = self._methods.of(experiment) if known else None
        return self._known_methods[experiment]

    @cached_property
    def _known_methods(self) -> dict[str, str | None]:
        return {}

    def judged_as(self, full_id: str) -> str:
        """The present digest of a task."""
        if full_id not in self._task_digests:
            self._task_digests[full_id] = self.context.plans.task(full_id)
        return self._task_digests[full_id]

    @cached_property
    def _task_digests(self) -> dict[str, str]:
        return {}

    @cached_property
    def open_tasks(self) -> dict[str, tuple[str, ...]]:
        """Full ids of the tasks that are not blocked, by experiment."""
        found: dict[str, list[str]] = {name: [] for name in self.context.experiments}
        for full_id in self.context.tasks:
            if not is_task_blocked(self.context, full_id):
                found[full_id.partition("/")[0]].append(full_id)
        return {name: tuple(tasks) for name, tasks in found.items()}

    @property
    def all_open_tasks(self) -> tuple[str, ...]:
        """Full ids of all tasks that are not blocked."""
        return tuple(task for tasks in self.open_tasks.values() for task in tasks)

    @cached_property
    def behind_references(self) -> Mapping[str, tuple[str, ...]]:
        """Tasks by the id of a run that a reference of theirs rests on."""
        loaded = self.context.references.model if self.context.references else None
        found: dict[str, dict[str, None]] = {}
        for task, observations in (loaded.references if loaded else {}).items():
            for observation in observations:
                for run in observation.runs:
                    found.setdefault(run, {})[task] = None
        return {run: tuple(tasks) for run, tasks in found.items()}

    @cached_property
    def candidates(self) -> dict[str, Slots]:
        """Scored runs of the present method at a declared place, by experiment; none that references rest on."""
        return self._slotted(is_fresh=True)

    @cached_property
    def stale(self) -> dict[str, Slots]:
        """The same of other methods."""
        return self._slotted(is_fresh=False)

    def _slotted(self, *, is_fresh: bool) -> dict[str, Slots]:
        places = {name: _places(runs_of(body)) for name, body in self.context.experiments.items()}
        found: dict[str, Slots] = {}
        for run in self.runs:
            said = run.said
            if said.mode is not Mode.SCORED or said.experiment not in places or said.run in self.behind_references:
                continue
            if (said.plan.method == self.method(said.experiment)) is not is_fresh:
                continue
            place = places[said.experiment].get(said.index if said.seed is None else f"seed {said.seed}")
            if place is not None:
                found.setdefault(said.experiment, {}).setdefault(place, []).append(run)
        return found

    @cached_property
    def counted(self) -> dict[str, dict[int, Run]]:
        """The run that counts at each declared place: of the strongest evidence and the present seeds, the newest."""
        found: dict[str, dict[int, Run]] = {}
        for name, slots in self.candidates.items():
            campaign = self.context.plans.campaign(name)
            for place, runs in sorted(slots.items()):
                measured = [run for run in runs if run.is_measured]
                if measured:
                    found.setdefault(name, {})[place] = max(
                        measured,
                        key=lambda run: (run.strength, run.said.plan.campaign == campaign, run.ended, run.path),
                    )
        return found

    def counted_runs(self) -> Iterator[Run]:
        """Every run that counts at its place."""
        for slots in self.counted.values():
            yield from slots.values()

    @cached_property
    def reference_runs(self) -> list[Run]:
        """Runs that references rest on and that are of the present method."""
        return [
            run
            for run in self.runs
            if run.said.run in self.behind_references
            and run.said.mode is Mode.SCORED
            and run.said.plan.method == self.method(run.said.experiment)
        ]

    @cached_property
    def _rests_on(self) -> dict[str, tuple[str, ...]]:
        """Open tasks by the path of a record that they rest on."""
        found = {run.path: self.behind_references[run.said.run] for run in self.reference_runs}
        for name, slots in self.counted.items():
            tasks = tuple(task for later in (name, *self.after(name)) for task in self.open_tasks.get(later, ()))
            found |= {run.path: tasks for run in slots.values()}
        return found

    def tasks_on(self, run: Run) -> tuple[str, ...]:
        """Tasks whose scores, or whose references, rest on `run`."""
        return self._rests_on.get(run.path, ())

    def runs_of_task(self, full_id: str) -> list[Run]:
        """The runs that a task's score rests on, those before its own in the chain first."""
        experiment = full_id.partition("/")[0]
        names = [*self.before(experiment), experiment]
        return [run for name in names for _, run in sorted(self.counted.get(name, {}).items())]

    def before(self, experiment: str) -> list[str]:
        """Experiments whose outputs `experiment` takes, at any distance."""
        return _reached(experiment, self._sources)

    def after(self, experiment: str) -> list[str]:
        """Experiments that take outputs of `experiment`, at any distance."""
        return _reached(experiment, self._takers)

    @cached_property
    def _sources(self) -> dict[str, list[str]]:
        return {
            name: [text.partition("/")[0] for text in map(reference_text, inputs_of(body)) if "/" in text]
            for name, body in self.context.experiments.items()
        }

    @cached_property
    def _takers(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, sources in self._sources.items():
            for source in sources:
                found.setdefault(source, []).append(name)
        return found


def _places(seeds: list[int | None]) -> dict[int | str, int]:
    """The place of each seed, or of each index where runs are counted."""
    return {index if seed is None else f"seed {seed}": index for index, seed in enumerate(seeds)}


def _reached(start: str, steps: Mapping[str, list[str]]) -> list[str]:
    found: dict[str, None] = {}
    waiting = [*steps.get(start, ())]
    while waiting:
        name = waiting.pop()
        if name not in found and name != start:
            found[name] = None
            waiting += steps.get(name, ())
    return list(found)
