from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.report.log_tail import log_tail


def tail(folder: Path, data: bytes) -> tuple[str, str]:
    (folder / "log").write_bytes(data)
    return log_tail(FolderFiles(folder), "log")


def test_the_end_of_a_log_is_shown(tmp_path: Path) -> None:
    lines, note = tail(tmp_path, "".join(f"line {number}\n" for number in range(10_000)).encode())
    assert lines.split("\n") == [f"line {number}" for number in range(9_988, 10_000)]
    assert note == "the last 12 lines of 96.6 KiB"


SHOWN = {
    "colours": (b"\x1b[31;1mred\x1b[0m\n", "red"),
    "written over": (b"10%\r50%\r100%\n", "100%"),
    "written over with nothing": (b"done\r\n", "done"),
    "no utf-8": (b"caf\xe9\n", "caf\ufffd"),
    "empty lines": (b"\n\na\n\n\n", "a"),
    "half an escape": (b"\x1b[999\n", "\x1b[999"),
}


@pytest.mark.parametrize(("data", "shown"), SHOWN.values(), ids=SHOWN)
def test_lines_are_what_a_terminal_leaves(tmp_path: Path, data: bytes, shown: str) -> None:
    assert tail(tmp_path, data)[0] == shown


def test_how_much_of_the_log_it_is_is_said(tmp_path: Path) -> None:
    assert tail(tmp_path, b"one\n")[1] == "1 line of 4 B"
    assert tail(tmp_path, b"\n".join([b"x"] * 20))[1] == "the last 12 lines of 39 B"
    lines, note = tail(tmp_path, b"y" * 300_000 + b"\nend\n")
    assert (lines, note) == ("end", "the last 1 line of 293.0 KiB")


def test_a_long_line_is_cut(tmp_path: Path) -> None:
    lines, _ = tail(tmp_path, b"x" * 30_000)
    assert lines == "x" * 300 + " … (30,000 characters)"


def test_secrets_are_hidden(tmp_path: Path) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    lines, _ = tail(tmp_path, f"login with {key}\n".encode())
    assert key not in lines
    assert "ghp_" in lines


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    assert log_tail(FolderFiles(tmp_path), "log") == ("", "the log is not in the artifact")
    assert tail(tmp_path, b"") == ("", "the launcher printed nothing")


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "log").symlink_to("/etc/passwd")
    assert log_tail(FolderFiles(tmp_path), "log") == ("", "the log is not in the artifact")
