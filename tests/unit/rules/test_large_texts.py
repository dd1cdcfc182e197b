"""Large files are searched piece by piece, and nothing is missed where two pieces meet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.location import Mark
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.large_texts import OVERLAP, PIECE, large_files, pieces_of
from reprobridge_spec.rules.text_files import mark_at
from reprobridge_spec.rules.texts_beyond import Shifted

NEEDLE = b"<needle>"


def needles(path: str, data: bytes) -> Iterator[Fault]:
    start = -1
    while (start := data.find(NEEDLE, start + 1)) >= 0:
        yield Fault(message="a needle", advice="", file=path, mark=mark_at(data, start))


def marks(folder: Path, data: bytes, encoding: str = "utf-8") -> list[Mark | None]:
    (folder / "big").write_bytes(data.decode().encode(encoding))
    shifted = Shifted()
    pieces = pieces_of(FolderFiles(folder), "big")
    return [fault.mark for piece in pieces for fault in shifted.faults(piece, needles)]


@pytest.mark.parametrize("before", [0, PIECE - 4, PIECE + OVERLAP - 4, PIECE + OVERLAP, 2 * PIECE - 3, 2 * PIECE + 9])
def test_a_needle_is_found_once_in_one_long_line(tmp_path: Path, before: int) -> None:
    assert marks(tmp_path, b"x" * before + NEEDLE + b"y" * PIECE) == [Mark(1, before + 1)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32"])
@pytest.mark.parametrize("lines", [0, 40_000, 87_381, 150_000])
def test_a_needle_is_found_in_its_line(tmp_path: Path, lines: int, encoding: str) -> None:
    data = b"eleven chars\n" * lines + "ünd ".encode() + NEEDLE + b"\n" + b"z\n" * PIECE
    assert marks(tmp_path, data, encoding) == [Mark(lines + 1, 5)]


def test_the_first_piece_tells_what_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(range(256)) * 5000)
    (tmp_path / "small").write_bytes(b"x")
    files = FolderFiles(tmp_path)
    assert large_files(files) == ["big"]
    assert [piece.is_text for piece in pieces_of(files, "big")] == [False, False]


def test_pieces_are_small_and_hold_the_whole_file(tmp_path: Path) -> None:
    data = b"".join(b"%d,%d\n" % (number, number * number) for number in range(300_000))
    (tmp_path / "big").write_bytes(data)
    pieces = list(pieces_of(FolderFiles(tmp_path), "big"))
    assert max(len(piece.data) for piece in pieces) <= PIECE + OVERLAP
    lines = data.splitlines()
    assert all(piece.data.splitlines() == lines[piece.line :][: piece.data.count(b"\n")] for piece in pieces)
    assert pieces[-1].data.endswith(lines[-1] + b"\n")
