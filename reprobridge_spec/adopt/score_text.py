"""Where the score of an experiment stands in a draft: which table, which file or line of its log."""

from collections.abc import Iterable, Mapping, Sequence

from reprobridge_spec.adopt.experiments import Planned
from reprobridge_spec.adopt.facts import Place
from reprobridge_spec.adopt.table_text import table_ids
from reprobridge_spec.adopt.tables import ShownTable, is_about_scores
from reprobridge_spec.documents.yaml_text import Value
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The score of one experiment.

    Attributes:
        metric: id of its metric.
        measure: where a run leaves it; empty where nothing says it.
        place: where that was found.
        at: the cell of which table it is held against.
    """

    metric: str
    measure: Mapping[str, Value]
    place: Place | None
    at: Mapping[str, Value]


def scores_of(experiments: Sequence[Planned], tables: Sequence[ShownTable]) -> dict[str, Score]:
    """The score of each experiment, by its id; experiments that leave it in the same way share a metric."""
    ids = table_ids(tables)
    metrics: list[Mapping[str, Value]] = []
    found: dict[str, Score] = {}
    for one in experiments:
        shown = _shown_by(one, tables[: len(ids)])
        measure = _measure(one, shown)
        if measure not in metrics:
            metrics.append(measure)
        number = metrics.index(measure)
        found[one.id] = Score(
            metric="score" if number == 0 else f"score-{number + 1}",
            measure=measure,
            place=shown.place if shown else one.printed,
            at=_at(ids[tables.index(shown)] if shown else ids[0], shown or (tables[0] if tables else None)),
        )
    return found or {"": Score(metric="score", measure={}, place=None, at={})}


def distinct(scores: Iterable[Score]) -> list[Score]:
    """One of the scores of each metric."""
    return list({score.metric: score for score in reversed(list(scores))}.values())[::-1]


def _shown_by(one: Planned, tables: Sequence[ShownTable]) -> ShownTable | None:
    """The result file of the release that has the name of a file which the experiment writes."""
    names = {glob.rpartition("/")[2] for glob in one.keep}
    return next((table for table in tables if table.place.path.rpartition("/")[2] in names), None)


def _measure(one: Planned, shown: ShownTable | None) -> Mapping[str, Value]:
    if shown is not None:
        row, column = _such_as(shown)
        name = shown.place.path.rpartition("/")[2]
        return {"file": name, "csv": f"TODO: the column{column}", "where": {shown.columns[0]: f"TODO: the row{row}"}}
    if one.pattern:
        return {"file": "log", "regex": one.pattern, "select": "last"}
    return {}


def _at(table: str, shown: ShownTable | None) -> Mapping[str, Value]:
    row, column = _such_as(shown) if shown else ("", "")
    return {"table": table, "row": f"TODO: the row{row}", "column": f"TODO: the column{column}"}


def _such_as(shown: ShownTable) -> tuple[str, str]:
    cells = [cell for cell in shown.cells if is_about_scores(cell.column)] or list(shown.cells)
    return (f", such as {cells[0].row}", f", such as {cells[0].column}") if cells else ("", "")
