"""A package, opened by somebody who never saw it."""

import json
import shutil
from pathlib import Path

import pytest

from reprobridge_spec.handover.pack import pack
from tests.conftest import CHECKOUT, CommandLine

ROCKET = CHECKOUT / "examples" / "rocket-ucr"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack(ROCKET, tmp_path_factory.mktemp("package")).path


def test_it_lies_in_a_folder_of_its_name_and_says_what_to_type_first(
    package: Path, tmp_path: Path, rrspec: CommandLine
) -> None:
    ended = rrspec("open", package)
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert lines[0] == "rocket-ucr 1.0.0 (preserved)"
    assert "  GPU              none" in lines
    assert lines[-2:] == [
        "next: cd rocket-ucr-1.0.0",
        "next: rrspec doctor  (what this machine can run, and what is missing)",
    ]
    assert (tmp_path / "rocket-ucr-1.0.0" / "rra.yaml").read_bytes() == (ROCKET / "rra.yaml").read_bytes()
    assert rrspec("validate", tmp_path / "rocket-ucr-1.0.0").returncode == 0


def test_a_program_gets_the_same(package: Path, tmp_path: Path, rrspec: CommandLine) -> None:
    said = json.loads(rrspec("open", package, tmp_path / "here", "--format", "json").stdout)
    assert (said["artifact"], said["folder"]) == ("rocket-ucr 1.0.0", str(tmp_path / "here"))
    assert said["tasks"] == ["italy/accuracy", "gunpoint/accuracy", "arrowhead/accuracy"]
    assert said["files"] == sum(path.is_file() for path in (tmp_path / "here").rglob("*")) - 1


@pytest.mark.parametrize("there", ["a file", "a folder with something in it", "no folder to lie in"])
def test_nothing_that_is_there_is_written_over(package: Path, tmp_path: Path, there: str, rrspec: CommandLine) -> None:
    target = tmp_path / "there"
    if there == "no folder to lie in":
        target = tmp_path / "missing" / "there"
    elif there == "a file":
        target.write_text("mine")
    else:
        target.mkdir()
        (target / "mine").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    ended = rrspec("open", package, target)
    assert (ended.returncode, sorted(tmp_path.rglob("*"))) == (2, before)


@pytest.mark.parametrize(("spoil", "code"), [("cut", 1), ("foreign", 1), ("missing", 3)])
def test_what_is_no_whole_package_leaves_nothing(
    package: Path, tmp_path: Path, spoil: str, code: int, rrspec: CommandLine
) -> None:
    file = tmp_path / "p.zip"
    if spoil == "cut":
        file.write_bytes(package.read_bytes()[:-100])
    elif spoil == "foreign":
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "rra.yaml").write_text("x")
        shutil.make_archive(str(tmp_path / "p"), "zip", tmp_path, "folder")
    ended = rrspec("open", file, tmp_path / "new")
    assert (ended.returncode, (tmp_path / "new").exists()) == (code, False)
