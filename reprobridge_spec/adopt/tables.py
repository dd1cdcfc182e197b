"""Tables with numbers that a repository shows: which published values they may be, and where each of them stands."""

import csv
import io
import re
from collections.abc import Iterator

from reprobridge_spec.adopt.facts import Place
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.guide_texts import GuideText, Line

_RULE = lazy_pattern(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\s*|\s*\|\s*:?-{2,}:?\s*\|?\s*")
_CELL = lazy_pattern(r"(?<!\\)\|")
_VALUE = lazy_pattern(
    r"[~≈]?([+-]?\d{1,12}(?:[.,]\d{1,12})?(?:[eE][+-]?\d{1,3})?)\s*%?(?:\s*(?:±|\+/-|\+-|\(|\$\\pm\$).{1,30})?"
)
_MARKS = lazy_pattern(r"\*\*|__|[*`$]|<[^<>]{1,40}>|\\(?:textbf|mathbf|underline)\{|[{}]")
_HEADING = lazy_pattern(r"#{1,6}\s+(.{1,200}?)\s*#*$")
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()]{0,300}\)")
_MOST_TEXTS = 10
_LONGEST_LABEL = 80
_SCORE = lazy_pattern(
    r"acc(?:uracy|[.@ ]|$)|scores?|result|f1|au(?:roc|prc?|c)|err(?:or)?\b|m[as]e\b|rmse|bleu|rouge|top-?[15]|precision"
    r"|recall|\bm?ap\b|iou|fid\b|perplexity|ppl\b|return|reward|mean|r2\b|nll|loss|dice|wer\b",
    re.IGNORECASE,
)
"""Words in heads of columns and tables of results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCell:
    """A number in a table.

    Attributes:
        value: digit for digit as it stands there.
    """

    row: str
    column: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """A table with numbers.

    Attributes:
        title: the heading above it; empty where there is none.
        place: its first line.
        columns: what stands at the head of each column, the first too.
        rows: what stands first in each row.
        cells: its numbers, row by row.
    """

    title: str
    place: Place
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[ShownCell, ...]


def tables_of(layout: Layout, result_files: tuple[str, ...]) -> list[ShownTable]:
    """Tables of numbers in what people read first, and in result files that the repository ships."""
    found: list[ShownTable] = []
    for path in layout.readmes[:_MOST_TEXTS]:
        text = GuideText(path, layout.text(path))
        found += [table for table in _in_text(text) if table.cells]
    for path in result_files[:_MOST_TEXTS]:
        if table := _of_csv(path, layout.files.read(path, LIMIT)):
            found.append(table)
    return sorted(found, key=lambda table: not any(map(is_about_scores, (*table.columns, table.title))))


def is_about_scores(head: str) -> bool:
    """Whether the head of a column, or of a table, has a word of results in it."""
    return _SCORE.search(head) is not None


def _in_text(text: GuideText) -> Iterator[ShownTable]:
    heading, head = "", None
    rows: list[Line] = []
    for line in [*text.lines, Line(0, "", None, 0)]:
        if rows and (line.fence is not None or "|" not in line.text):
            yield _table(text.path, heading, rows)
            rows, head = [], None
        elif rows:
            rows.append(line)
        if line.fence is None and (title := _HEADING.match(line.text)):
            heading = _plain(title[1])
        if head is not None and not rows and _RULE.fullmatch(line.text) and _width(head.text) == _width(line.text):
            rows = [head]
        head = line if line.fence is None and "|" in line.text else None


def _width(line: str) -> int:
    return len(_split(line))


def _split(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip().strip("|"))]


def _table(path: str, heading: str, lines: list[Line]) -> ShownTable:
    columns = [_plain(cell) for cell in _split(lines[0].text)]
    rows = [[_plain(cell) for cell in _split(line.text)] for line in lines[1:]]
    cells = (
        ShownCell(row=row[0], column=column, value=value)
        for row in rows
        for column, cell in zip(columns[1:], row[1:], strict=False)
        if (value := value_in(cell))
    )
    return ShownTable(
        title=heading,
        place=Place(path, lines[0].number),
        columns=tuple(columns),
        rows=tuple(row[0] for row in rows if row),
        cells=tuple(cell for cell in cells if cell.row),
    )


def _plain(cell: str) -> str:
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", cell)).split())[:_LONGEST_LABEL]


def value_in(cell: str) -> str | None:
    """The number that a cell is, as it is written; None where it says more than one number and its spread."""
    found = _VALUE.fullmatch(cell.strip())
    return found[1] if found and "," not in found[1] else None


def _of_csv(path: str, data: bytes) -> ShownTable | None:
    text = data.decode("utf-8-sig", "replace")
    delimiter = "\t" if path.endswith(".tsv") else ";" if text.count(";") > text.count(",") else ","
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    except csv.Error:
        return None
    if len(rows) < 2 or value_in(rows[0][0]) is not None:  # noqa: PLR2004 (a head and one row)
        return None
    columns = [column.strip() for column in rows[0]]
    cells = [
        ShownCell(row=row[0].strip(), column=column, value=value)
        for row in rows[1:]
        for column, cell in zip(columns[1:], row[1:], strict=False)
        if row[0].strip() and (value := value_in(cell))
    ]
    if not cells:
        return None
    return ShownTable(
        title="",
        place=Place(path),
        columns=tuple(columns),
        rows=tuple(row[0].strip() for row in rows[1:]),
        cells=tuple(cells),
    )
