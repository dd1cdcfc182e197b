"""Binary changes as git writes them: all bytes after the change, or what turns the bytes before it into them."""

import base64
import zlib

from reprobridge_spec.documents.patch.form import BinaryData, PatchError
from reprobridge_spec.documents.patch.lines import Lines
from reprobridge_spec.lazy_pattern import lazy_pattern

MAX_BYTES = 64 << 20
"""The largest content that is unfolded."""

_HEAD = lazy_pattern(rb"(literal|delta) ([0-9]{1,12})\r?")
_AGAIN = "Make the patch again with `git diff --binary`."
_INSERT_BITS, _SEVEN = 0x7F, 7
_COPY_DEFAULT = 0x10000


def read_binary(lines: Lines) -> tuple[BinaryData, BinaryData | None]:
    """The change behind the line `GIT binary patch`, and what takes it back, where that is there.

    Raises:
        PatchError: it cannot be read.
    """
    forward = _one(lines)
    if forward is None:
        raise PatchError("there is no content behind `GIT binary patch`", _AGAIN, lines.number)
    return forward, _one(lines)


def _one(lines: Lines) -> BinaryData | None:
    at, head = lines.number, _HEAD.fullmatch(lines.peek() or b"")
    if head is None:
        return None
    lines.next()
    packed: list[bytes] = []
    while text := (lines.peek() or b"").rstrip(b"\r"):
        packed.append(_unpacked(text, lines.number))
        lines.next()
    lines.next()
    return BinaryData(line=at, is_delta=head[1] == b"delta", size=int(head[2]), packed=b"".join(packed))


def _unpacked(text: bytes, number: int) -> bytes:
    """The bytes of one line: their number as a letter, then base 85."""
    first = text[:1]
    length = first[0] - ord("A") + 1 if first.isupper() else first[0] - ord("a") + 27
    try:
        data = base64.b85decode(text[1:])
    except ValueError as error:
        raise PatchError("a line of binary content is no base 85", _AGAIN, number) from error
    if not first.isalpha() or not length <= len(data) < length + 4:
        raise PatchError("a line of binary content has another length than it says", _AGAIN, number)
    return data[:length]


def applied(change: BinaryData, before: bytes) -> bytes:
    """The bytes after a binary change.

    Raises:
        PatchError: the change is damaged, too large, or of other bytes than `before`.
    """
    if change.size > MAX_BYTES:
        raise PatchError(f"it unfolds to {change.size} bytes, more than are read", _AGAIN, change.line)
    unfolding = zlib.decompressobj()
    try:
        data = unfolding.decompress(change.packed, change.size + 1)
    except zlib.error as error:
        raise PatchError("its binary content is damaged", _AGAIN, change.line) from error
    if len(data) != change.size:
        raise PatchError(f"its binary content is not of the {change.size} bytes that it says", _AGAIN, change.line)
    if not change.is_delta:
        return data
    try:
        return _of_delta(data, before)
    except (IndexError, ValueError) as error:
        raise PatchError(f"its binary change does not fit the file: {error}", _AGAIN, change.line) from error


def _of_delta(delta: bytes, before: bytes) -> bytes:
    """Git's delta: two sizes, then copies from `before` and insertions."""
    said, at = _size(delta, 0)
    if said != len(before):
        raise ValueError(f"it is of a file of {said} bytes, and there are {len(before)}")
    wanted, at = _size(delta, at)
    if wanted > MAX_BYTES:
        raise ValueError(f"it leads to {wanted} bytes, more than are read")
    after = bytearray()
    while at < len(delta):
        code = delta[at]
        at += 1
        if code > _INSERT_BITS:
            start, length, at = _copy(delta, code, at)
            part = before[start : start + length]
        else:
            length, part = code, delta[at : at + code]
            at += code
        if not length or len(part) != length or len(after) + length > wanted:
            raise ValueError("a part of it lies outside")
        after += part
    if len(after) != wanted:
        raise ValueError(f"it leads to {len(after)} bytes, and says {wanted}")
    return bytes(after)


def _size(delta: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = delta[at]
        at += 1
        value |= (byte & _INSERT_BITS) << shift
        shift += _SEVEN
        if byte <= _INSERT_BITS:
            return value, at
        if shift > 9 * _SEVEN:
            raise ValueError("a size in it has no end")


def _copy(delta: bytes, code: int, at: int) -> tuple[int, int, int]:
    """Start and length of a copy, and where the next part of the delta begins."""
    start = length = 0
    for bit in range(4):
        if code & (1 << bit):
            start |= delta[at] << (8 * bit)
            at += 1
    for bit in range(3):
        if code & (0x10 << bit):
            length |= delta[at] << (8 * bit)
            at += 1
    return start, length or _COPY_DEFAULT, at
