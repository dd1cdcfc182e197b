"""What a search for secrets and names sees beyond an artifact's small files: large texts, and what lies beside it."""

from collections.abc import Iterator
from dataclasses import replace

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.location import Mark
from reprobridge_spec.rules.base import Fault, Look, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.large_texts import Piece, large_files, pieces_of
from reprobridge_spec.rules.small_files import small_files

IN_ALL = 256 << 20
"""Bytes of large texts that are searched; from there on, files are named as not checked."""
_MOST = 100
"""More faults than this of one large file are not named one by one."""


def beyond(context: Context) -> Iterator[Piece]:
    """Large texts piece by piece, then what a package hands over beside its artifact.

    Raises:
        Unchecked: after the last piece, where files could not be read or were too large.
    """
    places = [context.files, *([context.asked.handed_over] if context.asked.handed_over else [])]
    room = [IN_ALL]
    reasons: list[str] = []
    for files in places:
        try:
            if files is not context.files:
                yield from (Piece(path, data, is_text=is_text) for path, data, is_text in small_files(files))
        except Unchecked as reason:
            reasons.append(str(reason))
        try:
            yield from _large(files, room)
        except Unchecked as reason:
            reasons.append(str(reason))
    if reasons:
        raise Unchecked("; ".join(reasons))


def _large(files: ArtifactFiles, room: list[int]) -> Iterator[Piece]:
    left: list[str] = []
    for path in large_files(files):
        try:
            for piece in pieces_of(files, path):
                if not piece.is_text:
                    break
                if piece.line == piece.column == 0:
                    room[0] -= files.entries[path].size
                if room[0] < 0:
                    left.append(path)
                    break
                yield piece
        except (OSError, ValueError):
            left.append(path)
    if left:
        more = f", nor {len(left) - 1} more" if left[1:] else ""
        raise Unchecked(f"{left[0]} could not be searched, with {IN_ALL >> 20} MiB of large texts at most{more}")


class Shifted:
    """The faults that a look finds in pieces, at their places in the files, each once."""

    def __init__(self) -> None:
        self._path = ""
        self._seen: set[tuple[Mark | None, str]] = set()

    def faults(self, piece: Piece, look: Look) -> Iterator[Fault]:
        """What `look` finds in a piece; pieces of a file come one after the other."""
        if piece.path != self._path:
            self._path, self._seen = piece.path, set()
        for fault in look(piece.path, piece.data):
            placed = replace(fault, mark=_shifted(fault.mark, piece)) if fault.mark else fault
            key = (placed.mark, placed.message)
            if key not in self._seen and len(self._seen) < _MOST:
                self._seen.add(key)
                yield placed


def _shifted(mark: Mark, piece: Piece) -> Mark:
    return Mark(mark.line + piece.line, mark.column + (piece.column if mark.line == 1 else 0))
