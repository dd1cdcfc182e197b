"""Fields of a PDF file: their names, their values as texts, and values of the same length."""

import re
from re import Match

from reprobridge_spec.documents.parts.base import Part
from reprobridge_spec.lazy_pattern import lazy_pattern

FIELD = lazy_pattern(
    rb"/(Author|Creator|Producer|Title|Subject|Keywords|Company|Manager|SourceModified|PTEX\.FileName|PTEX\.Fullbanner|T|F|UF)"
    rb"\s{0,4}(?:\(((?:[^()\\]|\\.|\([^()]{0,200}\)){1,2000})\)|<([0-9A-Fa-f\s]{2,4000})>)",
    re.IGNORECASE | re.DOTALL,
)
XMP = lazy_pattern(rb"<x:xmpmeta.{0,200000}?</x:xmpmeta>", re.DOTALL)
_SAYS = {b"author": "the author", b"company": "the company", b"manager": "the manager"}
_NOTE = lazy_pattern(
    rb"/Annot\b|/Subtype\s{0,4}/(?:Text|FreeText|Highlight|Underline|Squiggly|StrikeOut|Ink|Stamp|Caret|Popup|FileAttachment)\b"
)
_FORM = lazy_pattern(rb"/Widget\b|/FT\b")
_AROUND = 600
_WIDE = b"\xfe\xff"
_ESCAPED = lazy_pattern(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def as_part(match: Match[bytes], data: bytes) -> Part:
    """A field as a part, in UTF-8."""
    key = match[1].decode()
    says = _SAYS.get(match[1].lower(), "") or ("the author of a note" if key == "T" and _is_note(match, data) else "")
    return Part(name=f"{key} at {match.start()}", data=as_text(value(match)).encode(), says=says, is_fixed=True)


def _is_note(match: Match[bytes], data: bytes) -> bool:
    """Whether it is the title of a note, where programs write who made it, and not a field of a form."""
    before = data[max(0, match.start() - _AROUND) : match.start()].rpartition(b"obj")[2]
    around = before + data[match.end() : match.end() + _AROUND].partition(b"endobj")[0]
    return _NOTE.search(around) is not None and _FORM.search(around) is None


def value(match: Match[bytes]) -> bytes:
    """The bytes that a field stands for."""
    return _hex(match[3]) if match[2] is None else _ESCAPED.sub(_unescaped, match[2])


def literal(written: bytes) -> str:
    """The text of a string with its brackets."""
    inside = written[1:-1]
    return as_text(_hex(inside) if written[:1] == b"<" else _ESCAPED.sub(_unescaped, inside))


def _hex(digits: bytes) -> bytes:
    digits = b"".join(digits.split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


def _unescaped(match: Match[bytes]) -> bytes:
    if match[1][:1].isdigit():
        return bytes([int(match[1], 8) & 255])
    return _LETTERS.get(match[1], match[1])


def as_text(raw: bytes) -> str:
    """The text of a value, in UTF-16 with a mark or in single bytes."""
    return raw.decode("utf-16", "replace") if raw.startswith(_WIDE) else raw.decode("latin-1")


def filled(old: Match[bytes], text: str) -> bytes:
    """Exactly as many bytes as a field has, which stand for a text, with spaces behind it."""
    is_wide, is_hex = value(old).startswith(_WIDE), old[2] is None
    size = len(old[3] if is_hex else old[2])
    raw = _WIDE + text.encode("utf-16-be") if is_wide else text.encode("latin-1", "replace")
    space = b"\0 " if is_wide else b" "
    if is_hex:
        room = size // 2
        return (raw[:room] + space * room)[:room].hex().encode().ljust(size)
    safe = raw.replace(b"\\", b"/").replace(b"(", b"[").replace(b")", b"]")
    kept = safe[: size - (size - len(safe)) % len(space)] if len(safe) > size else safe
    return (kept + space * size)[:size]
