"""Texts and EXIF data in PNG images."""

import struct
from binascii import crc32
from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.parts import tiff
from reprobridge_spec.documents.parts.base import BEHIND, Form, NotThisFormError, Part, behind, inflated

_SIGN = b"\x89PNG\r\n\x1a\n"
_TEXTS = {b"tEXt", b"zTXt", b"iTXt"}
_MOST = 4 << 20
_PERSONS = {
    "author": "the author",
    "artist": "the artist",
    "creator": "the creator",
    "copyright": "the copyright holder",
    "owner": "the owner",
}


def _chunks(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Offset, type and content of each chunk."""
    at = len(_SIGN)
    while at < len(data):
        if at + 12 > len(data):
            raise NotThisFormError("a chunk is cut off")
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        if at + 12 + size > len(data):
            raise NotThisFormError("a chunk is cut off")
        yield at, kind, data[at + 8 : at + 8 + size]
        at += 12 + size
        if kind == b"IEND":
            return


def _parts(data: bytes) -> list[Part]:
    found: list[Part] = []
    end = len(_SIGN)
    for at, kind, content in _chunks(data):
        end = at + 12 + len(content)
        if kind in _TEXTS:
            key, text = _text(kind, content)
            found.append(Part(name=_name(kind, key, at), data=text, says=_PERSONS.get(key.lower(), "")))
        elif kind == b"eXIf":
            found += [tiff.part(f"eXIf at {at}", field) for field in tiff.fields(content)]
    return found + behind(data, end)


def _name(kind: bytes, key: str, at: int) -> str:
    """The name of a text; that of XMP data ends as the name of a file that names its authors in the same way."""
    return f"{kind.decode()} {key} at {at}" + (".svg" if key.startswith("XML:") else "")


def _text(kind: bytes, content: bytes) -> tuple[str, bytes]:
    key, nul, rest = content.partition(b"\0")
    if not nul:
        raise NotThisFormError("a text has no name")
    name = key.decode("latin-1")
    if kind == b"tEXt":
        return name, rest.decode("latin-1").encode()
    if kind == b"zTXt":
        return name, inflated(rest[1:], 15, _MOST).decode("latin-1").encode()
    text = rest[2:].split(b"\0", 2)[-1]
    return name, inflated(text, 15, _MOST) if rest[:1] == b"\1" else text


def _rebuilt(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    made, end = [data[: len(_SIGN)]], len(_SIGN)
    for at, kind, content in _chunks(data):
        written = _written(at, kind, content, new)
        end = at + 12 + len(content)
        if written is None:
            made.append(data[at:end])
        else:
            made.append(_chunk(*written))
    return b"".join(made) + new.get(BEHIND, data[end:])


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))


def _written(at: int, kind: bytes, content: bytes, new: Mapping[str, bytes]) -> tuple[bytes, bytes] | None:
    if kind == b"eXIf":
        changed = tiff.with_fields(content, f"eXIf at {at}", new)
        return None if changed == content else (kind, changed)
    if kind not in _TEXTS:
        return None
    key, _ = _text(kind, content)
    text = new.get(_name(kind, key, at))
    # as a text that is not compressed, so that all programs that write it write the same bytes
    return None if text is None else (b"iTXt", key.encode("latin-1") + b"\0\0\0\0\0" + text)


PNG = Form(name="a PNG image", parts=_parts, rebuilt=_rebuilt, has_rest=True)
