"""`.eval_results/*.yaml` of the Hugging Face hub: measured values, never said to be verified."""

from collections.abc import Mapping
from typing import Any, ClassVar

from reprobridge_spec.documents.yaml_text import yaml_text
from reprobridge_spec.errors import UsageError
from reprobridge_spec.handover.export.base import Exporter, Source
from reprobridge_spec.handover.export.hub import Result, how, results, unnamed
from reprobridge_spec.handover.export.outcomes import records_behind

FORM = "OWNER/DATASET:TASK_ID"


class HfEvalResults(Exporter):
    """One file a task, with the one result that it holds.

    The date is that of the last run. No source is named: the paper did not measure these values, and where the
    artifact is published its manifest does not say.
    """

    name: ClassVar[str] = "hf-eval-results"
    what: ClassVar[str] = f"folder .eval_results of a model on the Hugging Face hub; asks for --say TASK={FORM}"
    takes_names: ClassVar[bool] = True

    def files(self, source: Source) -> Mapping[str, bytes]:
        """A file for each task that has a value and a name; see `Exporter`."""
        found = results(source, FORM)
        for result in found:
            if not result.task_id:
                raise UsageError(
                    f"for {result.task}, the task of {result.dataset} is not said",
                    hint=f"Write it as {FORM}; the task's id stands in the data set's eval.yaml.",
                )
        return {_path(result): yaml_text([_entry(source, result)]).encode() for result in found}

    def gaps(self, source: Source) -> tuple[str, ...]:
        """Tasks that are in no file; see `Exporter`."""
        return unnamed(source, results(source, FORM))


def _path(result: Result) -> str:
    # no id has a dot, so no two tasks share a name
    return f".eval_results/{result.task.replace('/', '.')}.yaml"


def _entry(source: Source, result: Result) -> dict[str, Any]:
    dataset = {"id": result.dataset, "task_id": result.task_id}
    if result.revision:
        dataset["revision"] = result.revision
    entry: dict[str, Any] = {"dataset": dataset, "value": result.value}
    if date := _date(source, result):
        entry["date"] = date
    return {**entry, "notes": how(source, result)}


def _date(source: Source, result: Result) -> str:
    if source.verification is not None:
        return source.verification.ended
    return max((run.attempts[-1].ended for run in records_behind(source, result.outcome.runs)), default="")
