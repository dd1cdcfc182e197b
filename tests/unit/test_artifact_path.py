from pathlib import Path

import pytest

from reprobridge_spec import artifact_path


@pytest.mark.parametrize("text", ["a", "a/b.txt", "über/ß.csv", "with space/x", "-dash", ".hidden/x", "a..b", "..."])
def test_a_relative_path_with_slashes_stays_inside(text: str) -> None:
    assert artifact_path.fault_in(text) is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("/etc/passwd", "absolute"),
        ("C:/x", "absolute"),
        ("c:x", "absolute"),
        ("..", "climbs"),
        ("../x", "climbs"),
        ("a/../../x", "climbs"),
        ("a/..", "climbs"),
        ("a\\..\\b", "backslash"),
        ("a//b", "empty step"),
        ("a/", "empty step"),
        ("./a", "empty step"),
        ("a/./b", "empty step"),
        ("a\nb", "control character"),
        ("a\x00b", "control character"),
        ("\udcff", "no UTF-8"),
        ("x" * 1025, "longer"),
    ],
)
def test_everything_else_is_refused_with_its_reason(text: str, word: str) -> None:
    fault = artifact_path.fault_in(text)
    assert fault is not None
    assert word in fault


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("con", "Windows reserves"),
        ("a/NUL.txt", "Windows reserves"),
        ("com1.log", "Windows reserves"),
        ("a./b", "ends with"),
        ("a /b", "ends with"),
        ("what?", "refuses"),
        ("a:b/c", "refuses"),
        ("e\u0301", "NFC"),
    ],
)
def test_a_name_that_is_no_file_everywhere_is_told(text: str, word: str) -> None:
    fault = artifact_path.portability_fault_in(text)
    assert fault is not None
    assert word in fault


@pytest.mark.parametrize("text", ["console", "nullable.txt", "a.b/c", "\u00e9"])
def test_a_near_miss_is_portable(text: str) -> None:
    assert artifact_path.portability_fault_in(text) is None


def test_names_that_differ_in_case_or_unicode_form_fold_together() -> None:
    assert artifact_path.folded("Data/E\u0301") == artifact_path.folded("data/\u00e9")


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "artifact"
    inside.mkdir()
    (tmp_path / "outside").write_text("x", encoding="utf-8")
    (inside / "link").symlink_to("../outside")
    with pytest.raises(ValueError, match="through a link"):
        artifact_path.below(inside, "link")


@pytest.mark.parametrize("text", ["circle", "circle/inside", "there"])
def test_a_link_in_a_circle_leads_nowhere(tmp_path: Path, text: str) -> None:
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "there").symlink_to("back")
    (tmp_path / "back").symlink_to("there")
    with pytest.raises(ValueError, match="leads nowhere"):
        artifact_path.below(tmp_path, text)


@pytest.mark.parametrize("text", ["missing", "missing/inside", "file/inside", "dangling"])
def test_what_is_not_there_has_its_path_all_the_same(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to("missing")
    assert artifact_path.below(tmp_path, text) == tmp_path / text
