"""What came of alternatives, written into the decisions document in place: every other character of it stays."""

import json
from collections.abc import Mapping
from typing import Any

import yaml

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.guide import AlternativeScore, MeasuredAlternative

_Loader = getattr(yaml, "CLoader", yaml.Loader)
_KEY = "measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where an alternative's mapping stands, and its entries by key; each ends behind its last character."""

    start: int
    end: int
    column: int
    is_flow: bool
    is_in_block: bool
    entries: dict[str, tuple[int, int]]


def with_measured(text: str, decision: str, measured: Mapping[str, MeasuredAlternative]) -> str:
    """The decisions document `text` with `measured` below the alternatives of `decision`, by their ids.

    What says the same already stays as it is written. An alternative on one line becomes lines of its own, so that
    the figures can be read.

    Raises:
        ValueError: the document is no YAML, or has no such decision or alternative.
    """
    break_ = "\r\n" if "\r\n" in text else "\n"
    for alternative, values in measured.items():
        if _said(text, decision, alternative) != _plain(values):
            text = _with_one(text, _place(text, decision, alternative), values, break_)
    return text


def _with_one(text: str, place: _Place, values: MeasuredAlternative, break_: str) -> str:
    inner = text[place.start : place.end]
    if not place.is_flow:
        lines = _block(values, place.column)
        if _KEY in place.entries:
            start, end = place.entries[_KEY]
            return text[:start] + break_.join(lines).lstrip() + text[end:]
        return text[: place.end] + break_ + break_.join(lines) + text[place.end :]
    kept = {key: text[start:end] for key, (start, end) in place.entries.items() if key != _KEY}
    if not place.is_in_block or "\n" in inner:
        written = f"{_KEY}: {_flow(_plain(values))}"
        if _KEY in place.entries:
            start, end = place.entries[_KEY]
            return text[:start] + written + text[end:]
        last = max(end for _, end in place.entries.values())
        return text[:last] + ", " + written + text[last:]
    lines = [f"{' ' * place.column}{entry}" for entry in kept.values()] + _block(values, place.column)
    # a comment behind the mapping stays on the line of its key
    line_end = text.find("\n", place.end)
    line_end = len(text) if line_end < 0 else line_end - (text[line_end - 1] == "\r")
    head = text[: place.start].rstrip(" ") + text[place.end : line_end].rstrip()
    return head + break_ + break_.join(lines) + text[line_end:]


def _block(values: MeasuredAlternative, column: int) -> list[str]:
    pad = " " * column
    lines = [f"{pad}{_KEY}:", f"{pad}  plan: {json.dumps(values.plan)}", f"{pad}  scores:"]
    return [*lines, *(f"{pad}    {task}: {_flow(_of_score(score))}" for task, score in values.scores.items())]


def _plain(values: MeasuredAlternative) -> dict[str, Any]:
    return {"plan": values.plan, "scores": {task: _of_score(score) for task, score in values.scores.items()}}


def _of_score(score: AlternativeScore) -> dict[str, Any]:
    found: dict[str, Any] = score.model_dump(mode="json", exclude_none=True)
    return found


def _flow(value: Any) -> str:  # noqa: ANN401 (any document value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str) and not value.replace("-", "").isalpha():
        return json.dumps(value)
    return value if isinstance(value, str) else json.dumps(value)


def _said(text: str, decision: str, alternative: str) -> Any:  # noqa: ANN401 (any document value)
    """What stands below an alternative now, as JSON would say it; None where nothing does."""
    node = dict(_pairs(_node(text, decision, alternative))).get(_KEY)
    return None if node is None else _value(node)


def _value(node: Any) -> Any:  # noqa: ANN401 (PyYAML's nodes have no types)
    if isinstance(node, yaml.MappingNode):
        return {key: _value(value) for key, value in _pairs(node)}
    if isinstance(node, yaml.ScalarNode) and not node.style:
        # unquoted: a truth value or a number, as the models read it
        return {"true": True, "false": False}.get(node.value, int(node.value) if node.value.isdecimal() else node.value)
    return node.value


def _place(text: str, decision: str, alternative: str) -> _Place:
    node = _node(text, decision, alternative)
    around = _node(text, decision)
    return _Place(
        start=node.start_mark.index,
        end=_end(text, node),
        column=_column(around, node),
        is_flow=bool(node.flow_style),
        is_in_block=not around.flow_style,
        entries={key.value: (key.start_mark.index, _end(text, value)) for key, value in node.value},
    )


def _column(around: Any, node: Any) -> int:  # noqa: ANN401 (PyYAML's nodes have no types)
    """The column of the alternative's keys, where they have lines of their own."""
    if not node.flow_style:
        return int(node.start_mark.column)
    return int(around.start_mark.column) + 2


def _node(text: str, decision: str, *alternative: str) -> Any:  # noqa: ANN401 (PyYAML's nodes have no types)
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        raise ValueError(f"it is no YAML: {error}") from error
    for step in ("decisions", decision, "alternatives", *alternative):
        node = dict(_pairs(node)).get(step)
    if not isinstance(node, yaml.MappingNode) or not node.value:
        raise ValueError(f"there is no mapping {'/'.join((decision, *alternative))}")
    return node


def _pairs(node: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 (PyYAML's nodes have no types)
    return [(key.value, value) for key, value in node.value] if isinstance(node, yaml.MappingNode) else []


def _end(text: str, node: Any) -> int:  # noqa: ANN401 (PyYAML's nodes have no types)
    start: int = node.start_mark.index
    end: int = node.end_mark.index
    lines = text[start:end].split("\n")
    if isinstance(node, yaml.CollectionNode):
        # a block ends where the next token begins, behind empty lines and comments
        while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            lines.pop()
    return start + len("\n".join(lines).rstrip())
