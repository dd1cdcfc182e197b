"""Scores, extracted again from the kept outputs of runs, and held against what the records say."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles, Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.measure.base import MAX_BYTES, Measured, Measurement, NotDone, NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.launch.measure.from_tensorboard import EVENT_FILE
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.measure import CommandMeasure, Measure, TensorboardMeasure
from reprobridge_spec.rules.measured_outputs import file_of
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.stats import exact

_LOG = "log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What the kept outputs give.

    Attributes:
        values: decimal text by the path of a record and the full id of a task.
        signs: what differs from the records.
        unread: why a task's score cannot be read without executing something, by full id.
    """

    values: dict[tuple[str, str], str]
    signs: list[Sign]
    unread: dict[str, str]


def read(subject: Subject, told: frozenset[str]) -> Scores:
    """The scores of all runs that stand for something.

    Args:
        subject: the evidence.
        told: files that a rule has found to hold no score.
    """
    scores = Scores(values={}, signs=[], unread={})
    with TemporaryDirectory(prefix="rrspec-audit-") as temporary:
        outputs = _Outputs(subject.files, Path(temporary))
        for run in _runs(subject):
            for full_id in subject.open_tasks.get(run.said.experiment, ()):
                _read(subject, run, full_id, outputs, told, scores)
    scores.signs.extend([_unread(subject, full_id, why) for full_id, why in scores.unread.items()])
    return scores


def _runs(subject: Subject) -> Iterator[Run]:
    for slots in subject.candidates.values():
        for runs in slots.values():
            yield from (run for run in runs if run.is_measured)
    yield from (run for run in subject.reference_runs if run.is_measured)


class _Outputs:
    """Kept outputs as files, wherever the artifact lies."""

    def __init__(self, files: ArtifactFiles, temporary: Path) -> None:
        self._files = files
        self._temporary = temporary

    def measured(self, measure: Measure, unit: str | None, run: Run, paths: list[str]) -> Measurement:
        """What `measure` reads in the files at `paths` of the artifact, which are `run`'s."""
        # of a folder of outputs, only the files that the record names are read
        if isinstance(self._files, FolderFiles) and not isinstance(measure, TensorboardMeasure):
            folder = self._files.root / run.folder
            return extract(measure, folder / "outputs", folder / _LOG, unit=unit)
        places = {path: self._temporary / path.removeprefix(f"{run.folder}/") for path in paths}
        try:
            for path, file in places.items():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(self._files.read(path, MAX_BYTES))
            return extract(measure, self._temporary / "outputs", self._temporary / _LOG, unit=unit)
        finally:
            # folders stay: to make and remove them for each run takes most of the time
            for file in places.values():
                file.unlink(missing_ok=True)


def _read(subject: Subject, run: Run, full_id: str, outputs: _Outputs, told: frozenset[str], scores: Scores) -> None:
    task = subject.context.tasks[full_id]
    if task.measure is None or isinstance(task.measure, CommandMeasure):
        scores.unread[full_id] = (
            "the task declares no `measure`"
            if task.measure is None
            else "its `measure` is a program, which is not executed"
        )
        return
    file = file_of(task)
    listed = [output for output in run.said.outputs if file is not None and _is_read(task.measure, output.path, file)]
    if file is not None and not (listed and all(output.kept for output in listed)):
        scores.signs.append(_not_kept(subject, run, file, full_id, is_listed=bool(listed)))
        return
    paths = [f"{run.folder}/outputs/{output.path}" for output in listed] or [f"{run.folder}/{_LOG}"]
    entries = [subject.files.entries.get(path) for path in paths]
    if any(entry is None or entry.kind is not Kind.FILE for entry in entries):
        return  # record-altered says so
    try:
        found = outputs.measured(task.measure, task.unit, run, paths)
    except (OSError, ValueError) as error:
        found = NotDone(reason=f"{paths[0]} cannot be read: {error}")
    if isinstance(found, NotDone):
        scores.unread[full_id] = found.reason.rstrip(".")
        return
    if isinstance(found, Measured):
        scores.values[run.path, full_id] = found.value
    if told.isdisjoint(paths) and (sign := _compared(subject, run, full_id, paths[0], found)):
        scores.signs.append(sign)


def _is_read(measure: Measure, path: str, file: str) -> bool:
    """Whether the score is read from the output at `path`: of a folder, only event files in it are."""
    if path == file or not isinstance(measure, TensorboardMeasure):
        return path == file
    folder, _, name = path.rpartition("/")
    return folder == file and EVENT_FILE in name


def _not_kept(subject: Subject, run: Run, file: str, full_id: str, *, is_listed: bool) -> Sign:
    keeps = f"keeps `{file}` by its digest only" if is_listed else f"left no `{file}`"
    return Sign(
        reason=Reason.OUTPUT_NOT_KEPT if is_listed else Reason.SCORE_NOT_THERE,
        bearing=Bearing.LEAVES_OPEN if is_listed else Bearing.CONTRADICTS,
        message=f"run `{run.said.run}` {keeps}, from which task `{full_id}` is measured",
        file=run.path,
        runs=(run,),
        tasks=_rests(subject, run, full_id),
        path=("predicate", "outputs"),
        recorded=_recorded(run, full_id),
    )


def _recorded(run: Run, full_id: str) -> str | None:
    score = run.said.scores.get(full_id.partition("/")[2])
    return score.value if score is not None else None


def _compared(subject: Subject, run: Run, full_id: str, path: str, found: Measurement) -> Sign | None:
    """What is wrong between the record and the output; None where they agree."""
    recorded = _recorded(run, full_id)
    value = found.value if isinstance(found, Measured) else None
    if value is not None and recorded is not None and _same(value, recorded):
        return None
    is_alike = run.said.plan.tasks.get(full_id.partition("/")[2]) == subject.judged_as(full_id)
    reason, bearing = _meaning(recorded, value, is_alike=is_alike)
    gives = "none" if value is None else value
    why = f": {found.reason.rstrip('.')}" if isinstance(found, NotMeasured) else ""
    under = "" if is_alike else " under the judgement that was written after it"
    return Sign(
        reason=reason,
        bearing=bearing,
        message=f"run `{run.said.run}` has {recorded or 'no score'} for task `{full_id}`, and its output gives "
        f"{gives}{under}{why}",
        file=path,
        runs=(run,),
        tasks=_rests(subject, run, full_id),
        recorded=recorded,
        found=value,
    )


def _meaning(recorded: str | None, value: str | None, *, is_alike: bool) -> tuple[Reason, Bearing]:
    if recorded is None:
        return Reason.SCORE_NOT_THERE, Bearing.LEAVES_OPEN
    if not is_alike:
        return Reason.JUDGED_ANEW, Bearing.LEAVES_OPEN
    return Reason.SCORE_NOT_THERE if value is None else Reason.SCORE_DIFFERS, Bearing.CONTRADICTS


def _rests(subject: Subject, run: Run, full_id: str) -> tuple[str, ...]:
    """The task, where its score or its reference rests on this run."""
    return tuple(task for task in subject.tasks_on(run) if task == full_id)


def _same(one: str, other: str) -> bool:
    try:
        return exact.number(one) == exact.number(other)
    except ValueError:
        return False


def _unread(subject: Subject, full_id: str, why: str) -> Sign:
    return Sign(
        reason=Reason.MEASURE_NOT_READ,
        bearing=Bearing.LEAVES_OPEN,
        message=f"the scores of task `{full_id}` were not read again: {why}",
        file=MANIFEST_FILE,
        tasks=(full_id,),
        path=of_task(subject.context.manifest, full_id, "measure"),
    )
