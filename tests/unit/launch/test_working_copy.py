import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.launch.working_copy import changed, make, snapshot
from reprobridge_spec.model.manifest import Manifest


@pytest.fixture
def work(paper: Path, manifest: Manifest, tmp_path: Path) -> Path:
    make(paper, manifest, tmp_path / "run" / "work")
    return tmp_path / "run" / "work"


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_it_holds_code_launchers_and_environments_only(work: Path) -> None:
    assert names(work) == ["code/classify.py", "env/requirements.in", "env/requirements.lock", "launchers/run.py"]


def test_shipped_results_and_docs_are_left_out(paper: Path, manifest: Manifest, tmp_path: Path) -> None:
    (paper / "code" / "docs").mkdir()
    (paper / "code" / "docs" / "a.md").write_text("for people")
    assert manifest.codebase
    codebase = manifest.codebase.model_copy(update={"docs": ["docs/**"]})
    make(paper, manifest.model_copy(update={"codebase": codebase}), tmp_path / "work")
    assert not {"code/docs/a.md", "code/results/final.json"} & set(names(tmp_path / "work"))


def test_its_files_cannot_be_written_and_run_bits_stay(paper: Path, manifest: Manifest, tmp_path: Path) -> None:
    (paper / "code" / "tool.sh").write_text("#!/bin/sh\n")
    (paper / "code" / "tool.sh").chmod(0o755)
    make(paper, manifest, tmp_path / "work")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "work" / "code").iterdir()}
    assert modes == {"classify.py": 0o444, "tool.sh": 0o555}


@pytest.mark.parametrize("kind", ["link", "link-outside", "pipe"])
def test_what_is_no_plain_file_is_refused(paper: Path, manifest: Manifest, tmp_path: Path, kind: str) -> None:
    place = paper / "code" / "odd"
    match kind:
        case "link":
            place.symlink_to("classify.py")
        case "link-outside":
            place.symlink_to("/etc/passwd")
        case _:
            os.mkfifo(place)
    with pytest.raises(ArtifactError, match="code/odd is a link or no plain file") as caught:
        make(paper, manifest, tmp_path / "work")
    assert caught.value.place == "code/odd"


def test_nothing_changed_where_nothing_happened(work: Path) -> None:
    assert changed(snapshot(work), snapshot(work)) == []


def add(work: Path) -> None:
    (work / "code" / "new").write_text("x")


def add_above(work: Path) -> None:
    (work.parent / "new").write_text("x")


def add_folder(work: Path) -> None:
    (work / "new").mkdir()


def remove(work: Path) -> None:
    (work / "code" / "classify.py").unlink()


def write(work: Path) -> None:
    (work / "code" / "classify.py").chmod(0o644)
    (work / "code" / "classify.py").write_text("x")


def write_as_many_bytes(work: Path) -> None:
    place = work / "code" / "classify.py"
    place.chmod(0o644)
    place.write_bytes(bytes(place.stat().st_size))
    os.utime(place, (0, 0))


def replace_by_link(work: Path) -> None:
    (work / "code" / "classify.py").unlink()
    (work / "code" / "classify.py").symlink_to("/etc/passwd")


CHANGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "added": (add, "code/new"),
    "added above": (add_above, "../new"),
    "a new folder": (add_folder, "new"),
    "removed": (remove, "code/classify.py"),
    "written": (write, "code/classify.py"),
    "written with as many bytes": (write_as_many_bytes, "code/classify.py"),
    "replaced by a link": (replace_by_link, "code/classify.py"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_named(work: Path, name: str) -> None:
    change, path = CHANGES[name]
    before = snapshot(work)
    change(work)
    assert changed(before, snapshot(work)) == [path]
