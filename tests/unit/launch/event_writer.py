"""Event files as their layout is published, written byte by byte: honest ones, and those that no writer would write."""

import struct
from collections.abc import Iterable

import google_crc32c


def varint(number: int) -> bytes:
    number &= (1 << 64) - 1
    data = b""
    while number > 0x7F:
        data += bytes([number & 0x7F | 0x80])
        number >>= 7
    return data + bytes([number])


def part(number: int, data: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(data)) + data


def whole(number: int, value: int) -> bytes:
    return varint(number << 3) + varint(value)


def event(step: int, *parts: bytes, time: float = 0.0) -> bytes:
    return b"\x09" + struct.pack("<d", time) + whole(2, step) + b"".join(parts)


def value(tag: str | bytes, content: bytes) -> bytes:
    return part(1, part(1, tag if isinstance(tag, bytes) else tag.encode()) + content)


def simple(number: float) -> bytes:
    return b"\x15" + struct.pack("<f", number)


def tensor(dtype: int, content: bytes, *sizes: int) -> bytes:
    shape = part(2, b"".join(part(2, whole(1, size)) for size in sizes))
    return part(8, whole(1, dtype) + shape + content)


def scalar(step: int, number: float, tag: str | bytes = "acc", *, time: float = 0.0) -> bytes:
    return event(step, part(5, value(tag, simple(number))), time=time)


def version(time: float = 0.0) -> bytes:
    return event(0, part(3, b"brain.Event:2"), time=time)


def start(step: int, *, time: float = 0.0) -> bytes:
    return event(step, part(7, whole(1, 1)), time=time)


def masked(data: bytes) -> int:
    check: int = google_crc32c.value(data)
    return ((check >> 15 | check << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data: bytes, *, length: int | None = None) -> bytes:
    header = struct.pack("<Q", len(data) if length is None else length)
    return header + struct.pack("<I", masked(header)) + data + struct.pack("<I", masked(data))


def records(events: Iterable[bytes]) -> bytes:
    return b"".join(map(record, events))
