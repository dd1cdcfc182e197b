"""Sets of results that can be compared: verifications, folders of run records, artifacts with theirs."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.run_record import Mode, Outcome, RunRecord
from reprobridge_spec.model.task import Estimator, Statistic, Task
from reprobridge_spec.model.verdict import Judgement, TaskResult
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import RUN_RECORD, RUNS_FOLDER, VERIFICATION
from reprobridge_spec.schemas.load import load
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.difference import Side
from reprobridge_spec.stats.statistic import measured
from reprobridge_spec.verify.cards import judged

_MEAN = Statistic(estimator=Estimator.MEAN, over="seeds")
_ENOUGH = 2
MAX_BYTES = 64 << 20
"""The largest document that is read."""


def results_in(path: Path, tasks: Mapping[str, Task]) -> dict[str, Side]:
    """What a verification, a folder of records or an artifact says of each task.

    Args:
        path: the file or folder.
        tasks: tasks by full id, as far as they are known; of others the mean over all runs is taken.

    Raises:
        UsageError: it is none of these, or a document in it has not the right form.
    """
    if path.is_file():
        return _of_verification(_loaded_verification(path))
    return _of_records(_records_in(path), tasks)


def rows_in(path: Path, context: Context) -> list[TaskResult]:
    """The verdicts of a verification, or those that a folder of records gives to an artifact's tasks.

    Raises:
        UsageError: it is none of these, or a document in it has not the right form.
    """
    if path.is_file():
        return _loaded_verification(path).tasks
    return judged(context, [record for record in _records_in(path) if record.predicate.mode is Mode.SCORED])


def _records_in(path: Path) -> list[RunRecord]:
    folder = path / RUNS_FOLDER if (path / RUNS_FOLDER).is_dir() else path
    files = sorted(folder.glob("*/run.json"))
    if not files:
        raise UsageError(
            "there are no run records in it",
            hint="Give a verification, a folder that `verify --records` made, or an artifact.",
            place=str(path),
        )
    return [_loaded_record(file) for file in files]


def _loaded_verification(path: Path) -> Verification:
    model = load(VERIFICATION, _read(path), path.name).model
    if model is None:
        raise UsageError("it is no verification of the right form", place=str(path))
    return model


def _loaded_record(path: Path) -> RunRecord:
    model = load(RUN_RECORD, _read(path), path.name).model
    if model is None:
        raise UsageError("it is no run record of the right form", place=str(path))
    return model


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"it cannot be read: {error.strerror or error}", place=str(path)) from error
    if len(data) > MAX_BYTES:
        raise UsageError(f"it is larger than {MAX_BYTES >> 20} MiB", place=str(path))
    return data


def _of_verification(document: Verification) -> dict[str, Side]:
    return {
        row.task: Side(
            value=row.judgement.measured, verdict=row.judgement.verdict, interval=_of_references(row.judgement)
        )
        for row in document.tasks
    }


def _of_references(judgement: Judgement) -> tuple[str, str] | None:
    if judgement.interval is None or judgement.references < _ENOUGH:
        return None
    return judgement.interval.low, judgement.interval.high


def _of_records(records: Iterable[RunRecord], tasks: Mapping[str, Task]) -> dict[str, Side]:
    by_run: dict[str, dict[tuple[int | None, int], str]] = {}
    for record in sorted(records, key=lambda record: record.predicate.attempts[-1].ended):
        predicate = record.predicate
        if predicate.mode is not Mode.SCORED or predicate.outcome is not Outcome.MEASURED:
            continue
        for name, score in predicate.scores.items():
            if score.value is not None:
                # of several records of one run the newest counts
                runs = by_run.setdefault(f"{predicate.experiment}/{name}", {})
                runs[predicate.seed, predicate.index if predicate.seed is None else 0] = score.value
    return {full_id: _side(runs, tasks.get(full_id)) for full_id, runs in by_run.items()}


def _side(runs: Mapping[tuple[int | None, int], str], task: Task | None) -> Side:
    statistic = task.statistic if task is not None and task.statistic is not None else _MEAN
    try:
        value = exact.as_text(measured([exact.number(score) for score in runs.values()], statistic))
    except ValueError:
        value = None
    return Side(
        value=value,
        by_seed={seed: score for (seed, _), score in runs.items() if seed is not None},
        unseeded=[score for (seed, _), score in runs.items() if seed is None],
    )
