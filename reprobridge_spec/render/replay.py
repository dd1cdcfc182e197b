"""The paper's tables for people: three numbers in each cell, and what has none."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.model.comparison import Cell, TableReplay
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable
from reprobridge_spec.stats.observations import counted

_LEGEND = "printed / mean of references / new"
_GOOD = frozenset({Verdict.COMPATIBLE})
_OPEN = frozenset({Verdict.PARTIAL, Verdict.BLOCKED, Verdict.COULD_NOT_BE_DONE})


def text(tables: Sequence[TableReplay], style: Style) -> Iterator[str]:
    """Each table with its rows and columns as the paper has them."""
    for table in tables:
        yield ""
        label = f"{table.label}, " if table.label else ""
        yield style.paint("bold", printable(f"{table.table} ({label}{table.document}): {_LEGEND}"))
        yield from _grid(table, style)
        yield from _remarks(table)
    if tables:
        yield ""


def _grid(table: TableReplay, style: Style) -> Iterator[str]:
    by_place: dict[tuple[str, str], list[Cell]] = {}
    for cell in table.cells:
        by_place.setdefault((cell.row, cell.column), []).append(cell)
    lines = [["", *map(printable, table.columns)]]
    colors: list[list[str | None]] = [[None] * len(lines[0])]
    for row in table.rows:
        places = [by_place.get((row, column), []) for column in table.columns]
        # cells that only a protocol tells apart stand below one another
        for depth in range(max(map(len, places))):
            cells = [place[depth] if depth < len(place) else None for place in places]
            lines.append([printable(row) if depth == 0 else "", *(_cell(cell, style) for cell in cells)])
            colors.append([None, *(_color(cell) for cell in cells)])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line, painted in zip(lines, colors, strict=True):
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        shown = [style.paint(color, cell) if color else cell for color, cell in zip(painted, padded, strict=True)]
        yield "  " + "  ".join(shown).rstrip()


def _cell(cell: Cell | None, style: Style) -> str:
    if cell is None:
        return ""
    numbers = " / ".join((printable(cell.printed or "-"), short(cell.reference), short(cell.new)))
    return f"{numbers} {_mark(cell, style)}".rstrip()


def _mark(cell: Cell, style: Style) -> str:
    if cell.verdict is None:
        return ""
    if cell.verdict in _GOOD:
        return "✓" if style.unicode else "ok"
    words = cell.verdict.replace("-", " ")
    return f"({words}, as expected)" if cell.as_expected else f"({words})"


def _color(cell: Cell | None) -> str | None:
    if cell is None or cell.verdict is None:
        return None
    if cell.verdict in _GOOD or cell.as_expected:
        return "green"
    return "yellow" if cell.verdict in _OPEN else "red"


def _remarks(table: TableReplay) -> Iterator[str]:
    for cell in table.cells:
        if cell.reason:
            yield f"  {cell.task}: {printable(cell.reason)}"
    own = "own cells are not counted" if table.own_cells is None else f"of {table.own_cells} own cells"
    yield f"  {counted(len(table.cells), 'cell')} with a task, {own}"
    for left_out in table.left_out:
        yield f"  left out, {counted(left_out.cells, 'cell')}: {printable(left_out.reason)}"
