"""JSON Schema's word on a document, through `jsonschema`: the one door to that library."""

import re
from typing import Any

import jsonschema


def faults(data: Any, schema: dict[str, Any]) -> list[str]:  # noqa: ANN401 (any JSON value)
    """What JSON Schema says against `data`, one text a fault with its JSON path; empty where it is valid."""
    errors = jsonschema.Draft202012Validator(_for_python(schema)).iter_errors(data)
    return sorted(f"{error.json_path}: {error.message}" for error in errors)


def check_schema(schema: dict[str, Any]) -> None:
    """Raises jsonschema's SchemaError where `schema` is no JSON Schema 2020-12."""
    jsonschema.Draft202012Validator.check_schema(schema)


def _for_python(node: Any) -> Any:  # noqa: ANN401 (a JSON Schema)
    """`node` with patterns that mean in Python what they mean in ECMA 262, which JSON Schema takes."""
    if isinstance(node, list):
        return [_for_python(item) for item in node]
    if not isinstance(node, dict):
        return node
    translated: dict[str, Any] = {}
    for key, item in node.items():
        if key == "pattern" and isinstance(item, str):
            translated[key] = _pattern(item)
        elif key == "patternProperties":
            translated[key] = {_pattern(pattern): _for_python(inner) for pattern, inner in item.items()}
        else:
            translated[key] = _for_python(item)
    return translated


def _pattern(pattern: str) -> str:
    # there `$` is the end of the text and never the place before a last line break
    return re.sub(r"(?<!\\)\$$", r"\\Z", pattern)
