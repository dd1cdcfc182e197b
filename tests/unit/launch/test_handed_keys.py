from pathlib import Path

import pytest

from reprobridge_spec.launch.handed_keys import kept_in, mask


@pytest.mark.parametrize(
    ("text", "values", "left", "found"),
    [
        ("key sk-12345, again sk-12345", ["sk-12345"], "key ********, again ********", 2),
        ("sk-12345-more and sk-12345", ["sk-12345", "sk-12345-more"], "************* and ********", 2),
        ("nothing", ["sk-12345"], "nothing", 0),
        ("a short word", ["word"], "a short word", 0),
        ("", ["sk-12345"], "", 0),
        ("sk-12345", [], "sk-12345", 0),
    ],
)
def test_a_key_in_a_log_is_masked_and_its_size_stays(
    tmp_path: Path, text: str, values: list[str], left: str, found: int
) -> None:
    log = tmp_path / "log"
    log.write_text(text)
    assert (mask(log, values), log.read_text()) == (found, left)


def test_files_that_hold_a_key_are_named(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name, text in {"scores.json": "{}", "deep/request.log": "Bearer sk-12345", "empty": "", "other": "x"}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "link").symlink_to("deep/request.log")
    assert kept_in(tmp_path, ["sk-12345"]) == ["deep/request.log"]
    assert kept_in(tmp_path, []) == []
