"""A part of a file that is no text, and a form of such files."""

from collections.abc import Callable, Iterable, Mapping

from reprobridge_spec.frozen import dataclass

MOST_BYTES = 256 << 20
"""Parts of one file are unpacked up to this size in all."""
MOST_PARTS = 100_000


class NotThisFormError(ValueError):
    """The bytes are not what their beginning promises, or have a feature that is not read; no finding by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a file.

    Attributes:
        name: its name in the file, which no other part has; a member's is its path.
        data: its bytes, unpacked.
        is_member: whether it is a file with a path.
        says: whom the part names, in words with an article, where it is a field for that; else empty.
        is_fixed: whether other bytes may stand there only in the same number.
        stays: why nothing else may stand there; empty where something may.
    """

    name: str
    data: bytes
    is_member: bool = False
    says: str = ""
    is_fixed: bool = False
    stays: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of files that hold parts.

    Attributes:
        name: what it is called, with an article.
        parts: the parts of a file; raises `NotThisFormError`.
        rebuilt: the file with other bytes for some parts, by name, and other paths for some members, by path.
        has_rest: whether bytes that belong to no part may hold texts.
    """

    name: str
    parts: Callable[[bytes], list[Part]]
    rebuilt: Callable[[bytes, Mapping[str, bytes], Mapping[str, str]], bytes]
    has_rest: bool = False

    def rest(self, data: bytes, parts: Iterable[Part]) -> bytes:
        """What a file holds besides its parts; nothing where no texts are there. Raises `NotThisFormError`."""
        return self.rebuilt(data, {part.name: b"" for part in parts if not part.stays}, {}) if self.has_rest else b""


def inflated(data: bytes, bits: int, most: int) -> bytes:
    """What a deflated stream holds.

    Args:
        data: the stream.
        bits: as `zlib` takes them: -15 without a header, 15 with that of zlib, 31 with that of gzip.
        most: more bytes than these are refused.

    Raises:
        NotThisFormError: it is damaged, cut off, or larger.
    """
    import zlib  # noqa: PLC0415 (few files are looked into)

    unpacker = zlib.decompressobj(bits)
    try:
        found = unpacker.decompress(data, most)
    except zlib.error as error:
        raise NotThisFormError(str(error)) from error
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise NotThisFormError("it is cut off, or too large")
    return found


BEHIND = "(behind the end)"
"""Name of the part that lies behind the end of a file of some form; it is a file by itself."""


def behind(data: bytes, end: int) -> list[Part]:
    """What lies behind the end of a file, where programs do not look and people do."""
    rest = data[end:]
    return [Part(name=BEHIND, data=rest, is_member=True)] if rest.strip(b"\0 \r\n") else []
