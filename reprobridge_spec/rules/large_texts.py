"""Large files piece by piece, so that searching one takes no more memory than a piece of it."""

import codecs
from collections.abc import Iterator
from itertools import chain

from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.documents.text_bytes import as_text, encoding_of
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.small_files import LIMIT

PIECE = 1 << 20
OVERLAP = 8 << 10
"""What a piece repeats of the one before it, so that nothing is cut that is shorter."""
_HEAD = 4 << 10


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file.

    Attributes:
        data: its bytes; those of a text as UTF-8.
        line: how many lines of the file lie before it.
        column: how many characters of its first line lie before it.
        is_text: whether the file is one.
    """

    path: str
    data: bytes
    line: int = 0
    column: int = 0
    is_text: bool = True


def large_files(files: ArtifactFiles) -> list[str]:
    """The paths of the files that no rule reads as a whole."""
    return [path for path, entry in files.entries.items() if entry.kind is Kind.FILE and entry.size >= LIMIT]


def pieces_of(files: ArtifactFiles, path: str) -> Iterator[Piece]:
    """A large file piece by piece, each with the end of the one before it; the first tells whether it is a text.

    Raises:
        OSError: it cannot be read.
    """
    raw = iter(files.pieces(path))
    head = b""
    while len(head) < _HEAD and (more := next(raw, b"")):
        head += more
    encoding = encoding_of(head[:_HEAD])
    is_text = encoding is not None or as_text(head[:_HEAD]) is not None
    return _pieces(path, _decoded(chain([head], raw), encoding) if is_text else chain([head], raw), is_text=is_text)


def _decoded(raw: Iterator[bytes], encoding: str | None) -> Iterator[bytes]:
    if encoding is None:
        yield from (data.replace(b"\0", b" ") for data in raw)
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield from (decoder.decode(data).encode("utf-8", "replace") for data in raw)


def _pieces(path: str, raw: Iterator[bytes], *, is_text: bool) -> Iterator[Piece]:
    held = b""
    line = column = 0
    fresh = False
    for data in raw:
        held += data
        fresh = True
        while len(held) >= PIECE + OVERLAP:
            end = _line_end(held[: PIECE + OVERLAP])
            yield Piece(path, held[:end], line, column, is_text)
            start = _line_start(held[:end])
            passed = held[:start]
            lines = passed.count(b"\n")
            rest = len(passed[passed.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
            line, column = line + lines, rest if lines else column + rest
            held = held[start:]
            fresh = len(held) > end - start
    if fresh and held:
        yield Piece(path, held, line, column, is_text)


def _line_end(data: bytes) -> int:
    """Where the last line of a piece ends, where one does in its last part."""
    return data.rfind(b"\n", len(data) - OVERLAP) + 1 or len(data)


def _line_start(data: bytes) -> int:
    """Where the next piece begins: with a line, where one begins near the end of this one."""
    return data.find(b"\n", len(data) - OVERLAP, len(data) - 1) + 1 or len(data) - OVERLAP
