"""The run records of one artifact, by what rules ask of them."""

from collections.abc import Iterator

from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.rules.context import Context


def of_experiment(context: Context, experiment: str, mode: Mode) -> Iterator[tuple[str, RunRecord]]:
    """Path and record of each run of `experiment` in `mode`, in the order of paths."""
    for path, record in context.records.items():
        if record.predicate.experiment == experiment and record.predicate.mode is mode:
            yield path, record


def by_run(context: Context) -> dict[str, RunRecord]:
    """Records by the id of their run."""
    return {record.predicate.run: record for record in context.records.values()}


def behind_references(context: Context) -> set[str]:
    """Ids of the runs from which references were computed; they are no runs of the artifact's own scores."""
    references = context.references.model if context.references else None
    if references is None:
        return set()
    return {run for observed in references.references.values() for one in observed for run in one.runs}
