"""Sets of results that can be compared: verifications, folders of run records, artifacts with theirs."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.run_record import Mode, Outcome, RunRecord
from reprobridge_spec.model.task import Estimator, Statistic, Task
from reprobridge_spec.model.verdict import Judgement, TaskResult
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, RUN_RECORD, RUNS_FOLDER, VERIFICATION
from reprobridge_spec.schemas.load import load
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.difference import Side
from reprobridge_spec.stats.statistic import measured
from reprobridge_spec.validation.load import open_artifact
from reprobridge_spec.verify.cards import judged
from reprobridge_spec.verify.recorded import fresh_records

_MEAN = Statistic(estimator=Estimator.MEAN, over="seeds")
_ENOUGH = 2
MAX_BYTES = 64 << 20
"""The largest document that is read."""


@dataclass(frozen=True, slots=True)
class Results:
    """What is said of each task, by full id, and what is declared of it where an artifact says it."""

    sides: Mapping[str, Side]
    tasks: Mapping[str, Task]


def results_in(path: Path, tasks: Mapping[str, Task]) -> Results:
    """What a verification, a folder of records or an artifact says of each task.

    Of an artifact, what its present runs say: neither stale ones count, nor those that references rest on.

    Args:
        path: the file or folder.
        tasks: tasks by full id, as far as they are known to the caller; an artifact's own come before them, and of
            others the mean over all runs is taken.

    Raises:
        UsageError: it is none of these, or a document in it has not the right form.
    """
    if path.is_file():
        return Results(_of_verification(_loaded_verification(path)), {})
    context = _artifact_in(path)
    own = context.tasks if context else {}
    return Results(_of_records(_records_in(path, context), {**tasks, **own}), own)


def rows_in(path: Path, context: Context) -> list[TaskResult]:
    """The verdicts of a verification, or those that a folder of records gives to an artifact's tasks.

    Raises:
        UsageError: it is none of these, or a document in it has not the right form.
    """
    if path.is_file():
        return _loaded_verification(path).tasks
    records = _records_in(path, _artifact_in(path))
    return judged(context, [record for record in records if record.predicate.mode is Mode.SCORED])


def _artifact_in(path: Path) -> Context | None:
    if not (path / MANIFEST_FILE).is_file():
        return None
    opened = open_artifact(FolderFiles(path))
    if opened.context is None:
        raise UsageError(
            "its manifest has not the right form", hint="`rrspec validate` says what is wrong.", place=str(path)
        )
    return opened.context


def _records_in(path: Path, context: Context | None) -> list[RunRecord]:
    if context is not None and context.records:
        try:
            found = fresh_records(path, context.experiments, context.plans, context.records.values())
        except (OSError, ValueError) as error:
            raise UsageError(
                f"its plans cannot be computed: {error}", hint="`rrspec validate` says what is wrong.", place=str(path)
            ) from error
        if not found:
            raise UsageError(
                "none of its records is of a scored run of the present plans",
                hint="`rrspec status` says which are missing or stale.",
                place=str(path),
            )
        return found
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
        with open(path, "rb", opener=_at_once) as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"it cannot be read: {error.strerror or error}", place=str(path)) from error
    if len(data) > MAX_BYTES:
        raise UsageError(f"it is larger than {MAX_BYTES >> 20} MiB", place=str(path))
    return data


def _at_once(path: str, flags: int) -> int:
    # a pipe has nobody who writes
    return os.open(path, flags | os.O_NONBLOCK)


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
