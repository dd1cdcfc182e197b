"""A cell of a CSV file with a header."""

import csv
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.measure.base import Match, MeasureError, open_text, output_file, shown
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.measure import CsvMeasure

SHOWN_COLUMNS = 10

_SEPARATOR = lazy_pattern(r"\"?sep=(.)\"?[\r\n]*")
_LONGEST_NOTE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A row that is not blank.

    Attributes:
        line: the one it ends on.
        is_open: whether it is the last one and has no end of line.
    """

    line: int
    cells: list[str]
    is_open: bool = False


def matches(measure: CsvMeasure, outputs: Path) -> Iterator[Match]:
    """The cell of the column in each row that fits `where`, in the order of the file.

    Raises:
        MeasureError: the file is not there or no CSV as declared, it lacks a column, or no row fits.
    """
    name = shown(measure.file)
    path = output_file(outputs, measure.file)
    with open_text(path, newline="") as file:
        rows = _rows(file, measure.delimiter, name, ends=_ends_with_a_line(path))
        header = next(rows, _Row(line=0, cells=[])).cells
        column = _index(header, measure.csv, measure, name)
        wanted = [(_index(header, key, measure, name), text) for key, text in measure.where.items()]
        found = False
        for row in rows:
            place = f"{name}, line {row.line}"
            if len(row.cells) != len(header):
                raise _ragged(place, row, len(header))
            if all(row.cells[index] == text for index, text in wanted):
                found = True
                note = " (which has no end of line)" if row.is_open else ""
                place = f"{place}{note}, column {shown(measure.csv)}"
                yield Match(place=place, text=row.cells[column], decimal=measure.decimal)
    if not found:
        raise MeasureError(f"no row of {name}{_filter(measure)}", hint="correct `where`, or the launcher")


def _ends_with_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - 2, 0))
        return file.read(2).strip(b"\0")[-1:] in {b"\n", b"\r"}


def _rows(file: TextIO, delimiter: str, name: str, *, ends: bool) -> Iterator[_Row]:
    """Rows that are not blank; each is given when it is known whether it is the last."""
    passed = _lines_passed(file, delimiter, name)
    reader = csv.reader(file, delimiter=delimiter, strict=True)
    row: _Row | None = None
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            place = f"{name}, line {passed + reader.line_num}"
            raise MeasureError(f"{place}: {error}", hint="let the launcher write CSV") from error
        except UnicodeDecodeError as error:
            raise MeasureError(f"{name} is not UTF-8", hint="let the launcher write UTF-8") from error
        if cells:
            if row is not None:
                yield row
            row = _Row(line=passed + reader.line_num, cells=cells)
    if row is not None:
        yield _Row(line=row.line, cells=row.cells, is_open=not ends)


def _lines_passed(file: TextIO, delimiter: str, name: str) -> int:
    """How many lines stand before the header: one where a spreadsheet noted the delimiter there."""
    try:
        said = _SEPARATOR.fullmatch(file.readline(_LONGEST_NOTE))
    except UnicodeDecodeError:
        said = None  # the reader says so
    if said is None:
        file.seek(0)
        return 0
    if said[1] != delimiter:
        raise MeasureError(
            f"{name} says that it is separated by {shown(repr(said[1]))}, and `delimiter` is {shown(repr(delimiter))}",
            hint="declare the delimiter that the file has",
        )
    return 1


def _ragged(place: str, row: _Row, count: int) -> MeasureError:
    if row.is_open and len(row.cells) < count:
        return MeasureError(f"{place} is cut off, so the run did not finish writing", hint="run it again to its end")
    cells = "1 cell" if len(row.cells) == 1 else f"{len(row.cells)} cells"
    return MeasureError(
        f"{place} has {cells}, the header {count}",
        hint="let the launcher write every row in full; quote cells that hold the delimiter",
    )


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


def _filter(measure: CsvMeasure) -> str:
    if not measure.where:
        return " stands under its header"
    return " has " + ", ".join(f"{shown(key)} = {shown(value)}" for key, value in measure.where.items())
