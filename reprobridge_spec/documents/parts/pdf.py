"""What a PDF file says of itself: its information, its XMP data, and texts in its streams, which stay as they are."""

import re
from collections.abc import Iterator, Mapping
from re import Match

from reprobridge_spec.documents.parts.base import Form, NotThisFormError, Part, inflated
from reprobridge_spec.lazy_pattern import lazy_pattern

_FIELD = lazy_pattern(
    rb"/(Author|Creator|Producer|Title|Subject|Keywords|Company|Manager|SourceModified|PTEX\.FileName|PTEX\.Fullbanner|T|F|UF)"
    rb"\s{0,4}(?:\(((?:[^()\\]|\\.|\([^()]{0,200}\)){1,2000})\)|<([0-9A-Fa-f\s]{2,4000})>)",
    re.IGNORECASE | re.DOTALL,
)
_XMP = lazy_pattern(rb"<x:xmpmeta.{0,200000}?</x:xmpmeta>", re.DOTALL)
_STREAM = lazy_pattern(rb"/FlateDecode[^>]{0,400}>>\s{0,4}stream\r?\n")
_SAYS = {b"author": "the author", b"company": "the company", b"manager": "the manager"}
_MOST_OF_STREAM = 8 << 20
_MOST_STREAMS = 2000
_WIDE = b"\xfe\xff"


def _parts(data: bytes) -> list[Part]:
    found = [_field(match) for match in _FIELD.finditer(data)]
    found += [Part(name=f"XMP at {match.start()}.svg", data=match[0], is_fixed=True) for match in _XMP.finditer(data)]
    return [part for part in found if part.data] + list(_streams(data))


def _field(match: Match[bytes]) -> Part:
    raw = _value(match)
    text = raw.decode("utf-16", "replace").encode() if raw.startswith(_WIDE) else raw.decode("latin-1").encode()
    key = match[1].decode()
    return Part(name=f"{key} at {match.start()}", data=text, says=_SAYS.get(match[1].lower(), ""), is_fixed=True)


def _value(match: Match[bytes]) -> bytes:
    if match[2] is None:
        digits = b"".join(match[3].split())
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
    return _ESCAPED.sub(_unescaped, match[2])


_ESCAPED = lazy_pattern(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def _unescaped(match: Match[bytes]) -> bytes:
    if match[1][:1].isdigit():
        return bytes([int(match[1], 8) & 255])
    return _LETTERS.get(match[1], match[1])


def _streams(data: bytes) -> Iterator[Part]:
    """Texts in what is compressed: information that lies in a stream of objects, figures that were included."""
    for number, match in enumerate(_STREAM.finditer(data)):
        if number == _MOST_STREAMS:
            return
        end = data.find(b"endstream", match.end())
        try:
            text = inflated(data[match.end() : end], 15, _MOST_OF_STREAM)
        except NotThisFormError:
            continue
        if text[:1].isdigit() or b"/Author" in text:
            for field in map(_field, _FIELD.finditer(text)):
                yield Part(
                    name=f"stream {number}, {field.name}", data=field.data, says=field.says, stays="it is compressed"
                )


def _rebuilt(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    changed = bytearray(data)
    for match in _FIELD.finditer(data):
        value = new.get(f"{match[1].decode()} at {match.start()}")
        if value is None:
            continue
        start, end = match.span(2 if match[2] is not None else 3)
        wide = _value(match).startswith(_WIDE)
        text = value.decode("utf-8", "replace")
        raw = _WIDE + text.encode("utf-16-be") if wide else text.encode("latin-1", "replace")
        changed[start:end] = _filled(raw, end - start, is_hex=match[2] is None, is_wide=wide)
    for match in _XMP.finditer(data):
        value = new.get(f"XMP at {match.start()}.svg")
        if value is not None:
            tail = b"</x:xmpmeta>"
            if len(value) > len(match[0]):
                raise NotThisFormError("its XMP data would become longer")
            changed[match.start() : match.end()] = value[: -len(tail)].ljust(len(match[0]) - len(tail)) + tail
    return bytes(changed)


def _filled(raw: bytes, size: int, *, is_hex: bool, is_wide: bool) -> bytes:
    """Exactly `size` bytes that stand for a text, with spaces behind it."""
    space = b"\0 " if is_wide else b" "
    if is_hex:
        room = size // 2
        return (raw[:room] + space * room)[:room].hex().encode().ljust(size)
    safe = raw.replace(b"\\", b"/").replace(b"(", b"[").replace(b")", b"]")
    kept = safe[: size - (size - len(safe)) % len(space)] if len(safe) > size else safe
    return (kept + space * size)[:size]


PDF = Form(name="a PDF file", parts=_parts, rebuilt=_rebuilt)
