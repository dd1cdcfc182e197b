"""A package, opened by somebody who never saw it."""

import gzip
import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from reprobridge_spec.handover.pack import pack
from tests.conftest import CHECKOUT, CommandLine
from tests.unit.archive.tars import T, tar

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


def spoiled(
    package: Path, target: Path, manifest: bytes | None, *, is_zip: bool, top: str = "rocket-ucr-1.0.0"
) -> Path:
    """The package with another manifest, or none, and a list that agrees."""
    with zipfile.ZipFile(package) as source:
        files = {name.partition("/")[2]: source.read(name) for name in source.namelist()}
    del files["rra.yaml"], files["MANIFEST.sha256"]
    files |= {} if manifest is None else {"rra.yaml": manifest}
    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())]
    files["MANIFEST.sha256"] = "".join(lines).encode()
    if is_zip:
        with zipfile.ZipFile(target, "w") as made:
            for name, data in files.items():
                made.writestr(f"{top}/{name}", data)
    else:
        target.write_bytes(gzip.compress(tar(*[T(f"{top}/{name}", data) for name, data in files.items()])))
    return target


MANIFEST = (ROCKET / "rra.yaml").read_bytes()
SPOILED = {
    "none": (None, 3, "no rra.yaml"),
    "one that cannot be read": (b"\xff\xfe\0", 1, "rrspec validate"),
    "an id that climbs": (MANIFEST.replace(b"id: rocket-ucr", b"id: ../../evil", 1), 1, "rrspec validate"),
}


@pytest.mark.parametrize("is_zip", [True, False], ids=["zip", "tgz"])
@pytest.mark.parametrize("folder", [(), ("new",)], ids=["by its own name", "named"])
@pytest.mark.parametrize(("manifest", "code", "says"), SPOILED.values(), ids=SPOILED)
def test_a_manifest_that_says_nothing_leaves_no_folder(
    package: Path, tmp_path: Path, manifest: bytes | None, code: int, says: str, folder: tuple[str, ...], *,
    is_zip: bool, rrspec: CommandLine
) -> None:  # fmt: skip
    file = spoiled(package, tmp_path / "p", manifest, is_zip=is_zip)
    before = sorted(tmp_path.rglob("*"))
    ended = rrspec("open", file, *folder)
    assert (ended.returncode, says in ended.stderr) == (code, True), ended.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("is_zip", [True, False], ids=["zip", "tgz"])
def test_a_top_folder_of_another_name_is_told(
    package: Path, tmp_path: Path, *, is_zip: bool, rrspec: CommandLine
) -> None:
    file = spoiled(package, tmp_path / "p", MANIFEST, is_zip=is_zip, top="other-2")
    ended = rrspec("open", file)
    assert ended.returncode == 0, ended.stderr
    assert "its top folder is called other-2, not as the manifest says" in ended.stdout
    assert (tmp_path / "rocket-ucr-1.0.0").is_dir()
    said = json.loads(rrspec("open", file, "again", "--format", "json").stdout)
    assert said["other_top"] == "other-2"
    said = json.loads(rrspec("validate", file, "--format", "json").stdout)
    assert "RRP025" in {finding["rule"] for finding in said["findings"]}
