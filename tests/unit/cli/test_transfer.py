from typing import Any

import pytest

from reprobridge_spec.cli.transfer import Transfers


class _Shown:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def passing(self, text: str) -> None:
        self.lines.append(text)


def _line(*moves: tuple[str, int, int | None]) -> str:
    shown: Any = _Shown()
    now = iter(range(100, 1000, 10))
    transfers = Transfers(shown, clock=lambda: float(next(now)))
    for address, done, total in moves:
        transfers.moved(address, done, total)
    return str(shown.lines[-1])


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ([("h/x.npz", 0, 4096), ("h/x.npz", 1024, 4096)], "x.npz: 1.0 KiB of 4.0 KiB (25%), 51 B/s, 60 s left"),
        ([("h/x.npz", 0, None), ("h/x.npz", 1024, None)], "x.npz: 1.0 KiB, 51 B/s"),
        ([("h/x.npz", 4096, 4096)], "x.npz: 4.0 KiB of 4.0 KiB (100%), 0 B/s"),
        ([("h/x", 512, 1024), ("h/y", 0, 1024)], "2 files: 512 B of 2.0 KiB (25%), 0 B/s"),
    ],
)
def test_how_far_it_is_how_fast_and_how_long_it_takes(moves: list[tuple[str, int, int | None]], line: str) -> None:
    assert _line(*moves) == line


def test_a_file_that_is_begun_anew_does_not_count_backwards() -> None:
    assert _line(("h/x", 0, 4096), ("h/x", 2048, 4096), ("h/x", 0, 4096)).endswith("(0%), 68 B/s, 60 s left")
