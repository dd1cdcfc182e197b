import os
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.archive.content import content_digest
from reprobridge_spec.archive.package_form import PackageForm
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError, NoArtifactError, NotDoneError, UsageError
from reprobridge_spec.handover.pack import file_name, pack
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.validation.engine import validate

MANIFEST = Manifest.model_validate({"rra": "1.0", "id": "rocket", "version": "1.0.0", "title": "T", "level": "draft"})
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
PACK = """
import os, sys, time
from pathlib import Path
from reprobridge_spec.handover.pack import pack
"""


OLDER = b"PK\x03\x04 an older package"


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    root = tmp_path / "artifact"
    files = {
        "rra.yaml": "rra: '1.0'\nid: rocket\nversion: 1.0.0\ntitle: T\nlevel: draft\n",
        "code/run.py": "print(1)\n" * 50,
        "launchers/run.sh": "#!/bin/sh\n",
        "empty": "",
    }
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (root / "launchers/run.sh").chmod(0o755)
    return root


def names_in(package: Path) -> list[str]:
    with zipfile.ZipFile(package) as peer:
        return peer.namelist()


def test_it_packs_the_artifact_under_its_name_and_version(artifact: Path, tmp_path: Path) -> None:
    packed = pack(artifact, tmp_path / "out.zip")
    assert names_in(packed.path) == [
        f"rocket-1.0.0/{path}"
        for path in [
            "code/run.py",
            "empty",
            "launchers/run.sh",
            "ro-crate-metadata.json",
            "rra.yaml",
            "MANIFEST.sha256",
        ]
    ]


def test_it_says_what_it_packed(artifact: Path, tmp_path: Path) -> None:
    packed = pack(artifact, tmp_path / "out.zip")
    assert (packed.path, packed.files, packed.bytes) == (
        tmp_path / "out.zip",
        6,
        (tmp_path / "out.zip").stat().st_size,
    )
    with PackageReader(packed.path) as reader:
        assert reader.check() == 5
        assert packed.artifact_digest == reader.artifact_digest
        assert packed.content_digest == content_digest(reader) == content_digest(FolderFiles(artifact))


def test_into_a_folder_it_packs_under_the_usual_name(artifact: Path, tmp_path: Path) -> None:
    assert file_name(MANIFEST) == "rocket-1.0.0.rra.zip"
    assert pack(artifact, tmp_path).path == tmp_path / "rocket-1.0.0.rra.zip"


def test_nothing_in_the_artifact_is_changed(artifact: Path, tmp_path: Path) -> None:
    def state() -> dict[str, Any]:
        return {str(path): (path.lstat().st_mode, path.lstat().st_mtime_ns) for path in artifact.rglob("*")}

    before = state()
    pack(artifact, tmp_path / "out.zip")
    assert state() == before


def test_two_copies_of_two_days_and_umasks_give_the_same_bytes(artifact: Path, tmp_path: Path) -> None:
    for name, umask, day in (("one", 0o022, 0), ("two", 0o077, 4_418_064_000)):
        old = os.umask(umask)
        try:
            shutil.copytree(artifact, tmp_path / name, copy_function=shutil.copyfile)
        finally:
            os.umask(old)
        (tmp_path / name / "launchers/run.sh").chmod(0o755 & ~umask)
        for path in [tmp_path / name, *(tmp_path / name).rglob("*")]:
            os.utime(path, (day, day))
        code = PACK + f"os.umask({umask})\nprint(pack(Path('{name}'), Path('{name}.zip')).artifact_digest)"
        subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=ENVIRONMENT, check=True)
    assert stat.S_IMODE((tmp_path / "one/rra.yaml").stat().st_mode) != stat.S_IMODE(
        (tmp_path / "two/rra.yaml").stat().st_mode
    )
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_a_package_is_not_written_over_a_pipe(artifact: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rra.zip")
    with pytest.raises(UsageError, match="a device or a pipe stands there"):
        pack(artifact, tmp_path / "pipe.rra.zip")


def test_another_byte_or_run_bit_gives_another_package(artifact: Path, tmp_path: Path) -> None:
    first = pack(artifact, tmp_path / "1.zip")
    (artifact / "empty").chmod(0o755)
    second = pack(artifact, tmp_path / "2.zip")
    (artifact / "empty").write_text("x")
    third = pack(artifact, tmp_path / "3.zip")
    assert len({digest.of_file(packed.path) for packed in (first, second, third)}) == 3
    assert first.artifact_digest == second.artifact_digest != third.artifact_digest


def test_an_unpacked_package_packs_to_the_same_bytes(artifact: Path, tmp_path: Path) -> None:
    pack(artifact, tmp_path / "1.zip")
    with PackageReader(tmp_path / "1.zip") as reader:
        reader.unpack(tmp_path / "again")
    pack(tmp_path / "again", tmp_path / "2.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "rocket-0.9.rra.zip",
        "verification.json",
        ".git/config",
        "code/__pycache__/run.pyc",
        "code/.DS_Store",
        ".0011.77.ab.rrspec-partial",
    ],
)
def test_what_is_no_part_of_the_artifact_is_left_out(artifact: Path, tmp_path: Path, path: str) -> None:
    before = pack(artifact, tmp_path / "1.zip")
    (artifact / path).parent.mkdir(exist_ok=True)
    (artifact / path).write_text("x")
    assert pack(artifact, tmp_path / "2.zip").artifact_digest == before.artifact_digest


@pytest.mark.parametrize("path", ["rocket-1.0.0.rra.zip", "other.rra.tgz", ".rrspec/out.zip", "scratch/out.zip"])
def test_a_package_inside_the_artifact_where_it_is_no_part_is_not_packed(artifact: Path, path: str) -> None:
    (artifact / ".rraignore").write_text("scratch/\n")
    (artifact / path).parent.mkdir(exist_ok=True)
    first = pack(artifact, artifact / path)
    data = first.path.read_bytes()
    second = pack(artifact, artifact / path)
    assert second.path.read_bytes() == data


@pytest.mark.parametrize(
    "path", ["out.zip", "code/out.rra.zip", "code/rocket-1.0.0.rra.zip", "rra.yaml", "code/run.py"]
)
@pytest.mark.parametrize("through", ["artifact", "link"])
def test_no_package_is_put_where_it_would_be_a_part_of_the_artifact(artifact: Path, path: str, through: str) -> None:
    (artifact.parent / "link").symlink_to(artifact)
    before = (artifact / path).read_bytes() if (artifact / path).exists() else None
    with pytest.raises(UsageError, match="there it would be a part of the artifact"):
        pack(artifact, artifact.parent / through / path)
    assert ((artifact / path).read_bytes() if (artifact / path).exists() else None) == before


def test_the_artifact_may_be_reached_through_a_link(artifact: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(artifact)
    first = pack(tmp_path / "link", artifact / "out.rra.zip")
    assert first.artifact_digest == pack(artifact, tmp_path / "link" / "out.rra.zip").artifact_digest


@pytest.mark.parametrize(
    "seconds", [0, -1, 315_532_799, 4_418_064_000, 2**33], ids=["1970", "1969", "1979", "2110", "2242"]
)
def test_files_of_dates_that_zip_cannot_say_give_the_same_bytes(
    artifact: Path, tmp_path: Path, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(artifact, tmp_path / "of-today.zip")
    for path in artifact.rglob("*"):
        os.utime(path, (seconds, seconds))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(seconds))
    pack(artifact, tmp_path / "dated.zip")
    assert (tmp_path / "dated.zip").read_bytes() == (tmp_path / "of-today.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "dated.zip") as peer:
        assert {info.date_time for info in peer.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def link(path: Path) -> None:
    path.symlink_to("/etc/hostname")


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")


@pytest.mark.parametrize(
    ("path", "make", "fault"),
    [
        ("code/link", link, "`code/link` is a link to `/etc/hostname`, which is absolute"),
        ("code/pipe", os.mkfifo, "`code/pipe` is neither a file nor a folder"),
        ("code/aux.py", write, "Windows reserves"),
        ("code/a:b", write, "Windows refuses"),
        ("code/what?", write, "Windows refuses"),
        ("code/end.", write, "ends with a space or a dot"),
        ("code/end /x", write, "ends with a space or a dot"),
        ("code/cafe\u0301", write, "form NFC"),
        ("code/a\\b", write, "backslash"),
        ("code/a\nb", write, "control character"),
        ("code/\udcff", write, "no UTF-8"),
        ("code/RUN.py", write, "the same as 'code/RUN.py'"),
        ("Code/other.py", write, "the same as"),
        ("manifest.SHA256", write, "the same as 'MANIFEST.sha256'"),
    ],
)
def test_what_no_package_can_hold_is_named(artifact: Path, tmp_path: Path, path: str, make: Any, fault: str) -> None:
    make(artifact / path)
    with pytest.raises(ArtifactError, match=fault) as caught:
        pack(artifact, tmp_path / "out.zip")
    assert str(caught.value).startswith("1 file cannot be packed: ")
    assert caught.value.hint
    assert not (tmp_path / "out.zip").exists()


def test_a_link_to_a_folder_and_a_link_in_a_loop_are_named(artifact: Path, tmp_path: Path) -> None:
    (artifact / "loop").symlink_to(".")
    (artifact / "gone").symlink_to("nowhere")
    with pytest.raises(
        ArtifactError, match=r"2 files cannot be packed: `gone` is a link to .*; `loop` is a link to `\.`"
    ):
        pack(artifact, tmp_path / "out.zip")


@pytest.mark.parametrize("target", ["run.py", "../code", "nowhere", "/etc/hostname", "odd", "../../x"])
def test_a_link_is_refused_in_the_words_of_the_validator(artifact: Path, tmp_path: Path, target: str) -> None:
    (artifact / "code" / "odd").symlink_to(target)
    (found,) = validate(FolderFiles(artifact), name="rocket").findings
    with pytest.raises(ArtifactError) as caught:
        pack(artifact, tmp_path / "out.zip")
    assert str(caught.value) == f"1 file cannot be packed: {found.message}"


def test_every_file_that_cannot_be_packed_is_named(artifact: Path, tmp_path: Path) -> None:
    for number in range(30):
        (artifact / f"con.{number}").write_text("x")
    with pytest.raises(ArtifactError, match="30 files cannot be packed") as caught:
        pack(artifact, tmp_path / "out.zip")
    assert all(f"'con.{number}'" in str(caught.value) for number in range(30))


def test_a_file_that_changes_meanwhile_is_named(artifact: Path, tmp_path: Path) -> None:
    def touch(_done: int, _total: int) -> None:
        (artifact / "rra.yaml").write_text("another, longer text")

    with pytest.raises(ArtifactError, match=r"rra\.yaml changed while it was being packed"):
        pack(artifact, tmp_path / "out.zip", touch)
    assert [path.name for path in tmp_path.iterdir()] == ["artifact"]


@pytest.mark.parametrize("name", ["absent", "artifact/rra.yaml"])
def test_without_a_folder_there_is_no_artifact(artifact: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(NoArtifactError):
        pack(artifact.parent / name, tmp_path / "out.zip")


def test_the_folder_of_the_package_must_be_there(artifact: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        pack(artifact, tmp_path / "absent" / "out.zip")


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(5, "I/O error"), RuntimeError])
def test_an_older_package_survives_whatever_goes_wrong(artifact: Path, tmp_path: Path, error: Any) -> None:
    (tmp_path / "out.rra.zip").write_bytes(OLDER)

    def fail(_done: int, _total: int) -> None:
        raise error

    with pytest.raises(NotDoneError if isinstance(error, OSError) else error):
        pack(artifact, tmp_path / "out.rra.zip", fail)
    assert (tmp_path / "out.rra.zip").read_bytes() == OLDER
    assert sorted(path.name for path in tmp_path.iterdir()) == ["artifact", "out.rra.zip"]


def zipped(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as peer:
        peer.writestr("photos/a.jpg", "x")


def gzipped(file: Path) -> None:
    with tarfile.open(file, "w:gz") as peer:
        peer.add(__file__, "backup/a")


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("notes.zip", lambda file: file.write_text("mine")),
        ("photos.zip", zipped),
        ("backup.tgz", gzipped),
        ("mine.rra.zip", lambda file: file.write_text("mine")),
        ("mine.rra.tar.zst", lambda file: file.write_text("mine")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_no_package_is_not_replaced(artifact: Path, tmp_path: Path, name: str, make: Any) -> None:
    make(tmp_path / name)
    before = (tmp_path / name).read_bytes()
    with pytest.raises(UsageError, match="not replaced"):
        pack(artifact, tmp_path / name)
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", ["x", "x.txt", "x.rra", "x.gz", "x.tar", "x.7z", "-"])
def test_a_name_that_is_none_of_a_package_is_a_mistake(artifact: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="none of a package"):
        pack(artifact, tmp_path / name)
    assert not (tmp_path / name).exists()


def test_an_earlier_package_under_another_name_is_replaced(artifact: Path, tmp_path: Path) -> None:
    first = pack(artifact, tmp_path / "paper.zip")
    (artifact / "empty").write_text("more")
    assert pack(artifact, tmp_path / "paper.zip").artifact_digest != first.artifact_digest


def test_a_killed_pack_leaves_the_older_package_and_the_next_one_tidies_up(artifact: Path, tmp_path: Path) -> None:
    with (artifact / "large.bin").open("wb") as file:
        file.truncate(64 << 20)
    (tmp_path / "out.rra.zip").write_bytes(OLDER)
    code = PACK + (
        "def progress(done, total):\n"
        "    if done > 8 << 20:\n"
        "        print('in the middle', flush=True)\n"
        "        time.sleep(60)\n"
        "pack(Path('artifact'), Path('out.rra.zip'), progress)"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"in the middle\n"
        child.send_signal(signal.SIGKILL)
    assert (tmp_path / "out.rra.zip").read_bytes() == OLDER
    assert len(list(tmp_path.glob(".*.rrspec-partial"))) == 1

    packed = pack(artifact, tmp_path / "out.rra.zip")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["artifact", "out.rra.zip"]
    with PackageReader(packed.path) as reader:
        assert reader.check() == 6


@pytest.mark.parametrize("form", PackageForm)
def test_what_no_reader_would_unpack_is_not_packed(artifact: Path, tmp_path: Path, form: PackageForm) -> None:
    with (artifact / "zeros.bin").open("wb") as file:
        file.truncate(400 << 20)
    with pytest.raises(ArtifactError, match="no reader would unpack it: 7 files with 419,4"):
        pack(artifact, tmp_path / f"out{form.suffix}", form=form)
    assert [path.name for path in tmp_path.iterdir()] == ["artifact"]
