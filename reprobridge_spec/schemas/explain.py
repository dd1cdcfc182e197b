"""Validation errors as sentences that name the thing and say what to do."""

import difflib
from collections.abc import Callable, Sequence
from typing import Any

from pydantic_core import ErrorDetails

from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.findings import Finding, Fix
from reprobridge_spec.location import Path, dotted
from reprobridge_spec.model.base import TAG_MARK
from reprobridge_spec.model.scalars import Plain
from reprobridge_spec.schemas import codes
from reprobridge_spec.schemas.field_at import Location, branch_keys, known_keys, meaning_of, model_at, needed_keys
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.list_example import example_list
from reprobridge_spec.schemas.patterns import MEANINGS

_PHRASES = {
    "whole_number": (
        "{name} is {found}, and a whole number is asked for",
        "Write a whole number of at most 18 digits, without quotes, unit, point or leading zero.",
    ),
    "number": (
        "{name} is {found}, and a number is asked for",
        "Write the number with a digit before the point, without quotes, unit or leading zero.",
    ),
    "factor": (
        "{name} is {found}, and a number above 0 is asked for",
        "Write the factor, such as 100, without quotes.",
    ),
    "truth": ("{name} is {found}, and `true` or `false` is asked for", "Write `true` or `false` without quotes."),
    "distinct": ("{name} names {value} twice", "Keep it once."),
    "greater_than_equal": ("{name} is {found}, less than {ge}", "Give at least {ge}."),
    "too_short": ("{name} has too few entries, {actual_length}", "Give at least {min_length}{meaning}."),
    "too_long": ("{name} has too many entries, {actual_length}", "Give at most {max_length}{meaning}."),
    "string_too_short": ("{name} is an empty text", "Write something there{meaning}."),
    "string_too_long": ("{name} is longer than {max_length} characters", "Shorten it{meaning}."),
    "enum": ("{name} is {found}, which is none of its values", "{near}Use one of: {choices}{others}."),
    "literal_error": ("{name} is {found}, which is none of its values", "{near}Use one of: {choices}{others}."),
    "list_type": ("{name} is {found}, not a list", "Write a list, such as {example}{meaning}."),
    "string_type": ("{name} is {found}, not a text", "Write a text{others}{meaning}."),
    "dict_type": ("{name} is {found}, not a mapping", "Write a mapping{meaning}."),
    "model_type": ("{name} is {found}, not a mapping", "Write a mapping{with_keys}{meaning}."),
}
"""What is said of an error by its type: what is wrong, what to do."""
_OTHERWISE = ("{name}: {msg}", "Mend it{meaning}.")
_WITHOUT_QUOTES = frozenset({"whole_number", "number", "factor", "truth"})
"""Errors for which quotes may be what is wrong."""
_SHOWN = 60
MOST = 1000
"""Faults that are explained one by one; a document with more is hostile, or of another kind altogether."""


def findings(
    errors: list[ErrorDetails],
    tree: Tree,
    kind: Kind[Any],
    file: str,
    repair: Callable[[ErrorDetails, Path], Fix | None] = lambda _error, _path: None,
) -> list[Finding]:
    """One finding a fault, in the order of places; beyond `MOST`, one for all the others.

    A field that is missing because its name is misspelt is one fault, not two.

    Args:
        errors: of the validation.
        tree: the document.
        kind: what it is.
        file: its path in the artifact.
        repair: gives the repair of an error at its place, where there is a safe one.
    """
    placed = [(error, path, tree.mark(path)) for error in errors for path in [document_path(error["loc"], tree.data)]]
    placed.sort(key=lambda item: (item[2].line, item[2].column) if item[2] else (0, 0))
    misspelt = {(path[:-1], meant) for error, path, _ in placed[:MOST] if (meant := meant_by(error, kind))}
    found = []
    for error, path, mark in placed[:MOST]:
        if error["type"] != "missing" or (path[:-1], path[-1]) not in misspelt:
            code, message, advice = _sentences(error, path, kind)
            found.append(code.finding(message, advice, file, mark, path, fix=repair(error, path)))
    for _, path, mark in placed[MOST : MOST + 1]:
        message = f"the {kind.name} has {len(placed) - MOST} more faults of form"
        found.append(codes.MALFORMED.finding(message, "Mend those before.", file, mark, path))
    return found


def document_path(location: Location, data: Any) -> Path:  # noqa: ANN401 (any document value)
    """The place in `data` that a validation error is about.

    A location names branches of unions and checks of keys besides; a document may have keys of the same names.
    """
    path: list[str | int] = []
    current = data
    for step in location:
        inside = isinstance(current, dict) and step in current
        if inside or not isinstance(step, str) or not (step.startswith(TAG_MARK) or step == "[key]"):
            path.append(step)
            current = current[step] if inside or (isinstance(current, list) and isinstance(step, int)) else None
    return tuple(path)


def meant_by(error: ErrorDetails, kind: Kind[Any]) -> str | None:
    """The known key that an unknown one is a misspelling of."""
    model = model_at(error["loc"][:-1], kind) if error["type"] == "extra_forbidden" else None
    if model is None:
        return None
    close = difflib.get_close_matches(short(str(error["loc"][-1])).lower(), known_keys(model), n=1, cutoff=0.6)
    return close[0] if close else None


def _sentences(error: ErrorDetails, path: Path, kind: Kind[Any]) -> tuple[codes.FormCode, str, str]:
    name, location = _name(path, kind), error["loc"]
    match error["type"]:
        case "missing":
            meaning = meaning_of(location, kind)
            return codes.MISSING, f"{_name(path[:-1], kind)} has no `{path[-1]}`", f"Write `{path[-1]}`: {meaning}."
        case "extra_forbidden":
            return _unknown(error, path, kind)
        case "no_branch" if isinstance(error["input"], dict):
            keys = _one_of(str(error["msg"]).split(", "))
            return codes.MISSING, f"{name} has none of the keys that tell what it is", f"Give {keys}."
        case "no_branch":
            keys = _one_of(str(error["msg"]).split(", "))
            return (
                codes.MALFORMED,
                f"{name} is {_found(error['input'])}, not a mapping",
                f"Write a mapping with {keys}.",
            )
        case "string_pattern_mismatch":
            what, advice = MEANINGS[str(error["ctx"]["pattern"])]
            subject = f"the name {_found(error['input'])} is" if location[-1] == "[key]" else f"{name} is"
            found = "" if location[-1] == "[key]" else f" {_found(error['input'])}, which is"
            return codes.MALFORMED, f"{subject}{found} not {what}", advice
    message, advice = _PHRASES.get(error["type"], _OTHERWISE)
    words = _words(error, name, kind)
    return codes.MALFORMED, message.format_map(words), advice.format_map(words)


def _words(error: ErrorDetails, name: str, kind: Kind[Any]) -> dict[str, str]:
    location, context = error["loc"], error.get("ctx", {})
    meaning, model = meaning_of(location, kind), model_at(location, kind)
    choices = str(context.get("expected", ""))
    return {
        **{key: str(value) for key, value in context.items()},
        "name": name,
        "found": _found(error["input"], quoted=error["type"] in _WITHOUT_QUOTES),
        "msg": error["msg"],
        "choices": choices.replace("'", "`").replace(" or ", ", "),
        "near": _near(error["input"], choices),
        "example": example_list(location, error["input"], kind) if error["type"] == "list_type" else "",
        "others": _other_branches(location, kind),
        "with_keys": f" with {', '.join(f'`{key}`' for key in needed_keys(model))}" if model else "",
        "meaning": f": {meaning}" if meaning else "",
    }


def _near(value: Any, choices: str) -> str:  # noqa: ANN401 (any document value)
    """Asks for the value of a choice that may be meant; empty where none is near."""
    known = choices.split("'")[1::2]
    close = difflib.get_close_matches(short(value).lower(), known, n=1, cutoff=0.6) if isinstance(value, str) else []
    return f"Did you mean `{close[0]}`? " if close else ""


def _unknown(error: ErrorDetails, path: Path, kind: Kind[Any]) -> tuple[codes.FormCode, str, str]:
    location, owner, key = error["loc"], _name(path[:-1], kind), short(str(path[-1]))
    if len(location) > 1 and _is_branch(location[-2]) and location[-1] in branch_keys(location[:-2], kind):
        chosen = str(location[-2]).removeprefix(TAG_MARK)
        return codes.UNKNOWN, f"{owner} has both `{chosen}` and `{key}`", "Keep one of the two."
    model = model_at(location[:-1], kind)
    meant = meant_by(error, kind)
    known = ", ".join(f"`{name}`" for name in known_keys(model)) if model else "none"
    advice = f"Did you mean `{meant}`?" if meant else f"Known here: {known}."
    return codes.UNKNOWN, f"{owner} has an unknown field `{key}`", f"{advice} Keys of your own begin with `x-`."


def _other_branches(location: Location, kind: Kind[Any]) -> str:
    """The mappings that could stand in the place of a text that is one branch of a union."""
    if not location or not _is_branch(location[-1]):
        return ""
    others = [key for key in branch_keys(location[:-1], kind) if TAG_MARK + key != location[-1]]
    # a document may have a key that looks like the name of a branch
    return f", or a mapping with {_one_of(others)}" if others else ""


def _is_branch(step: str | int) -> bool:
    return isinstance(step, str) and step.startswith(TAG_MARK)


def _one_of(keys: Sequence[str]) -> str:
    *first, last = (f"`{key}`" for key in keys)
    return f"{', '.join(first)} or {last}" if first else last


def _found(value: Any, *, quoted: bool = False) -> str:  # noqa: ANN401 (any document value)
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    quote = '"' if quoted and isinstance(value, str) and not isinstance(value, Plain) else ""
    return f"`{quote}{short(str(value))}{quote}`"


def short(text: str) -> str:
    """The beginning of a document's own words, as long as a message may quote."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _name(path: Path, kind: Kind[Any]) -> str:
    if not path:
        return f"the {kind.name}"
    return f"`{dotted(tuple(short(step) if isinstance(step, str) else step for step in path))}`"
