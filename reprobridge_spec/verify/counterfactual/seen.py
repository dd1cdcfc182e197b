"""What is seen of a run from outside, and how two runs differ in it."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from reprobridge_spec.documents.files import FolderFiles, Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.measure.base import Measured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.verification import AxisState

_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A run from outside.

    Attributes:
        fault: why it failed; empty where it passed.
        files: digest of each file that it left.
        scores: the numbers that `measure` reads in it, by task; of a smoke run they are no scores, and comparable.
    """

    fault: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """What came of comparing a turned run.

    Attributes:
        state: held, changed or failed.
        compared: what was compared.
        why: what differs; empty where it held.
    """

    state: AxisState
    compared: tuple[str, ...]
    why: str = ""


def seen_in_record(finished: Finished, experiment: Experiment) -> Seen:
    """A run that passed and has its record."""
    return Seen(
        files={output.path: output.sha256 for output in finished.record.predicate.outputs},
        scores=_scores(experiment, finished.folder / "outputs", finished.folder / "log"),
    )


def seen_in_folder(folder: Path, experiment: Experiment, fault: str) -> Seen:
    """A run whose `output` and `log` lie in `folder`."""
    if fault:
        return Seen(fault=fault)
    files = FolderFiles(folder / "output")
    return Seen(
        files={path: files.sha256(path) for path, entry in files.entries.items() if entry.kind is Kind.FILE},
        scores=_scores(experiment, folder / "output", folder / "log"),
    )


def difference(plain: Seen, again: Seen | None, turned: Seen) -> Difference:
    """How a turned run differs from the plain one, in what two equal runs have in common.

    Args:
        plain: the run that passed.
        again: an equal run; None where there is none, and then only whether they pass is compared.
        turned: the turned run.
    """
    if turned.fault:
        return Difference(AxisState.FAILED, ("outcome",), turned.fault)
    if again is None or again.fault:
        return Difference(AxisState.HELD, ("outcome",))
    compared, said = ["outcome"], []
    if plain.files.keys() == again.files.keys():
        compared.append("files")
        said += _names(plain.files, turned.files)
    if same := [path for path, digest in plain.files.items() if again.files.get(path) == digest]:
        compared.append("digests")
        differing = [path for path in same if path in turned.files and turned.files[path] != plain.files[path]]
        said += [f"{_listed(differing)} differ{'' if differing[1:] else 's'}"] if differing else []
    if equal := [task for task, score in plain.scores.items() if again.scores.get(task) == score]:
        compared.append("scores")
        said += [
            f"{task} reads {turned.scores.get(task, 'nothing')}, and {plain.scores[task]} without the turn"
            for task in equal
            if turned.scores.get(task) != plain.scores[task]
        ]
    return Difference(AxisState.CHANGED if said else AxisState.HELD, tuple(compared), "; ".join(said))


def _names(plain: Mapping[str, str], turned: Mapping[str, str]) -> list[str]:
    said = []
    if lacking := [path for path in plain if path not in turned]:
        said.append(f"it does not leave {_listed(lacking)}")
    if new := [path for path in turned if path not in plain]:
        said.append(f"it leaves {_listed(new)} besides")
    return said


def _listed(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return ", ".join(paths[:_SHOWN]) + more


def _scores(experiment: Experiment, output: Path, log: Path) -> dict[str, str]:
    found = {}
    for name, task in (experiment.tasks or {}).items():
        measured = extract(task.measure, output, log, unit=task.unit) if task.measure and not task.blocked else None
        if isinstance(measured, Measured):
            found[name] = measured.value
    return found
