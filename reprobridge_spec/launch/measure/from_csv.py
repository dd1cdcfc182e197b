"""A cell of a CSV file with a header."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from reprobridge_spec.launch.measure.base import Match, MeasureError, output_file, shown
from reprobridge_spec.model.measure import CsvMeasure

SHOWN_COLUMNS = 10


def matches(measure: CsvMeasure, outputs: Path) -> Iterator[Match]:
    """The cell of the column in each row that fits `where`, in the order of the file.

    Raises:
        MeasureError: the file is not there or no CSV as declared, it lacks a column, or no row fits.
    """
    name = shown(measure.file)
    with output_file(outputs, measure.file).open(encoding="utf-8-sig", newline="") as file:
        rows = _rows(file, measure.delimiter, name)
        _, header = next(rows, ("", []))
        column = _index(header, measure.csv, measure, name)
        wanted = [(_index(header, key, measure, name), text) for key, text in measure.where.items()]
        found = False
        for place, row in rows:
            if len(row) != len(header):
                raise MeasureError(
                    f"{place} has {_cells(len(row))}, the header {len(header)}",
                    hint="let the launcher write every row in full; quote cells that hold the delimiter",
                )
            if all(row[index] == text for index, text in wanted):
                found = True
                yield Match(place=f"{place}, column {shown(measure.csv)}", text=row[column], decimal=measure.decimal)
    if not found:
        raise MeasureError(f"no row of {name}{_filter(measure)}", hint="correct `where`, or the launcher")


def _rows(file: TextIO, delimiter: str, name: str) -> Iterator[tuple[str, list[str]]]:
    """Rows that are not blank, with where each ends."""
    reader = csv.reader(file, delimiter=delimiter, strict=True)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            place = f"{name}, line {reader.line_num}"
            raise MeasureError(f"{place}: {error}", hint="let the launcher write CSV") from error
        except UnicodeDecodeError as error:
            raise MeasureError(f"{name} is not UTF-8", hint="let the launcher write UTF-8") from error
        if row:
            yield f"{name}, line {reader.line_num}", row


def _index(header: Sequence[str], column: str, measure: CsvMeasure, name: str) -> int:
    count = header.count(column)
    if count == 1:
        return header.index(column)
    if count:
        raise MeasureError(f"{name} has {count} columns {shown(repr(column))}", hint="let each column have a name")
    if not header:
        raise MeasureError(f"{name} is empty", hint="find out why the run wrote nothing")
    listed = ", ".join(shown(repr(cell)) for cell in header[:SHOWN_COLUMNS])
    rest = f" and {len(header) - SHOWN_COLUMNS} more" if len(header) > SHOWN_COLUMNS else ""
    raise MeasureError(
        f"{name} has no column {shown(repr(column))}; its header, read with `delimiter: "
        f"{shown(measure.delimiter)!r}`, has {listed}{rest}",
        hint="correct the column, or declare the delimiter",
    )


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _filter(measure: CsvMeasure) -> str:
    if not measure.where:
        return " stands under its header"
    return " has " + ", ".join(f"{shown(key)} = {shown(value)}" for key, value in measure.where.items())
