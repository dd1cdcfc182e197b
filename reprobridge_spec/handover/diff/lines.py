"""What differs inside a file: lines counted, lines shown, and what else a reader must know."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.patch.blocks import blocks_of, lines_of
from reprobridge_spec.documents.patch.write import Content, is_text, text_patch
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.diff.shown import as_unicode
from reprobridge_spec.handover.tree.compare import Differing
from reprobridge_spec.handover.tree.contents import sides_of
from reprobridge_spec.handover.tree.tree import Tree
from reprobridge_spec.rules.secret_mask import masked

_KINDS = {Kind.LINK: "a link", Kind.OTHER: "a special file", Kind.FILE: "a file"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """What differs inside a file.

    Attributes:
        added: lines that came; None where it is no text, or a large one.
        removed: lines that went.
        notes: what else a reader must know.
        patch: the hunks, where they were asked for.
    """

    added: int | None = None
    removed: int | None = None
    notes: tuple[str, ...] = ()
    patch: str | None = None


def lines_in(old: Tree, new: Tree, differing: Differing, *, shows: bool) -> Lines:
    """What differs inside a file.

    Args:
        old: the first side.
        new: the second side.
        differing: the file.
        shows: whether the hunks are wanted.

    Raises:
        NotDoneError: it cannot be read.
    """
    notes = [*_kinds(differing), *run_bit(differing)]
    if differing.has_same_bytes or not differing.is_of_files:
        return Lines(notes=tuple(notes))
    try:
        before, after = sides_of(old, new, differing)
    except ValueError:
        return Lines(notes=(*notes, f"too large to be looked into: {_sizes(differing)}"))
    one, other = (b"" if side is None else side.data for side in (before, after))
    if one is None or other is None or not (is_text(one) and is_text(other)):
        is_large = one is None or other is None or b"\0" not in one + other
        return Lines(notes=(*notes, f"{'large' if is_large else 'no text'}: {_sizes(differing)}"))
    blocks = blocks_of(lines_of(one), lines_of(other))
    shown = _shown(before, after) if shows else None
    if shown == "":
        notes.append("what differs is hidden, since it looks like a secret")
    return Lines(
        added=sum(block.new_end - block.new for block in blocks),
        removed=sum(block.old_end - block.old for block in blocks),
        notes=(*notes, *_line_ends(one, other)),
        patch=shown or None,
    )


def run_bit(differing: Differing) -> tuple[str, ...]:
    """What is to be said of whether a file can be executed; nothing where that is as it was, or usual."""
    if differing.run_bit_changes and differing.is_of_files:
        return (f"can {'now' if differing.new and differing.new.executable else 'no longer'} be executed",)
    is_new = differing.old is None and differing.new is not None
    return ("can be executed",) if is_new and differing.new and differing.new.executable else ()


def shown_lines(lines: Iterable[bytes]) -> str:
    """Lines of a patch as text; `^M` stands for the line end of Windows, which would not be seen."""
    return "\n".join(
        line.removesuffix(b"\r").decode("utf-8", "replace") + ("^M" if line.endswith(b"\r") else "") for line in lines
    )


def without_secrets(side: Content | None) -> Content | None:
    """The same with the secrets in it hidden."""
    return replace(side, data=masked(side.path, side.data)) if side is not None and side.data else side


def _shown(before: Content | None, after: Content | None) -> str:
    return shown_lines(text_patch(without_secrets(before), without_secrets(after)))


def _kinds(differing: Differing) -> Iterator[str]:
    for entry, when in ((differing.old, "was"), (differing.new, "is")):
        if entry is not None and not differing.is_of_files:
            target = f" to {as_unicode(entry.target)}" if entry.target else ""
            yield f"{when} {_KINDS[entry.kind]}{target}"


def _line_ends(before: bytes, after: bytes) -> Iterator[str]:
    old, new = (_ends(data) for data in (before, after))
    if before and after and old != new:
        yield f"line ends: {old} before, {new} now"
        if before.replace(b"\r\n", b"\n") == after.replace(b"\r\n", b"\n"):
            yield "nothing else differs"


def _ends(data: bytes) -> str:
    windows, all_ = data.count(b"\r\n"), data.count(b"\n")
    return "of Unix" if not windows else "of Windows" if windows == all_ else "of both kinds"


def _sizes(differing: Differing) -> str:
    sizes = [f"{entry.size:,} bytes" for entry in (differing.old, differing.new) if entry is not None]
    return " -> ".join(sizes)
