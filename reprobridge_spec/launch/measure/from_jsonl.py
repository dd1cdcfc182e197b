"""A value of the records of a JSON-lines file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reprobridge_spec.launch.measure.base import Match, MeasureError, not_utf8, output_file, shown
from reprobridge_spec.launch.measure.json_value import equals, find, match_at, parse
from reprobridge_spec.model.measure import JsonlMeasure


def matches(measure: JsonlMeasure, outputs: Path) -> Iterator[Match]:
    """The value in each record that has it and fits `where`, in the order of the file.

    A record that is cut off is an error as soon as it is reached: what it would have held is not known. With
    `select: first`, nothing after the first match is reached.

    Raises:
        MeasureError: the file is not there, a record is no JSON, or none matches.
    """
    name, last, records = shown(measure.file), None, 0
    with output_file(outputs, measure.file).open("rb") as file:
        for line, raw in enumerate(file, 1):
            if not raw.strip():
                continue
            records += 1
            record = _record(raw, f"{name}, line {line}", last)
            # a number may go on where the file ends; what has a bracket or a quote at its end does not
            note = "" if raw.endswith((b"\n", b"}", b"]", b'"')) else " (which has no end of line)"
            if (found := _match(measure, record, f"{name}, line {line}{note}")) is not None:
                last = found
                yield found
    if not records:
        raise MeasureError(f"{name} is empty", hint="find out why the run wrote nothing")
    if last is None:
        raise MeasureError(
            f"none of the {records} records of {name} has {shown(measure.jsonl)}{_filter(measure)}",
            hint="correct the pointer or `where`",
        )


def _record(raw: bytes, place: str, last: Match | None) -> Any:  # noqa: ANN401 (any JSON value)
    try:
        return parse(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _cut(raw, place, last) or not_utf8(place, raw) from error
    except MeasureError as error:
        torn = isinstance(error.__cause__, json.JSONDecodeError)
        broken = MeasureError(f"{place}: {error}", hint=error.hint)
        raise (_cut(raw, place, last) if torn else None) or broken from error


def _cut(raw: bytes, place: str, last: Match | None) -> MeasureError | None:
    """The error for a record without its end of line, which only the last one can be."""
    if raw.endswith(b"\n"):
        return None
    before = f"; the last complete match is {last.place}: {shown(last.text)}" if last else ""
    return MeasureError(
        f"{place} is cut off, so the run did not finish writing{before}", hint="run it again to its end"
    )


def _match(measure: JsonlMeasure, record: Any, place: str) -> Match | None:  # noqa: ANN401 (any JSON value)
    try:
        fits = all(equals(find(record, pointer), wanted) for pointer, wanted in measure.where.items())
        return match_at(place, find(record, measure.jsonl)) if fits else None
    except MeasureError:
        return None


def _filter(measure: JsonlMeasure) -> str:
    if not measure.where:
        return ""
    return " where " + ", ".join(f"{shown(key)} is {shown(value)}" for key, value in measure.where.items())
