import os
from pathlib import Path

from reprobridge_spec.launch.removal import remove


def test_a_folder_goes_however_deep_it_is(tmp_path: Path) -> None:
    here = os.getcwd()  # noqa: PTH109 (a path of this depth cannot be named)
    os.chdir(tmp_path)
    try:
        os.mkdir("deep")  # noqa: PTH102
        os.chdir("deep")
        for _ in range(1500):
            os.mkdir("d")  # noqa: PTH102
            os.chdir("d")
    finally:
        os.chdir(here)
    remove(tmp_path / "deep")
    assert not (tmp_path / "deep").exists()


def test_what_links_lead_to_stays(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / "link").symlink_to(tmp_path / "kept")
    remove(tmp_path / "gone")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_what_is_not_there_needs_not_go(tmp_path: Path) -> None:
    remove(tmp_path / "nothing")
