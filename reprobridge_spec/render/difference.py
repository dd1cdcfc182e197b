"""Two sets of results beside each other, for people."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.model.comparison import Difference, Sameness
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable

_HEAD = ("task", "first", "second", "difference", "relative", "answer")
_COLORS = {Sameness.SAME: "green", Sameness.DIFFERENT: "red", Sameness.CANNOT_BE_TOLD: "yellow"}


def text(rows: Sequence[Difference], style: Style) -> Iterator[str]:
    """One line a task under a head; below it by what each was decided."""
    cells = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    for number, line in enumerate(cells):
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        if number == 0:
            yield style.paint("bold", "  ".join(padded).rstrip())
        else:
            padded[-1] = style.paint(_COLORS[rows[number - 1].sameness], padded[-1].rstrip())
            yield "  ".join(padded)
    for row in rows:
        for said in (row.why, *row.notes):
            yield f"  {row.task}: {printable(said)}"


def _cells(row: Difference) -> tuple[str, ...]:
    return (
        row.task,
        short(row.first),
        short(row.second),
        short(row.difference),
        "-" if row.relative is None else f"{float(row.relative):+.2%}",
        row.sameness.replace("-", " "),
    )
