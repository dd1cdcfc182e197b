"""JSON documents of an artifact: the same limits as for YAML, duplicate keys refused, numbers kept exactly.

Positions inside are not kept: these documents are written by programs.
"""

import json
from decimal import Decimal
from typing import Any

from reprobridge_spec.documents.yaml_tree import Tree, UnreadableError
from reprobridge_spec.location import Mark

MAX_BYTES = 64 << 20


def read(data: bytes) -> Tree:
    """The tree of a JSON document.

    Raises:
        UnreadableError: it is no JSON, names a key twice, or holds NaN or infinity.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"the document is larger than {MAX_BYTES >> 20} MiB", "Split what does not belong.")
    try:
        return Tree(
            json.loads(
                data.decode("utf-8-sig"),
                object_pairs_hook=_distinct,
                parse_float=Decimal,
                parse_constant=_refuse,
            )
        )
    except UnicodeDecodeError as error:
        raise UnreadableError("the document is not UTF-8", "Save it as UTF-8.") from error
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"this is no JSON: {error.msg}", "Write it anew.", Mark(error.lineno, error.colno)
        ) from error
    except RecursionError as error:
        raise UnreadableError("nested too deep", "Flatten it.") from error


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableError(f"the key `{twice}` stands twice", "Keep one of the two.")
    return result


def _refuse(text: str) -> Any:  # noqa: ANN401 (never returns)
    raise UnreadableError(f"{text} is no number of JSON", "Write null and say why.")
