"""Validation errors as sentences that name the thing and say what to do."""

import difflib
from typing import Any, get_args, get_origin

from pydantic_core import ErrorDetails

from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.findings import Finding
from reprobridge_spec.location import Path, dotted
from reprobridge_spec.model.base import TAG_MARK, Model
from reprobridge_spec.schemas import codes
from reprobridge_spec.schemas.kinds import Kind

_PATTERNS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": (
        "an id",
        "Use small letters, digits and single hyphens, such as `main-table`.",
    ),
    r"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$": (
        "`experiment/name`",
        "Write both ids, such as `train/checkpoint`.",
    ),
    r"^[0-9a-f]{64}$": ("a SHA-256 digest", "Give the 64 hex digits that `sha256sum` prints."),
    r"^([0-9a-f]{40}|[0-9a-f]{64})$": (
        "a whole commit id",
        "Give all 40 hex digits; `git rev-parse HEAD` prints them.",
    ),
    r"^[0-9]+(\.[0-9]+)?(s|min|h|d)$": (
        "a duration",
        "Write a number with its unit: `90s`, `10min`, `1.5h` or `2d`.",
    ),
    r"^[0-9]+(\.[0-9]+)?(B|KiB|MiB|GiB|TiB)$": (
        "a size",
        "Write a number with its unit: `500MiB` or `2GiB`.",
    ),
    r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?$": (
        "a number as text",
        'Give the digits as printed, such as "92.60", with a decimal point and without unit or ±.',
    ),
    r"^[0-9]+\.[0-9]+$": ("a version of the standard", 'Write "1.0".'),
    r"^[^/\\]": (
        "a path inside the artifact",
        "Write it from the artifact's root, folders separated by `/`.",
    ),
    r"^[A-Za-z_][A-Za-z0-9_]*$": ("the name of a variable", "Use letters, digits and underscores."),
    r"^(/.*)?$": ("a JSON pointer", "Begin it with `/`, such as `/results/accuracy`."),
    r"[^\s]": ("a text", "Write something there."),
}
_ARTICLES = {"dict": "a mapping", "list": "a list", "string": "a text", "model": "a mapping"}
_SHOWN = 60


def findings(errors: list[ErrorDetails], tree: Tree, kind: Kind[Any], file: str) -> list[Finding]:
    """One finding an error, in the order of places."""
    found = [_finding(error, tree, kind, file) for error in errors]
    return sorted(found, key=lambda item: (item.mark.line if item.mark else 0, item.mark.column if item.mark else 0))


def _finding(error: ErrorDetails, tree: Tree, kind: Kind[Any], file: str) -> Finding:
    path = tuple(
        step for step in error["loc"] if not (isinstance(step, str) and (step.startswith(TAG_MARK) or step == "[key]"))
    )
    code, message, advice = _sentences(error, path, kind)
    return code.finding(message, advice, file, tree.mark(path), path)


def _sentences(error: ErrorDetails, path: Path, kind: Kind[Any]) -> tuple[codes.FormCode, str, str]:
    name, owner = _name(path), _owner(path[:-1], kind)
    context = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return codes.MISSING, f"{owner} has no `{path[-1]}`", _meaning(error["loc"], kind, path)
        case "extra_forbidden":
            return (
                codes.UNKNOWN,
                f"{owner} has an unknown field `{path[-1]}`",
                _nearest(error["loc"], kind, path),
            )
        case "no_branch":
            keys = str(error["msg"])
            if not isinstance(error["input"], dict):
                return (
                    codes.MALFORMED,
                    f"{name} is {_found(error['input'])}, not a mapping",
                    f"Give one of: {keys}.",
                )
            return codes.MISSING, f"{name} says none of: {keys}", "Give one of them."
        case "enum" | "literal_error":
            expected = str(context.get("expected", "")).replace("'", "`").replace(" or ", ", ")
            return codes.MALFORMED, f"{name} is {_found(error['input'])}", f"Use one of: {expected}."
        case "string_pattern_mismatch":
            what, advice = _PATTERNS.get(str(context.get("pattern")), ("of the form that is asked for", "Mend it."))
            key = "the name " if error["loc"][-1] == "[key]" else ""
            return (
                codes.MALFORMED,
                f"{key or name + ' is '}{_found(error['input'])}{', which is' if not key else ' is'} not {what}",
                advice,
            )
    return codes.MALFORMED, _other(error, name), _advice(error, path, kind)


def _other(error: ErrorDetails, name: str) -> str:
    context: dict[str, Any] = error.get("ctx", {})
    match error["type"]:
        case "whole_number" | "number" | "truth" | "distinct":
            return f"{name} is {_found(error['input'])}, and {error['msg']}"
        case "greater_than_equal":
            return f"{name} is {error['input']}, less than {context['ge']}"
        case "too_short" | "string_too_short":
            return f"{name} is empty or too short"
        case "too_long" | "string_too_long":
            return f"{name} is longer than {context.get('max_length')}"
        case "dict_type" | "model_type" | "model_attributes_type" | "list_type" | "string_type":
            wanted = _ARTICLES[error["type"].split("_")[0]]
            return f"{name} is {_found(error['input'])}, not {wanted}"
    return f"{name}: {error['msg']}"


def _advice(error: ErrorDetails, path: Path, kind: Kind[Any]) -> str:
    match error["type"]:
        case "whole_number" | "number":
            return "Write the number without quotes, unit or leading zero."
        case "truth":
            return "Write `true` or `false` without quotes."
        case "distinct":
            return "Keep it once."
        case "greater_than_equal":
            return "Give a number in the range."
    return _meaning(error["loc"], kind, path) or "See the format's description, SPEC.md."


def _found(value: Any) -> str:  # noqa: ANN401 (any document value)
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = str(value)
    return f"`{text if len(text) <= _SHOWN else text[:_SHOWN] + '…'}`"


def _name(path: Path) -> str:
    return f"`{dotted(path)}`" if path else "the document"


def _owner(path: Path, kind: Kind[Any]) -> str:
    if not path:
        return f"the {kind.name}"
    return f"`{dotted(path)}`"


def _model_at(location: tuple[str | int, ...], kind: Kind[Any]) -> type[Model] | None:
    """The model in which the last step of `location` is a field."""
    current: Any = kind.model
    for step in location[:-1]:
        current = _step(current, step)
    return _as_model(current)


def _step(annotation: Any, step: str | int) -> Any:  # noqa: ANN401 (annotations are walked)
    if isinstance(step, str) and step.startswith(TAG_MARK):
        return _branch(annotation, step)
    if get_origin(annotation) in {dict, list}:
        return get_args(annotation)[-1]
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return next(
            (field.annotation for name, field in annotation.model_fields.items() if step in {name, field.alias}),
            None,
        )
    inner = [part for part in get_args(annotation) if part is not type(None)]
    return _step(inner[0], step) if inner else None


def _branch(annotation: Any, tag: str) -> Any:  # noqa: ANN401 (annotations are walked)
    for part in _flat(annotation):
        if any(getattr(mark, "tag", None) == tag for mark in getattr(part, "__metadata__", ())):
            return get_args(part)[0]
    return None


def _flat(annotation: Any) -> list[Any]:  # noqa: ANN401 (annotations are walked)
    parts = [annotation]
    for part in get_args(annotation):
        parts += _flat(part)
    return parts


def _as_model(annotation: Any) -> type[Model] | None:  # noqa: ANN401 (annotations are walked)
    for part in _flat(annotation):
        if isinstance(part, type) and issubclass(part, Model):
            return part
    return None


def _nearest(location: tuple[str | int, ...], kind: Kind[Any], path: Path) -> str:
    model = _model_at(location, kind)
    known = [field.alias or name for name, field in model.model_fields.items()] if model else []
    close = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.6)
    if close:
        return f"Did you mean `{close[0]}`? Keys of your own begin with `x-`."
    return f"Known here: {', '.join(f'`{name}`' for name in known)}. Keys of your own begin with `x-`."


def _meaning(location: tuple[str | int, ...], kind: Kind[Any], path: Path) -> str:
    model = _model_at(location, kind)
    for name, field in model.model_fields.items() if model else ():
        if path and path[-1] in {name, field.alias} and field.description:
            return f"It says: {field.description[0].lower()}{field.description[1:]}"
    return ""
