"""Lines are counted as those who gave the marks count them."""

from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.source_lines import source_lines


@pytest.mark.parametrize(
    ("name", "text", "second"),
    [
        ("a.py", "x = 1\x0c\ny = 2\n", "y = 2"),
        ("a.py", "x = 1\r\ny = 2\r\n", "y = 2\r"),
        ("a.py", "x\u2028y\nz\n", "z"),
        ("a.yaml", "a: 1\rb: 2\r", "b: 2"),
        ("a.yaml", "a: 1\u2028b: 2\n", "b: 2"),
        ("a.yaml", "a: 1\x0c\nb: 2", "b: 2"),
    ],
)
def test_a_line_ends_where_its_reader_says(tmp_path: Path, name: str, text: str, second: str) -> None:
    (tmp_path / name).write_bytes(text.encode())
    assert source_lines(FolderFiles(tmp_path))(name, 2) == second


@pytest.mark.parametrize(("name", "number"), [("a.py", 0), ("a.py", 9), ("gone.py", 1), ("folder", 1)])
def test_what_is_not_there_has_no_line(tmp_path: Path, name: str, number: int) -> None:
    (tmp_path / "a.py").write_text("x\n")
    (tmp_path / "folder").mkdir()
    assert source_lines(FolderFiles(tmp_path))(name, number) is None
