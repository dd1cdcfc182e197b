"""Repairs as a unified diff that `git apply` takes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from reprobridge_spec.fixes.apply import Fixed
from reprobridge_spec.fixes.draft import Change
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable
from reprobridge_spec.rules.secret_mask import masked

_CONTEXT = 3
_MOST = 2000
"""Lines up to which the shortest diff is looked for; that takes time of their square."""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_COLORS = {"+": "green", "-": "red", "@": "blue"}


class _Block(NamedTuple):
    """Lines `old` to `old_end` (not included) give way to lines `new` to `new_end`."""

    old: int
    old_end: int
    new: int
    new_end: int


def diff(fixed: Fixed, folder: str = "") -> bytes:
    """The diff of all changes, exact to the byte.

    Args:
        fixed: what was worked out.
        folder: where the artifact lies, seen from the folder in which the diff is to be applied.
    """
    return b"".join(b"%b\n" % line for line in _lines(fixed, folder))


def without_secrets(fixed: Fixed) -> Fixed:
    """The same with the secrets of files hidden, to be shown; its diff does not apply where one stands in it."""
    return replace(
        fixed,
        changes={
            file: replace(change, before=masked(file, change.before), after=masked(file, change.after))
            for file, change in fixed.changes.items()
        },
    )


def shown(fixed: Fixed, style: Style, folder: str = "") -> Iterator[str]:
    """The lines of the diff for people: in colours, without characters that a terminal would act on.

    Where line ends change, `^M` stands for one of Windows, as git shows it; else both lines would look alike.
    """
    for file, change in sorted(fixed.changes.items()):
        ends_change = change.before.count(b"\r\n") != change.after.count(b"\r\n")
        for line in _file("/".join(part for part in (folder, file) if part), change):
            is_told = ends_change and line.startswith((b"-", b"+")) and line.endswith(b"\r")
            text = printable(line.removesuffix(b"\r").decode("utf-8", "replace").expandtabs())
            text += "^M" if is_told else ""
            color = "bold" if text.startswith(("diff ", "--- ", "+++ ")) else _COLORS.get(text[:1])
            yield style.paint(color, text) if color else text


def _lines(fixed: Fixed, folder: str) -> Iterator[bytes]:
    for file, change in sorted(fixed.changes.items()):
        yield from _file("/".join(part for part in (folder, file) if part), change)


def _file(path: str, change: Change) -> Iterator[bytes]:
    old, new = _name(f"a/{path}"), _name(f"b/{path}")
    yield b"diff --git %b %b" % (old, new)
    if change.executable:
        yield from (b"old mode 100644", b"new mode 100755")
    if change.before == change.after:
        return
    # without the tab, a name with a space in it ends at the space
    end = b"\t" if " " in path else b""
    yield from (b"--- %b%b" % (old, end), b"+++ %b%b" % (new, end))
    before, after = _split(change.before), _split(change.after)
    for hunk in _hunks(_blocks(before, after)):
        yield from _hunk(hunk, before, after)


def _name(path: str) -> bytes:
    """A path as git writes it: in quotes where it holds what a line of a diff cannot."""
    raw = path.encode("utf-8", "surrogateescape")
    if raw.isascii() and path.isprintable() and not set('"\\') & set(path):
        return raw
    written = (
        _ESCAPES.get(chr(byte)) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}")  # noqa: PLR2004 (printable ASCII)
        for byte in raw
    )
    return f'"{"".join(written)}"'.encode()


def _split(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _blocks(before: Sequence[bytes], after: Sequence[bytes]) -> list[_Block]:
    """What differs, in order, with nothing in common at the ends of a block."""
    if len(before) == len(after):
        # repairs seldom add or remove a line
        differing = [index for index, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
        return _joined(_Block(index, index + 1, index, index + 1) for index in differing)
    begin = 0
    while begin < min(len(before), len(after)) and before[begin] == after[begin]:
        begin += 1
    end = 0
    while end < min(len(before), len(after)) - begin and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[begin : len(before) - end], after[begin : len(after) - end]
    if max(len(old), len(new)) > _MOST:
        return [_Block(begin, len(before) - end, begin, len(after) - end)]
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [_Block(a + begin, b + begin, c + begin, d + begin) for kind, a, b, c, d in codes if kind != "equal"]


def _joined(blocks: Iterator[_Block]) -> list[_Block]:
    joined: list[_Block] = []
    for block in blocks:
        if joined and joined[-1].old_end == block.old:
            joined[-1] = joined[-1]._replace(old_end=block.old_end, new_end=block.new_end)
        else:
            joined.append(block)
    return joined


def _hunks(blocks: Sequence[_Block]) -> Iterator[list[_Block]]:
    """Blocks that share lines of context."""
    hunk: list[_Block] = []
    for block in blocks:
        if hunk and block.old - hunk[-1].old_end > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _hunk(blocks: Sequence[_Block], before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    first, last = blocks[0], blocks[-1]
    lead, trail = min(_CONTEXT, first.old), min(_CONTEXT, len(before) - last.old_end)
    old, new = _range(first.old - lead, last.old_end + trail), _range(first.new - lead, last.new_end + trail)
    yield b"@@ -%b +%b @@" % (old, new)
    at = first.old - lead
    for block in blocks:
        yield from _marked(b" ", before[at : block.old])
        yield from _marked(b"-", before[block.old : block.old_end])
        yield from _marked(b"+", after[block.new : block.new_end])
        at = block.old_end
    yield from _marked(b" ", before[at : at + trail])


def _range(start: int, end: int) -> bytes:
    return b"%d,%d" % (start + 1 if end > start else start, end - start)


def _marked(sign: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line.removesuffix(b"\n")
        if not line.endswith(b"\n"):
            yield b"\\ No newline at end of file"
