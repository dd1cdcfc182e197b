"""One value of a YAML or JSON text is set or taken away; every other character of the text stays.

For cases of the conformance suite, whose findings stand at lines. Texts from strangers are read in `yaml_tree`.
"""

import json
from collections.abc import Sequence
from typing import Any

import yaml

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.scalars import Plain

_Loader = getattr(yaml, "CLoader", yaml.Loader)
_COMMENT = lazy_pattern(r"[ \t]+#[^\r\n]*")
_JSON_WORD = lazy_pattern(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null|NaN|-?Infinity")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key with its value, or an entry of a list; `end` is behind its last character."""

    key: str
    start: int
    key_end: int
    end: int
    node: Any


def with_value(text: str, steps: Sequence[str], value: Any, *, is_json: bool = False) -> str:  # noqa: ANN401
    """`text` in which the value at `steps` is `value`, on one line; the last step may be new.

    Raises:
        ValueError: the steps lead nowhere, or `text` is no YAML.
    """
    owner = _owner(text, steps)
    entries, last = _entries(text, owner), steps[-1]
    is_mapping = isinstance(owner, yaml.MappingNode)
    written = _flow(value, is_json=is_json)
    for entry in entries:
        if entry.key == last:
            start = entry.key_end if is_mapping else entry.start
            return f"{text[:start]}{': ' if is_mapping else ''}{written}{text[entry.end :]}"
    if not is_mapping and last != str(len(entries)):
        raise ValueError(f"a list of {len(entries)} entries has no place {last}")
    key = json.dumps(last, ensure_ascii=False) if is_json else last
    new = f"{key}: {written}" if is_mapping else written
    if owner.flow_style:
        before = entries[-1].end if entries else owner.start_mark.index + 1
        return f"{text[:before]}{', ' if entries else ''}{new}{text[before:]}"
    break_ = "\n" + " " * owner.start_mark.column + ("" if is_mapping else "- ")
    behind = _COMMENT.match(text, entries[-1].end)
    end = behind.end() if behind else entries[-1].end
    return f"{text[:end]}{break_}{new}{text[end:]}"


def without_value(text: str, steps: Sequence[str]) -> str:
    """`text` without the key or the entry at `steps`.

    Raises:
        ValueError: the steps lead nowhere, nothing would be left, or `text` is no YAML.
    """
    owner = _owner(text, steps)
    entries = _entries(text, owner)
    index = next((index for index, entry in enumerate(entries) if entry.key == steps[-1]), None)
    if index is None:
        raise ValueError(f"there is no {steps[-1]}")
    entry = entries[index]
    if index + 1 < len(entries):
        return text[: entry.start] + text[entries[index + 1].start :]
    if index:
        # what is said of the entry before it stays
        behind = _COMMENT.match(text, entries[index - 1].end)
        return text[: behind.end() if behind else entries[index - 1].end] + text[entry.end :]
    if owner.flow_style:
        return text[: entry.start] + text[entry.end :]
    raise ValueError(f"nothing would be left beside {steps[-1]}: take away what is around it")


def _owner(text: str, steps: Sequence[str]) -> Any:  # noqa: ANN401 (PyYAML's nodes have no types)
    if not steps:
        raise ValueError("the whole document is no value in it: write the file")
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        raise ValueError(f"it is no YAML: {error}") from error
    for step in steps[:-1]:
        node = next((entry.node for entry in _entries(text, node) if entry.key == step), None)
    if not isinstance(node, yaml.CollectionNode):
        raise ValueError(f"there is no mapping and no list at /{'/'.join(steps[:-1])}")  # noqa: TRY004 (a wrong pointer)
    return node


def _entries(text: str, node: Any) -> list[_Entry]:  # noqa: ANN401 (PyYAML's nodes have no types)
    if isinstance(node, yaml.MappingNode):
        return [
            _Entry(key.value, key.start_mark.index, key.end_mark.index, _end(text, value), value)
            for key, value in node.value
        ]
    if isinstance(node, yaml.SequenceNode):
        return [
            _Entry(str(index), item.start_mark.index, item.start_mark.index, _end(text, item), item)
            for index, item in enumerate(node.value)
        ]
    return []


def _end(text: str, node: Any) -> int:  # noqa: ANN401 (PyYAML's nodes have no types)
    start: int = node.start_mark.index
    end: int = node.end_mark.index
    lines = text[start:end].split("\n")
    if isinstance(node, yaml.CollectionNode):
        # a block ends where the next token begins, behind empty lines and comments
        while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            lines.pop()
    return start + len("\n".join(lines).rstrip())


def _flow(value: Any, *, is_json: bool) -> str:  # noqa: ANN401 (any document value)
    if value is None:
        return "null"
    if isinstance(value, dict):
        parts = (f"{_key(key, is_json=is_json)}: {_flow(item, is_json=is_json)}" for key, item in value.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item, is_json=is_json) for item in value) + "]"
    # what JSON has no word for, such as a digest, is a text there
    stays = isinstance(value, Plain) and not (is_json and not _JSON_WORD.fullmatch(value))
    return str(value) if stays else json.dumps(str(value), ensure_ascii=False)


def _key(key: str, *, is_json: bool) -> str:
    return str(key) if isinstance(key, Plain) and not is_json else json.dumps(str(key), ensure_ascii=False)
