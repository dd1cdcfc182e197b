"""What a patch file says: the files that it changes, and their hunks."""

from dataclasses import replace
from enum import StrEnum

from reprobridge_spec.frozen import dataclass


class PatchError(Exception):
    """A patch file cannot be read, or cannot be applied.

    Attributes:
        line: line of the patch file, from one.
        advice: one sentence on what to do.
    """

    def __init__(self, message: str, advice: str, line: int) -> None:
        super().__init__(message)
        self.advice = advice
        self.line = line


class Side(StrEnum):
    """On which side of a change a line stands."""

    BOTH = " "
    OLD = "-"
    NEW = "+"


_OTHER = {Side.BOTH: Side.BOTH, Side.OLD: Side.NEW, Side.NEW: Side.OLD}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """A part of a file that changes, with the lines around it.

    Attributes:
        number: position among the hunks of its file, from one.
        line: line of the patch file where it begins.
        old_start: first line of the old part; the line before it, where the old part is empty.
        new_start: the same of the new part.
        lines: each line with its side, with the line end that it has in the file.
    """

    number: int
    line: int
    old_start: int
    new_start: int
    lines: tuple[tuple[Side, bytes], ...]

    @property
    def old(self) -> list[bytes]:
        """The lines before the change."""
        return [text for side, text in self.lines if side is not Side.NEW]

    @property
    def new(self) -> list[bytes]:
        """The lines after the change."""
        return [text for side, text in self.lines if side is not Side.OLD]

    def reversed(self) -> "Hunk":
        """The hunk that takes the change back."""
        lines = tuple((_OTHER[side], text) for side, text in self.lines)
        return replace(self, old_start=self.new_start, new_start=self.old_start, lines=lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class BinaryData:
    """One direction of a binary change.

    Attributes:
        line: line of the patch file where it begins.
        is_delta: whether it is told from the bytes before the change; else it is all bytes after it.
        size: number of bytes that `packed` unfolds to.
        packed: the bytes, compressed.
    """

    line: int
    is_delta: bool
    size: int
    packed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePatch:
    """What a patch file says of one file.

    Attributes:
        line: line of the patch file where it begins.
        commit: number of the commit that it belongs to, where a patch file holds several.
        old: path before the change; None where the file is new.
        new: path after the change; None where the file is gone.
        keeps_old: whether the file at `old` stays, since the one at `new` is a copy.
        hunks: what changes, in order.
        binary: the change of a file that is no text.
        binary_back: the change that takes `binary` back.
        is_opaque: whether it says that a binary file changes, and not how.
        is_link: whether it is about a link and no file.
        executable: whether the file can be executed afterwards; None where it is not said, so that it stays.
    """

    line: int
    commit: int = 0
    old: str | None
    new: str | None
    keeps_old: bool = False
    hunks: tuple[Hunk, ...] = ()
    binary: BinaryData | None = None
    binary_back: BinaryData | None = None
    is_opaque: bool = False
    is_link: bool = False
    executable: bool | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that it names, each once."""
        return tuple(dict.fromkeys(path for path in (self.old, self.new) if path is not None))

    @property
    def changes_content(self) -> bool:
        """Whether bytes change, and not only a name or a mode."""
        return bool(self.hunks or self.binary or self.is_opaque)

    def reversed(self) -> "FilePatch":
        """The patch that takes the change back; what it makes of a copy is the file that was copied."""
        return replace(
            self,
            old=self.new,
            new=None if self.keeps_old else self.old,
            keeps_old=False,
            hunks=() if self.keeps_old else tuple(hunk.reversed() for hunk in self.hunks),
            binary=None if self.keeps_old else self.binary_back,
            binary_back=self.binary,
            executable=None,
        )
