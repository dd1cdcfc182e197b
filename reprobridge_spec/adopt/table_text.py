"""Tables of a draft: those that the release shows, with a few of their numbers for whoever fills the tasks in."""

from collections.abc import Container, Iterator, Sequence

from reprobridge_spec.adopt.ids import unique_ids
from reprobridge_spec.adopt.marks import guessed
from reprobridge_spec.adopt.tables import ShownTable
from reprobridge_spec.documents.yaml_text import Value, yaml_flow

_MOST = 5
_SHOWN = 6
_PAPER = "paper"
_CELLS = "TODO: own_cells, the number of its cells that are the paper's own results"


def table_ids(found: Sequence[ShownTable]) -> list[str]:
    """The ids of the tables of a draft, in order; one for the paper's own where the release shows none."""
    names = [table.title or table.place.path.rpartition("/")[2].partition(".")[0] for table in found[:_MOST]]
    return unique_ids(names, "table") or [_PAPER]


def tables(found: Sequence[ShownTable], used: Container[str]) -> Iterator[tuple[str, str]]:
    """Lines of `tables`, and the comment behind each; but the first, what no task names stands as a comment itself."""
    yield "", "Tables of the paper, or of the release, that hold its own results."
    yield "tables:", ""
    if not found:
        yield f'  {_PAPER}: {{document: paper, label: "TODO: label as printed, such as Table 2"}}', _CELLS
    names = table_ids(found)
    named = [name for name in names if name in used] or names[:1]
    for name, table in zip(names, found, strict=False):
        said: dict[str, Value] = {"document": "release", "path": table.place.path}
        if table.title:
            said["label"] = table.title
        line = f"{name}: {yaml_flow(said)}"
        if name not in named:
            yield "  ", f"{line}   # {guessed(table.place)}"
            continue
        yield f"  {line}", f"{guessed(table.place)}; {_CELLS}"
        for cell in table.cells[:_SHOWN]:
            yield "    ", f"row {cell.row}, column {cell.column}: {cell.value}"
        if len(table.cells) > _SHOWN:
            yield "    ", f"... and {len(table.cells) - _SHOWN} more numbers"
