"""Edits of Python files that leave every other byte as it is: line ends, encoding, comments."""

import ast
import warnings
from collections.abc import Iterable

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """The bytes from `start` up to `end` become `new`; an expression stands for another one, whatever is around it."""

    start: int
    end: int
    new: bytes
    is_expression: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change of a file, in one or more places that are changed together or not at all."""

    pieces: tuple[Piece, ...]


def apply(data: bytes, edits: Iterable[Edit]) -> bytes:
    """`data` with the edits made.

    Raises:
        ValueError: they overlap or lie outside, or the outcome is no Python, or means more than was changed.
    """
    # two findings of one statement are mended by one edit
    once = dict.fromkeys(piece for edit in edits for piece in edit.pieces)
    pieces = sorted(once, key=lambda piece: (piece.start, piece.end))
    end = 0
    for piece in pieces:
        if not end <= piece.start <= piece.end <= len(data):
            raise ValueError(f"edits overlap or lie outside of the file, at byte {piece.start}")
        end = piece.end
    changed = _written(data, pieces)
    if pieces and not _are_same(_parsed(changed), _parsed(_written(data, map(_bracketed, pieces)))):
        raise ValueError("a changed expression would be read together with what stands around it")
    return changed


def _written(data: bytes, pieces: Iterable[Piece]) -> bytes:
    parts: list[bytes] = []
    end = 0
    for piece in pieces:
        parts += data[end : piece.start], piece.new
        end = piece.end
    return b"".join([*parts, data[end:]])


def _bracketed(piece: Piece) -> Piece:
    if not piece.is_expression:
        return piece
    return Piece(start=piece.start, end=piece.end, new=b"(" + piece.new + b")")


def _parsed(data: bytes) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"the changed file would be no Python: {error}") from error


def _are_same(one: ast.AST, other: ast.AST) -> bool:
    """Whether two trees say the same; without recursion, for trees can be deep."""
    waiting: list[tuple[object, object]] = [(one, other)]
    while waiting:
        here, there = waiting.pop()
        if type(here) is not type(there):
            return False
        if isinstance(here, ast.AST):
            waiting += [(getattr(here, name, None), getattr(there, name, None)) for name in here._fields]
        elif isinstance(here, list) and isinstance(there, list):
            if len(here) != len(there):
                return False
            waiting += zip(here, there, strict=True)
        elif here != there:
            return False
    return True
