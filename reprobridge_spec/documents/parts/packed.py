"""A single file that is compressed: by gzip, bzip2 or xz."""

import struct
from collections.abc import Mapping

from reprobridge_spec.documents.parts.base import MOST_BYTES, Form, NotThisFormError, Part, inflated

_CONTENT, _NAME = "(content)", "(name)"
_HAS_NAME, _HAS_EXTRA = 8, 4


def _gzip_parts(data: bytes) -> list[Part]:
    content = Part(name=_CONTENT, data=inflated(data, 31, MOST_BYTES), is_member=True)
    name = _name(data)
    return [content, *([Part(name=_NAME, data=name)] if name else [])]


def _name(data: bytes) -> bytes:
    """The name that the file had, where the header tells it."""
    at = 10
    if data[3] & _HAS_EXTRA:
        at += 2 + struct.unpack("<H", data[10:12])[0]
    return data[at : data.find(b"\0", at)] if data[3] & _HAS_NAME else b""


def _gzip(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    import zlib  # noqa: PLC0415 (few files are looked into)

    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    content = new[_CONTENT] if _CONTENT in new else inflated(data, 31, MOST_BYTES)
    return packer.compress(content) + packer.flush()


def _bzip2_content(data: bytes) -> bytes:
    import bz2  # noqa: PLC0415 (few files are looked into)

    return _limited(bz2.BZ2Decompressor(), data)


def _xz_content(data: bytes) -> bytes:
    import lzma  # noqa: PLC0415 (few files are looked into)

    return _limited(lzma.LZMADecompressor(), data)


def _limited(unpacker: "object", data: bytes) -> bytes:
    try:
        found: bytes = unpacker.decompress(data, MOST_BYTES)  # type: ignore[attr-defined]
    except Exception as error:
        raise NotThisFormError(str(error)) from error
    if not unpacker.eof:  # type: ignore[attr-defined]
        raise NotThisFormError("it is cut off, or too large")
    return found


def _bzip2(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    import bz2  # noqa: PLC0415 (few files are looked into)

    return bz2.compress(new[_CONTENT] if _CONTENT in new else _bzip2_content(data))


def _xz(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    import lzma  # noqa: PLC0415 (few files are looked into)

    return lzma.compress(new[_CONTENT] if _CONTENT in new else _xz_content(data))


GZIP = Form(name="a gzip file", parts=_gzip_parts, rebuilt=_gzip)
BZIP2 = Form(
    name="a bzip2 file",
    parts=lambda data: [Part(name=_CONTENT, data=_bzip2_content(data), is_member=True)],
    rebuilt=_bzip2,
)
XZ = Form(
    name="an xz file",
    parts=lambda data: [Part(name=_CONTENT, data=_xz_content(data), is_member=True)],
    rebuilt=_xz,
)
