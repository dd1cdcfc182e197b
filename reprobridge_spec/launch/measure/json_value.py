"""JSON as it was written: numbers keep their digits, keys stand once, and what JSON does not know has a name."""

import gc
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reprobridge_spec.documents.json_fault import fault_of
from reprobridge_spec.launch.measure.base import Match, MeasureError, shown
from reprobridge_spec.stats import exact

MAX_CHARACTERS = 16 << 20
"""The longest JSON text that is read: as objects, a list of digits takes 60 times its size."""

_INDEX = re.compile(r"0|[1-9][0-9]{0,17}")
_SHOWN_KEYS = 10
_LONG = 1 << 20


class JsonNumber(str):
    """A number with the digits that stand in the file."""

    __slots__ = ()


class NotFinite(str):
    """`NaN`, `Infinity` or `-Infinity`: what Python writes and JSON does not have."""

    __slots__ = ()


def parse(text: str) -> Any:  # noqa: ANN401 (any JSON value)
    """The value of a JSON text.

    Raises:
        MeasureError: it is empty, no JSON, too long or too deep, or an object has a key twice.
    """
    if len(text) > MAX_CHARACTERS:
        raise MeasureError(
            f"it has {len(text):,} characters of JSON; at most {MAX_CHARACTERS:,} are read",
            hint="let the launcher write the score into a file of its own",
        )
    if not text.strip():
        raise MeasureError("it is empty", hint="find out why the run wrote nothing")
    try:
        with _collector_waits(len(text) > _LONG):
            return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        fault = fault_of(error)
        raise MeasureError(
            f"it is not JSON: {fault.message} at line {fault.mark.line}, column {fault.mark.column}", hint=_advice(text)
        ) from error
    except RecursionError as error:
        raise MeasureError("its values are nested too deeply", hint="write the score near the top") from error


@contextmanager
def _collector_waits(is_long: bool) -> Iterator[None]:  # noqa: FBT001 (said at the call)
    """Millions of values that are in no circle: to look for circles meanwhile takes three quarters of the time."""
    waits = is_long and gc.isenabled()
    if waits:
        gc.disable()
    try:
        yield
    finally:
        if waits:
            gc.enable()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise MeasureError(
                f"the key {shown(repr(key))} stands twice in one object",
                hint="let the launcher write each key once; readers differ in which one they take",
            )
        result[key] = value
    return result


_DECODER = json.JSONDecoder(
    parse_int=JsonNumber, parse_float=JsonNumber, parse_constant=NotFinite, object_pairs_hook=_object
)


def _advice(text: str) -> str:
    if re.match(r"\s*[{\[(]?\s*'", text):
        return "it looks like a printed Python value: write it with json.dump, scalars as float(x)"
    return "let the launcher write JSON, or correct `file`"


def step_names(pointer: str) -> list[str]:
    """The steps of a JSON pointer (RFC 6901)."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def find(value: Any, pointer: str) -> Any:  # noqa: ANN401 (any JSON value)
    """The value that `pointer` leads to.

    Raises:
        MeasureError: there is none; the message says what is there instead.
    """
    done = ""
    for step in step_names(pointer):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and _INDEX.fullmatch(step) and int(step) < len(value):
            value = value[int(step)]
        else:
            raise MeasureError(
                f"there is no {shown(repr(step))} in {kind_of(value)} at {shown(done) or 'the root'}{_keys_of(value)}",
                hint="correct the JSON pointer",
            )
        done += "/" + step
    return value


def _keys_of(value: Any) -> str:  # noqa: ANN401 (any JSON value)
    if not isinstance(value, dict) or not value:
        return ""
    keys = list(value)
    rest = f" and {len(keys) - _SHOWN_KEYS} more" if len(keys) > _SHOWN_KEYS else ""
    return f", which has {', '.join(shown(key) for key in keys[:_SHOWN_KEYS])}{rest}"


def kind_of(value: Any) -> str:  # noqa: ANN401 (any JSON value)
    """What a value is, with its article."""
    match value:
        case JsonNumber() | NotFinite():
            return "a number"
        case str():
            return "a text"
        case bool():
            return "a truth value"
        case None:
            return "null"
        case list():
            return f"a list of {len(value)}"
        case _:
            return "an object"


def match_at(place: str, value: Any) -> Match:  # noqa: ANN401 (any JSON value)
    """`value` as a match: numbers, and texts, which are read as numbers only if they hold nothing else."""
    if isinstance(value, JsonNumber | NotFinite):
        return Match(place=place, text=str(value))
    if isinstance(value, str):
        return Match(place=f"{place} (a text)", text=value)
    fault = MeasureError(
        f"{kind_of(value)} stands there, not a number", hint="point at the number, or let the launcher write one"
    )
    return Match(place=place, text=kind_of(value), fault=fault)


def equals(value: Any, wanted: str) -> bool:  # noqa: ANN401 (any JSON value)
    """Whether a record's value is what `where` asks for: the same text, number or word."""
    if isinstance(value, JsonNumber):
        return value == wanted or _same_number(value, wanted)
    if isinstance(value, bool):
        return wanted == ("true" if value else "false")
    if value is None:
        return wanted == "null"
    return isinstance(value, str) and value == wanted


def _same_number(written: str, wanted: str) -> bool:
    try:
        return exact.number(written) == exact.number(wanted)
    except ValueError:
        return False
