"""Versions as conda constrains them (`>=1.21,<2.0a0`, `1.26.*`, `=3.11`), as far as they can be told."""

import re

from packaging.version import InvalidVersion, Version

from reprobridge_spec.lazy_pattern import lazy_pattern

_COMPARED = lazy_pattern(r"(>=|<=|==|!=|~=|>|<|=)?\s*([^\s<>=!~*|,]+?)(\.?\*)?")


def satisfies(version: str, constraint: str) -> bool | None:
    """Whether `version` meets `constraint`; None where that cannot be told.

    Args:
        version: an exact version.
        constraint: parts joined by `,` and alternatives joined by `|`; empty and `*` ask for nothing. A build after
            the version is not looked at.
    """
    answers = [_all(version, choice) for choice in constraint.split("|")]
    if True in answers:
        return True
    return None if None in answers else False


def _all(version: str, choice: str) -> bool | None:
    answers = [_one(version, part.strip()) for part in choice.split(",")]
    if False in answers:
        return False
    return None if None in answers else True


def _one(version: str, part: str) -> bool | None:
    part = part.split(" ", maxsplit=1)[0] if re.match(r"[^<>=!~]", part) else part
    if part in {"", "*"}:
        return True
    match = _COMPARED.fullmatch(part)
    if match is None:
        return None
    operator, wanted, star = match[1] or "==", match[2], bool(match[3])
    if operator == "=" or star:
        if operator in {">", "<", "~="}:
            return None
        begins = version == wanted or version.startswith(f"{wanted}.")
        return _at_least(version, wanted) if operator in {">=", "<="} else begins != (operator == "!=")
    return _compared(version, operator, wanted)


def _at_least(version: str, wanted: str) -> bool | None:
    return _compared(version, ">=", wanted)


def _compared(version: str, operator: str, wanted: str) -> bool | None:
    try:
        left, right = Version(version), Version(wanted)
    except InvalidVersion:
        return None
    match operator:
        case "==":
            return left == right
        case "!=":
            return left != right
        case ">=":
            return left >= right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case "<":
            return left < right
    return None
