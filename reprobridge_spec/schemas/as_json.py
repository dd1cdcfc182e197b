"""A document's data as JSON, the form in which other implementations check it.

An unquoted scalar becomes a number or a truth value where the schema asks for one at its place, and stays text
everywhere else.
"""

import math
from decimal import Decimal
from typing import Any

from reprobridge_spec.model.scalars import INTEGER, NUMBER, Plain


def as_json(data: Any, schema: dict[str, Any]) -> Any:  # noqa: ANN401 (any document value)
    """`data` of a tree as JSON values, read by `schema` (one of `generate.schema_of`)."""
    return _value(data, [schema], schema.get("$defs", {}))


def _value(data: Any, schemas: list[Any], definitions: dict[str, Any]) -> Any:  # noqa: ANN401
    branches = [branch for schema in schemas for branch in _branches(schema, definitions)]
    if isinstance(data, dict):
        return {key: _value(item, _of_key(branches, key), definitions) for key, item in data.items()}
    if isinstance(data, list):
        inner = [branch["items"] for branch in branches if "items" in branch]
        return [_value(item, inner, definitions) for item in data]
    if isinstance(data, Decimal):
        return _number(data)
    return _scalar(data, {branch.get("type") for branch in branches}) if isinstance(data, Plain) else data


def _number(value: Decimal) -> Decimal | int | float:
    if not math.isfinite(value):
        return value
    return int(value) if value == value.to_integral_value() else float(value)


def _scalar(text: Plain, types: set[Any]) -> Decimal | str | int | float | bool:
    if "integer" in types and INTEGER.fullmatch(text):
        return int(text)
    if "number" in types and NUMBER.fullmatch(text) and math.isfinite(Decimal(text)):
        return _number(Decimal(text))
    if "boolean" in types and text in {"true", "false"}:
        return text == "true"
    return str(text)


def _branches(schema: Any, definitions: dict[str, Any]) -> list[dict[str, Any]]:  # noqa: ANN401
    if not isinstance(schema, dict):
        return []
    found = [schema]
    if "$ref" in schema:
        found += _branches(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    for branch in schema.get("anyOf", ()):
        found += _branches(branch, definitions)
    return found


def _of_key(branches: list[dict[str, Any]], key: str) -> list[Any]:
    found: list[Any] = []
    for branch in branches:
        if key in branch.get("properties", {}):
            found.append(branch["properties"][key])
        else:
            found += [schema for pattern, schema in branch.get("patternProperties", {}).items() if pattern != "^x-"]
            found += [branch["additionalProperties"]] if isinstance(branch.get("additionalProperties"), dict) else []
    return found
