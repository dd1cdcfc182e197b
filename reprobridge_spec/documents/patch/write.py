"""Changes of files to a patch as git writes it, exact to the byte, in the form that `read` takes."""

import base64
import hashlib
import zlib
from collections.abc import Iterator, Sequence

from reprobridge_spec.documents.patch.blocks import CONTEXT, Block, blocks_of, hunks_of, lines_of
from reprobridge_spec.documents.patch.lines import MAX_LINES
from reprobridge_spec.frozen import dataclass

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_MOST_AS_TEXT = 4 << 20
"""Larger contents are written as bytes, compressed."""
_LINE = 52
_SMALL_LETTERS = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A file on one side of a change.

    Attributes:
        data: its bytes, or where a link points; None where they are too many to be told, which only a file that
            goes may have.
    """

    path: str
    data: bytes | None
    executable: bool = False
    is_link: bool = False

    @property
    def mode(self) -> bytes:
        """The mode as git writes it."""
        return b"120000" if self.is_link else b"100755" if self.executable else b"100644"


def file_patch(before: Content | None, after: Content | None) -> Iterator[bytes]:
    """The lines, without line feeds, that turn one file into another.

    Args:
        before: the file; None where it is new.
        after: the same file or, under another path, the one that takes its place; None where it is gone.
    """
    one, other = before or after, after or before
    if one is None or other is None:
        return
    yield b"diff --git %b %b" % (quoted(f"a/{one.path}"), quoted(f"b/{other.path}"))
    if before is None:
        yield b"new file mode %b" % other.mode
    elif after is None:
        yield b"deleted file mode %b" % one.mode
    else:
        if before.mode != after.mode:
            yield from (b"old mode %b" % before.mode, b"new mode %b" % after.mode)
        if before.path != after.path:
            yield from _renamed(before, after)
    yield from _content(before, after)


def text_patch(before: Content | None, after: Content | None) -> Iterator[bytes]:
    """The lines of the hunks, with the two lines of names before them; nothing where the bytes are the same."""
    old, new = (side.data or b"" if side else b"" for side in (before, after))
    if old == new:
        return
    names = (_name("a", before), _name("b", after))
    yield from (b"--- %b" % names[0], b"+++ %b" % names[1])
    yield from hunk_lines(old, new)


def hunk_lines(before: bytes, after: bytes) -> Iterator[bytes]:
    """The hunks between two texts, line by line without line feeds."""
    old, new = lines_of(before), lines_of(after)
    for hunk in hunks_of(blocks_of(old, new)):
        yield from one_hunk(hunk, old, new)


def one_hunk(blocks: Sequence[Block], before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    """One hunk, line by line without line feeds."""
    first, last = blocks[0], blocks[-1]
    lead, trail = min(CONTEXT, first.old), min(CONTEXT, len(before) - last.old_end)
    old, new = _range(first.old - lead, last.old_end + trail), _range(first.new - lead, last.new_end + trail)
    yield b"@@ -%b +%b @@" % (old, new)
    at = first.old - lead
    for block in blocks:
        yield from _marked(b" ", before[at : block.old])
        yield from _marked(b"-", before[block.old : block.old_end])
        yield from _marked(b"+", after[block.new : block.new_end])
        at = block.old_end
    yield from _marked(b" ", before[at : at + trail])


def quoted(path: str) -> bytes:
    """A path as git writes it: in quotes where it holds what a line of a diff cannot."""
    raw = path.encode("utf-8", "surrogateescape")
    if raw.isascii() and path.isprintable() and not set('"\\') & set(path):
        return raw
    written = (
        _ESCAPES.get(chr(byte)) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}")  # noqa: PLR2004 (printable ASCII)
        for byte in raw
    )
    return f'"{"".join(written)}"'.encode()


def is_text(data: bytes) -> bool:
    """Whether bytes are shown and patched line by line."""
    return b"\0" not in data and len(data) <= _MOST_AS_TEXT and data.count(b"\n") < MAX_LINES // 4


def _renamed(before: Content, after: Content) -> Iterator[bytes]:
    if before.data == after.data:
        yield b"similarity index 100%"
    yield from (b"rename from %b" % quoted(before.path), b"rename to %b" % quoted(after.path))


def _content(before: Content | None, after: Content | None) -> Iterator[bytes]:
    if before is not None and before.data is None:
        return  # it goes, and what it held is too much to be told
    old, new = (side.data or b"" if side else b"" for side in (before, after))
    if is_text(old) and is_text(new):
        yield from text_patch(before, after)
    elif old != new:
        yield b"index %b..%b" % (_object_id(before), _object_id(after))
        yield b"GIT binary patch"
        yield from _literal(new)
        # what takes a large file's end back would be as large as the file
        if after is not None or len(old) <= _MOST_AS_TEXT:
            yield from _literal(old)


def _object_id(side: Content | None) -> bytes:
    """Git's name of a content, without which it applies no change of a file that is no text."""
    if side is None:
        return b"0" * 40
    data = side.data or b""
    return hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest().encode()


def _literal(data: bytes) -> Iterator[bytes]:
    yield b"literal %d" % len(data)
    packed = zlib.compress(data, 9)
    for start in range(0, len(packed), _LINE):
        part = packed[start : start + _LINE]
        size = len(part)
        letter = ord("A") + size - 1 if size <= _SMALL_LETTERS else ord("a") + size - _SMALL_LETTERS - 1
        yield bytes([letter]) + base64.b85encode(part, pad=True)
    yield b""


def _name(prefix: str, side: Content | None) -> bytes:
    if side is None:
        return b"/dev/null"
    # without the tab, a name with a space in it ends at the space
    return quoted(f"{prefix}/{side.path}") + (b"\t" if " " in side.path else b"")


def _range(start: int, end: int) -> bytes:
    return b"%d,%d" % (start + 1 if end > start else start, end - start)


def _marked(sign: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line.removesuffix(b"\n")
        if not line.endswith(b"\n"):
            yield b"\\ No newline at end of file"
