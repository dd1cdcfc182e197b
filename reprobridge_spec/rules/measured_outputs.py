"""The kept files that recorded scores were read from."""

import csv
import io
import json
import math
from collections.abc import Iterator
from typing import Any

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.measure import CommandMeasure, CsvMeasure, JsonlMeasure, JsonMeasure, Measure
from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.model.task import Task
from reprobridge_spec.rules.context import Context

LIMIT = 64 << 20
"""Larger outputs are not looked into."""
_LOG = "log"
_MOST_DIGITS = 310


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredOutput:
    """A kept output that the record says a task's score was read from.

    Attributes:
        record: path of the record.
        path: path of the output in the artifact.
        task: full id.
        measure: how the score is read now.
        value: the recorded score.
    """

    record: str
    path: str
    task: str
    measure: Measure
    value: str
    entry: Entry


def measured_outputs(context: Context) -> Iterator[MeasuredOutput]:
    """Each recorded score with the kept file behind it, in the order of records and tasks."""
    for place, record in context.records.items():
        if record.predicate.mode is Mode.SCORED:
            yield from _of_record(context, place, record)


def _of_record(context: Context, place: str, record: RunRecord) -> Iterator[MeasuredOutput]:
    kept = {output.path for output in record.predicate.outputs if output.kept}
    experiment = context.experiments.get(record.predicate.experiment)
    for name, task in (experiment.tasks or {} if experiment is not None else {}).items():
        score = record.predicate.scores.get(name)
        file = file_of(task)
        if score is None or score.value is None or file not in kept or task.measure is None:
            continue
        path = f"{place.rpartition('/')[0]}/outputs/{file}"
        entry = context.files.entries.get(path)
        if entry is not None and entry.kind is Kind.FILE:
            yield MeasuredOutput(
                record=place,
                path=path,
                task=f"{record.predicate.experiment}/{name}",
                measure=task.measure,
                value=score.value,
                entry=entry,
            )


def file_of(task: Task) -> str | None:
    """The output that a task is measured from; None where that is the log, or what a program prints."""
    if task.measure is None or isinstance(task.measure, CommandMeasure) or task.measure.file == _LOG:
        return None
    return task.measure.file


def values_at(measure: Measure, text: str) -> list[Any]:
    """What stands where a measure reads, as far as it can be told: of JSON, of records, and of columns.

    Raises:
        ValueError: the text is no JSON, at least up to there.
        RecursionError: it is nested too deeply.
    """
    if isinstance(measure, JsonMeasure):
        found = _at(read_json(text), measure.json_)
        return _selected(found if isinstance(found, list) else [found], measure.select)
    if isinstance(measure, JsonlMeasure):
        records = [read_json(line) for line in text.splitlines() if line.strip()]
        fitting = [
            record for record in records if all(_fits(_at(record, key), said) for key, said in measure.where.items())
        ]
        values = [value for record in fitting if (value := _at(record, measure.jsonl)) is not None]
        return _selected(values, measure.select)
    if isinstance(measure, CsvMeasure):
        return _selected(_column(measure, text), measure.select)
    return []


def _column(measure: CsvMeasure, text: str) -> list[Any]:
    rows = csv.DictReader(io.StringIO(text), delimiter=measure.delimiter)
    try:
        return [
            row.get(measure.csv) for row in rows if all(row.get(key) == said for key, said in measure.where.items())
        ]
    except csv.Error as error:
        raise ValueError(str(error)) from error


def read_json(text: str) -> Any:  # noqa: ANN401 (any JSON value)
    """The value of a JSON text; what Python writes for numbers that are not finite is read, too.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply.
    """
    return json.loads(text, parse_int=_whole)


def _whole(digits: str) -> int | float:
    # no reader holds more digits, and Python refuses to read thousands of them
    return int(digits) if len(digits) < _MOST_DIGITS else math.inf


def _selected(values: list[Any], select: str) -> list[Any]:
    if select in {"first", "last"}:
        return values[:1] if select == "first" else values[-1:]
    return values


def _fits(value: Any, said: str) -> bool:  # noqa: ANN401 (any JSON value)
    if isinstance(value, str):
        return value == said
    return json.dumps(value) == said


def _at(value: Any, pointer: str) -> Any:  # noqa: ANN401 (any JSON value)
    """The value at a JSON pointer; None where there is none."""
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and len(key) < 10 and int(key) < len(value):  # noqa: PLR2004 (no list is longer)
            value = value[int(key)]
        else:
            return None
    return value
