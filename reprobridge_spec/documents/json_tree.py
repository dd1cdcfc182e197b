"""JSON documents of an artifact: the same limits as for YAML, duplicate keys refused, numbers kept exactly.

Positions inside are not kept: these documents are written by programs.
"""

import json
import math
import re
from decimal import Decimal
from typing import Any

from reprobridge_spec.documents.json_fault import fault_of
from reprobridge_spec.documents.yaml_tree import MAX_DEPTH, Tree, UnreadableError

MAX_BYTES = 64 << 20
MAX_DIGITS = 400
_HALF = re.compile(rb"(?i)\\ud[89a-f]")


def read(data: bytes) -> Tree:
    """The tree of a JSON document.

    Raises:
        UnreadableError: it is no JSON, names a key twice, or holds NaN or infinity.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"the document is larger than {MAX_BYTES >> 20} MiB", "Split what does not belong.")
    try:
        value = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_distinct,
            parse_float=_number,
            parse_int=_whole,
            parse_constant=_refuse,
        )
    except UnicodeDecodeError as error:
        raise UnreadableError("the document is not UTF-8", "Save it as UTF-8.") from error
    except json.JSONDecodeError as error:
        fault = fault_of(error)
        raise UnreadableError(f"this is no JSON: {fault.message}", "Write it anew.", fault.mark) from error
    except RecursionError as error:
        raise UnreadableError("nested too deep", "Flatten it.") from error
    _refuse_deep(value)
    # UTF-8 has no halves of a pair: only an escape can make one
    if _HALF.search(data) and _has_half(value):
        raise UnreadableError("a text holds half of a surrogate pair", "Write the whole character.")
    return Tree(value)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableError(f"the key `{twice}` stands twice", "Keep one of the two.")
    return result


def _number(text: str) -> Decimal:
    if len(text) > MAX_DIGITS or not math.isfinite(float(text)):
        raise UnreadableError(f"{text[:20]}… is beyond what numbers are read for", "Write a number that fits.")
    return Decimal(text)


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise UnreadableError(f"{text[:20]}… is beyond what numbers are read for", "Write a number that fits.")
    return int(text)


def _refuse_deep(value: Any) -> None:  # noqa: ANN401 (any JSON value)
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        items = (item.values() if isinstance(item, dict) else item for item in level if isinstance(item, dict | list))
        level = [inner for outer in items for inner in outer]
        if not level:
            return
    raise UnreadableError(f"nested deeper than {MAX_DEPTH}", "Flatten it.")


def _has_half(value: Any) -> bool:  # noqa: ANN401 (any JSON value)
    if isinstance(value, str):
        return any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return isinstance(value, list) and any(map(_has_half, value))


def _refuse(text: str) -> Any:  # noqa: ANN401 (never returns)
    raise UnreadableError(f"{text} is no number of JSON", "Write null and say why.")
