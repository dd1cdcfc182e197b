"""Scores of an earlier run, read again where a task is judged otherwise than when the run was made."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.launch.measure.base import Measured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.model.run_record import RunRecord, Score
from reprobridge_spec.model.task import Task


def with_present_scores(
    record: RunRecord, folder: Path, tasks: Mapping[str, Task], digests: Mapping[str, str]
) -> RunRecord | None:
    """The record with the scores that its kept files give to the present tasks; None where they give none.

    Args:
        record: of a run that was measured.
        folder: holds its `outputs` and `log`.
        tasks: the experiment's tasks that are not blocked.
        digests: their present task digests.
    """
    scores = dict(record.predicate.scores)
    for name in judged_otherwise(record, digests):
        measure = tasks[name].measure
        found = extract(measure, folder / "outputs", folder / "log", unit=tasks[name].unit) if measure else None
        if not isinstance(found, Measured):
            return None
        scores[name] = Score(value=found.value, how=found.how)
    return record.model_copy(update={"predicate": record.predicate.model_copy(update={"scores": scores})})


def judged_otherwise(record: RunRecord, digests: Mapping[str, str]) -> list[str]:
    """The tasks whose digest is another one than when the run was made."""
    return [name for name, present in digests.items() if record.predicate.plan.tasks.get(name) != present]
