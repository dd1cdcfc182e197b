"""Edits in place of documents that people write: comments, order and quoting stay."""

import io
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString as Quoted

from reprobridge_spec.model.references import Observation


def with_observations(text: str | None, observations: dict[str, Observation]) -> str:
    """The references document `text` (a new one where it is None) with one more observation for each task."""
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = 4096  # a list that is folded ends its lines with spaces
    yaml.indent(mapping=2, sequence=4, offset=2)
    document = yaml.load(text) if text is not None else None
    if document is None:
        document = CommentedMap({"rra": Quoted("1.0"), "references": CommentedMap()})
    for task, observation in observations.items():
        document["references"].setdefault(task, CommentedSeq()).append(_written(observation))
    sink = io.StringIO()
    yaml.dump(document, sink)
    return sink.getvalue()


def _written(observation: Observation) -> CommentedMap:
    entry: CommentedMap = CommentedMap({"value": Quoted(observation.value), "by": observation.by.value})
    for key in ("seeds", "runs"):
        values: Any = getattr(observation, key)
        if values:
            entry[key] = CommentedSeq(values)
            entry[key].fa.set_flow_style()
    return entry
