"""`model-index`, the older form of results on the Hugging Face hub, as front matter of a model's README.md."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from reprobridge_spec.documents.yaml_text import yaml_text
from reprobridge_spec.errors import UsageError
from reprobridge_spec.handover.export.base import Exporter, Source
from reprobridge_spec.handover.export.hub import Result, how, results, unnamed
from reprobridge_spec.render.page_markdown import inline

FORM = "OWNER/DATASET"
_MODEL, _TASK_TYPE = "model", "task-type"


class ModelIndex(Exporter):
    """The front matter, with a table of the same values below it; no value is said to be verified."""

    name: ClassVar[str] = "model-index"
    what: ClassVar[str] = (
        f"front matter for a model's README on the Hugging Face hub; asks for --say TASK={FORM}, model, task-type"
    )
    file_name: ClassVar[str] = "model-index.md"
    mark: ClassVar[bytes] = b"model-index:"
    takes_names: ClassVar[bool] = True

    def files(self, source: Source) -> Mapping[str, bytes]:
        """The front matter and the table; see `Exporter`."""
        found = results(source, FORM, (_MODEL, _TASK_TYPE))
        for key, example in ((_MODEL, "the model's name"), (_TASK_TYPE, "text-classification")):
            if not source.said.get(key):
                raise UsageError(f"the hub asks for the {key}, and it is not said", hint=f"--say {key}='{example}'")
        front = yaml_text({"model-index": [{"name": source.said[_MODEL], "results": _results(source, found)}]})
        text = "\n".join(["---", front.rstrip("\n"), "---", "", *_table(source, found), ""])
        return {self.file_name: text.encode()}

    def gaps(self, source: Source) -> tuple[str, ...]:
        """Tasks that are not in it; see `Exporter`."""
        return unnamed(source, results(source, FORM, (_MODEL, _TASK_TYPE)))


def _results(source: Source, found: list[Result]) -> list[dict[str, Any]]:
    return [
        {
            "task": {"type": source.said[_TASK_TYPE]},
            "dataset": _dataset(source, result),
            "metrics": [_metric(source, result)],
        }
        for result in found
    ]


def _dataset(source: Source, result: Result) -> dict[str, str]:
    said = {"type": result.dataset, "name": source.context.tasks[result.task].dataset or result.dataset}
    return {**said, "revision": result.revision} if result.revision else said


def _metric(source: Source, result: Result) -> dict[str, Any]:
    task = source.context.tasks[result.task]
    name = task.name or result.task.partition("/")[2]
    unit = f", {task.unit}" if task.unit else ""
    return {"type": name, "value": result.value, "name": f"{name}{unit}"}


def _table(source: Source, found: list[Result]) -> Iterator[str]:
    yield "| data set | metric | value | how |"
    yield "|---|---|---|---|"
    for result in found:
        task = source.context.tasks[result.task]
        cells = (
            task.dataset or result.dataset,
            task.name or result.task.partition("/")[2],
            str(result.value),
            how(source, result),
        )
        yield f"| {' | '.join(map(inline, cells))} |"
