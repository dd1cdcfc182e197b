"""JSON Schema's word on a document, through `jsonschema`: the one door to that library."""

import re
from functools import cache
from typing import Any

import jsonschema
from jsonschema.exceptions import ValidationError


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Any:  # noqa: ANN401, ARG001 (jsonschema's signature)
    # JSON Schema takes ECMA 262, where `$` is the end of the text and never the place before a last newline
    if isinstance(instance, str) and not re.search(re.sub(r"(?<!\\)\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


@cache
def _class() -> Any:  # noqa: ANN401 (jsonschema builds the class)
    return jsonschema.validators.extend(  # type: ignore[no-untyped-call]
        jsonschema.Draft202012Validator, {"pattern": _pattern}
    )


def faults(data: Any, schema: dict[str, Any]) -> list[str]:  # noqa: ANN401 (any JSON value)
    """What JSON Schema says against `data`, one text a fault with its JSON path; empty where it is valid."""
    errors = _class()(schema).iter_errors(data)
    return sorted(f"{error.json_path}: {error.message}" for error in errors)


def check_schema(schema: dict[str, Any]) -> None:
    """Raises jsonschema's SchemaError where `schema` is no JSON Schema 2020-12."""
    jsonschema.Draft202012Validator.check_schema(schema)
