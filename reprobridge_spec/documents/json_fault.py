"""What is wrong with a JSON text, and where, in the same words whatever Python reads it."""

import json

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark

_LAST_COMMA = {
    ("Expecting property name enclosed in double quotes", "}"): "Illegal trailing comma before end of object",
    ("Expecting value", "]"): "Illegal trailing comma before end of array",
}
"""What Python says from 3.13 on, by what it said before of the bracket behind the comma."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonFault:
    """The first fault of a text.

    Attributes:
        message: what is wrong.
        mark: where.
    """

    message: str
    mark: Mark


def fault_of(error: json.JSONDecodeError) -> JsonFault:
    """The fault that `error` tells; of a last comma that is the comma, as from Python 3.13 on."""
    before = error.doc[: error.pos].rstrip(" \t\r\n")
    message = _LAST_COMMA.get((error.msg, error.doc[error.pos : error.pos + 1]))
    if message and before.endswith(","):
        error = json.JSONDecodeError(message, error.doc, len(before) - 1)
    return JsonFault(message=error.msg, mark=Mark(error.lineno, error.colno))
