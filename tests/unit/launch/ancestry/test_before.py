import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.launch.ancestry.base import NoTracer
from reprobridge_spec.launch.ancestry.before import look
from reprobridge_spec.launch.sandbox.base import Wrapped
from reprobridge_spec.model.ancestry import Ancestry, Making

NOTHING = Wrapped(command=("true",), cwd=Path("/"), environment={})


def told(output: Path, change: Callable[[], object]) -> dict[str, Ancestry]:
    before = look(output)
    change()
    return NoTracer("why").read(Path("/nothing"), output, NOTHING, before)


@pytest.fixture
def score(tmp_path: Path) -> Path:
    file = tmp_path / "sub" / "scores.json"
    file.parent.mkdir()
    file.write_text("1")
    os.utime(file, (1, 1))
    return file


def replace(file: Path) -> None:
    (file.parent / "new").write_text("2")
    (file.parent / "new").rename(file)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda _: None, Ancestry(making=Making.KEPT, existed=True)),
        (lambda file: file.chmod(0o600), Ancestry(making=Making.TOUCHED, existed=True)),
        (lambda file: file.write_text("2"), Ancestry(making=Making.UNSEEN, existed=True)),
        (os.utime, Ancestry(making=Making.UNSEEN, existed=True)),
        (replace, Ancestry(making=Making.UNSEEN, existed=True, replaced=True)),
    ],
    ids=["kept", "rights", "written", "dated", "replaced"],
)
def test_what_the_file_system_tells_by_itself(
    change: Callable[[Path], object], expected: Ancestry, score: Path, tmp_path: Path
) -> None:
    assert told(tmp_path, lambda: change(score)) == {"sub/scores.json": expected}


def test_a_new_file_was_not_there(tmp_path: Path) -> None:
    assert told(tmp_path, lambda: (tmp_path / "a").write_text("")) == {"a": Ancestry(making=Making.UNSEEN)}


def test_links_and_folders_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "folder" / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert look(tmp_path) == {}


def test_nothing_lies_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert look(tmp_path / "nothing") == {}
