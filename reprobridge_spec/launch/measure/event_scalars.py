"""What a record of an event file says of one tag: numbers at steps, and starts after which earlier ones are void.

Only the fields that a scalar needs are declared; the library passes over all others.
"""

import struct
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from math import isfinite
from typing import Any

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.stats import exact

_DOUBLE, _FLOAT, _INT64, _INT32, _MESSAGE, _BYTES = 1, 2, 3, 5, 11, 12
_OPTIONAL, _REPEATED = 1, 3
_PACKAGE = "rrspec.events"
# number of each field in the published layout, its type, and whether it is repeated
_FIELDS: dict[str, list[tuple[str, int, int | str, bool]]] = {
    "Event": [
        ("wall_time", 1, _DOUBLE, False),
        ("step", 2, _INT64, False),
        ("summary", 5, "Summary", False),
        ("session_log", 7, "SessionLog", False),
    ],
    "SessionLog": [("status", 1, _INT32, False)],
    "Summary": [("value", 1, "Value", True)],
    # bytes: a tag that is no UTF-8 would make the whole record unreadable
    "Value": [("tag", 1, _BYTES, False), ("simple_value", 2, _FLOAT, False), ("tensor", 8, "Tensor", False)],
    "Tensor": [
        ("dtype", 1, _INT32, False),
        ("shape", 2, "Shape", False),
        ("content", 4, _BYTES, False),
        ("floats", 5, _FLOAT, True),
        ("doubles", 6, _DOUBLE, True),
        ("ints", 7, _INT32, True),
        ("longs", 10, _INT64, True),
        ("halves", 13, _INT32, True),
    ],
    "Shape": [("dim", 2, "Dim", True)],
    "Dim": [("size", 1, _INT64, False)],
}
_START = 1
# of each type of a tensor: its code, the field that holds its values, and how its bytes are read
_TENSORS = {
    1: ("floats", "<f"),
    2: ("doubles", "<d"),
    3: ("ints", "<i"),
    9: ("longs", "<q"),
    19: ("halves", "<e"),
}
_MOST_DIGITS = {"<e": 5, "<f": 9}


class NoEventError(ValueError):
    """A record that is no event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """A value of the tag.

    Attributes:
        text: its number in the fewest digits that read back to it; empty where it is no number.
        fault: what stands there in place of one number.
    """

    text: str
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one record says.

    Attributes:
        wall_time: seconds since 1970, as the writer's clock had them.
        starts: whether a session starts here: what was written before of its step and of later ones is void.
        scalars: values of the tag that was asked for.
        tags: the tags of all values.
    """

    wall_time: float
    step: int
    starts: bool
    scalars: tuple[Scalar, ...]
    tags: tuple[bytes, ...]


def said(data: bytes, tag: bytes) -> Said:
    """What a record says of `tag`.

    Raises:
        ImportError: the library that reads such records is not installed.
        NoEventError: the bytes are no event.
    """
    event_type, broken = _reader()
    try:
        event = event_type.FromString(data)
    except broken as error:
        raise NoEventError("it is no event") from error
    values = event.summary.value
    return Said(
        wall_time=event.wall_time,
        step=event.step,
        starts=event.session_log.status == _START,
        scalars=tuple(_scalar(value) for value in values if value.tag == tag),
        tags=tuple(value.tag for value in values),
    )


@cache
def _reader() -> tuple[Any, type[Exception]]:
    from google.protobuf import descriptor_pb2, descriptor_pool, message, message_factory  # noqa: PLC0415 (an extra)

    file = descriptor_pb2.FileDescriptorProto(name="rrspec_events.proto", package=_PACKAGE, syntax="proto2")
    for name, fields in _FIELDS.items():
        declared = file.message_type.add(name=name)
        for field, number, kind, is_repeated in fields:
            added = declared.field.add(name=field, number=number, label=_REPEATED if is_repeated else _OPTIONAL)
            if isinstance(kind, str):
                added.type, added.type_name = _MESSAGE, f".{_PACKAGE}.{kind}"
            else:
                added.type = kind
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    event = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.Event"))
    return event, message.DecodeError


def _scalar(value: Any) -> Scalar:  # noqa: ANN401 (a message of the library)
    if value.HasField("simple_value"):
        return Scalar(text=_shortest(value.simple_value, "<f"))
    if not value.HasField("tensor"):
        return Scalar(text="", fault="what stands there is no scalar")
    tensor = value.tensor
    if any(dim.size != 1 for dim in tensor.shape.dim):
        return Scalar(text="", fault="a tensor of none or several values stands there")
    if tensor.dtype not in _TENSORS:
        return Scalar(text="", fault="a tensor that holds no number, or one of a rare type, stands there")
    numbers = list(_numbers(tensor))
    if len(numbers) != 1:
        return Scalar(text="", fault=f"a tensor of one value that holds {len(numbers)} stands there")
    return Scalar(text=_shortest(numbers[0], _TENSORS[tensor.dtype][1]))


def _numbers(tensor: Any) -> Iterator[float | int]:  # noqa: ANN401 (a message of the library)
    field, form = _TENSORS[tensor.dtype]
    if tensor.content:
        size = struct.calcsize(form)
        for start in range(0, min(len(tensor.content), 2 * size), size):
            piece = tensor.content[start : start + size]
            if len(piece) == size:
                yield struct.unpack(form, piece)[0]
    elif field == "halves":
        yield from (struct.unpack("<e", struct.pack("<H", bits & 0xFFFF))[0] for bits in tensor.halves[:2])
    else:
        yield from getattr(tensor, field)[:2]


def _shortest(number: float, form: str) -> str:
    """The decimal text of fewest digits that reads back to the number in its own format."""
    if not isfinite(number):
        return repr(number)
    digits = range(1, _MOST_DIGITS.get(form, 0) + 1)
    texts = (f"{number:.{count}g}" for count in digits)
    shortest = (text for text in texts if _packed(float(text), form) == _packed(number, form))
    return exact.plain(Decimal(next(shortest, repr(number))))


def _packed(number: float, form: str) -> bytes:
    try:
        return struct.pack(form, number)
    except OverflowError:  # rounded up beyond the greatest
        return b""
