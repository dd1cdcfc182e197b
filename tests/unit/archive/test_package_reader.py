import os
import shutil
import stat
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.archive.content import content_digest, manifest_text
from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.archive.source import FileSource
from reprobridge_spec.archive.writer import Source, write_package
from reprobridge_spec.documents.files import ArtifactFiles, Entry, FolderFiles, Kind
from reprobridge_spec.errors import ArtifactError, NoArtifactError, NotDoneError, UsageError

FILES = {
    "rra.yaml": b"rra: '1.0'\n",
    "code/run.py": b"print(1)\n" * 200,
    "code/deep/er/noise.bin": os.urandom(5000),
    "empty": b"",
    "large.txt": b"a line\n" * 400_000,
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    run = tmp_path / "run.sh"
    run.write_text("#!/bin/sh\n")
    sources: dict[str, Source] = {
        **FILES,
        "launchers/run.sh": FileSource(file=str(run), size=run.stat().st_size, executable=True),
    }
    write_package(tmp_path / "a.rra.zip", "a-1", sources)
    return tmp_path / "a.rra.zip"


def by_peer(package: Path, files: dict[str, bytes], *, listed: dict[str, bytes] | None = None) -> Path:
    """A package as `zipfile` makes it, whose list is about `listed`."""
    digests = {path: digest.of_bytes(data) for path, data in (files if listed is None else listed).items()}
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as peer:
        for path, data in files.items():
            peer.writestr(f"a-1/{path}", data)
        peer.writestr("a-1/MANIFEST.sha256", manifest_text(digests))
    return package


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_lists_files_with_sizes_and_run_bits(package: Path) -> None:
    with PackageReader(package) as reader:
        assert reader.top == "a-1"
        assert list(reader.entries) == sorted([*FILES, "launchers/run.sh", "MANIFEST.sha256"])
        assert reader.entries["launchers/run.sh"] == Entry(Kind.FILE, 10, executable=True)
        assert reader.entries["empty"] == Entry(Kind.FILE, 0, executable=False)


def test_it_reads_and_digests_files_without_unpacking(package: Path) -> None:
    with PackageReader(package) as reader:
        files: ArtifactFiles = reader
        assert {path: files.read(path, 1 << 30) for path in FILES} == FILES
        assert {path: files.sha256(path) for path in FILES} == {
            path: digest.of_bytes(data) for path, data in FILES.items()
        }


def test_a_file_longer_than_the_limit_is_not_read(package: Path) -> None:
    with PackageReader(package) as reader:
        assert reader.read("rra.yaml", 11) == FILES["rra.yaml"]
        with pytest.raises(ValueError, match="longer than 10 bytes"):
            reader.read("rra.yaml", 10)


@pytest.mark.parametrize("path", ["absent", "code", "a-1/rra.yaml", "../rra.yaml", ""])
def test_a_file_that_is_not_in_the_package_cannot_be_read(package: Path, path: str) -> None:
    with PackageReader(package) as reader:
        with pytest.raises(FileNotFoundError):
            reader.read(path, 10)
        with pytest.raises(FileNotFoundError):
            reader.sha256(path)


def test_a_whole_package_passes_the_check(package: Path) -> None:
    with PackageReader(package) as reader:
        assert reader.check() == len(FILES) + 1


def test_the_artifact_digest_is_the_digest_of_the_list(package: Path) -> None:
    with PackageReader(package) as reader:
        assert reader.artifact_digest == digest.of_bytes(reader.read("MANIFEST.sha256", 1 << 20))


def test_it_unpacks_bytes_and_run_bits(package: Path, tmp_path: Path) -> None:
    with PackageReader(package) as reader:
        assert reader.unpack(tmp_path / "out") == len(FILES) + 1
    unpacked = files_in(tmp_path / "out")
    assert unpacked.items() >= FILES.items()
    assert unpacked.keys() == {*FILES, "launchers/run.sh", "MANIFEST.sha256"}
    modes = {path: stat.S_IMODE((tmp_path / "out" / path).stat().st_mode) for path in unpacked}
    assert modes.pop("launchers/run.sh") == 0o755
    assert set(modes.values()) == {0o644}


def test_the_umask_takes_no_run_bit_away(package: Path, tmp_path: Path) -> None:
    code = (
        "import os, pathlib; from reprobridge_spec.archive.reader import PackageReader; os.umask(0o077)\n"
        f"with PackageReader(pathlib.Path({str(package)!r})) as reader: reader.unpack(pathlib.Path('out'))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, env=environment)
    assert stat.S_IMODE((tmp_path / "out/launchers/run.sh").stat().st_mode) == 0o755


def test_folder_and_package_have_one_content_digest(package: Path, tmp_path: Path) -> None:
    with PackageReader(package) as reader:
        reader.unpack(tmp_path / "out")
        assert content_digest(reader) == content_digest(FolderFiles(tmp_path / "out"))


def test_an_existing_folder_with_content_is_kept(package: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("mine")
    with PackageReader(package) as reader, pytest.raises(UsageError, match="something stands there"):
        reader.unpack(tmp_path / "out")
    assert files_in(tmp_path / "out") == {"mine": b"mine"}


def test_an_empty_folder_is_filled(package: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with PackageReader(package) as reader:
        reader.unpack(tmp_path / "out")
    assert (tmp_path / "out" / "rra.yaml").is_file()


def test_a_package_of_a_peer_with_folders_and_a_comment_is_read(tmp_path: Path) -> None:
    by_peer(tmp_path / "a.zip", {"code/a.py": b"1" * 100})
    with zipfile.ZipFile(tmp_path / "a.zip", "a") as peer:
        for folder in ("a-1/", "a-1/code/", "a-1/nothing/"):
            peer.mkdir(folder)
        peer.comment = b"36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86"
    with PackageReader(tmp_path / "a.zip") as reader:
        assert reader.check() == 1
        assert list(reader.entries) == ["MANIFEST.sha256", "code/a.py"]


def test_a_package_that_a_peer_streamed_is_read(tmp_path: Path) -> None:
    class Pipe:
        """Takes bytes and cannot go back, so sizes stand behind the bytes."""

        def __init__(self, path: Path) -> None:
            self.file = path.open("wb")

        def write(self, data: bytes) -> int:
            return self.file.write(data)

        def flush(self) -> None:
            self.file.flush()

    sink = Pipe(tmp_path / "a.zip")
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as peer:  # type: ignore[call-overload]
        peer.writestr("a-1/a", b"1" * 100)
        peer.writestr("a-1/MANIFEST.sha256", manifest_text({"a": digest.of_bytes(b"1" * 100)}))
    sink.file.close()
    with PackageReader(tmp_path / "a.zip") as reader:
        assert reader.check() == 1


@pytest.mark.skipif(shutil.which("zip") is None, reason="not checked: the program zip is not there")
def test_a_package_that_was_packed_again_with_zip_is_read(package: Path, tmp_path: Path) -> None:
    with PackageReader(package) as reader:
        reader.unpack(tmp_path / "a-1")
    subprocess.run(["zip", "-qr", "again.zip", "a-1"], cwd=tmp_path, check=True)
    subprocess.run("cat a-1/rra.yaml | zip -q again.zip -", shell=True, cwd=tmp_path, check=True)  # noqa: S602 (a pipe)
    subprocess.run(["zip", "-qd", "again.zip", "-"], cwd=tmp_path, check=True)
    with PackageReader(tmp_path / "again.zip") as reader:
        assert reader.check() == len(FILES) + 1
        assert reader.entries["launchers/run.sh"].executable


@pytest.mark.skipif(shutil.which("unzip") is None, reason="not checked: the program unzip is not there")
def test_unzip_and_sha256sum_agree_with_the_package(package: Path, tmp_path: Path) -> None:
    subprocess.run(["unzip", "-q", str(package), "-d", "out"], cwd=tmp_path, check=True)
    subprocess.run(["sha256sum", "--quiet", "--strict", "-c", "MANIFEST.sha256"], cwd=tmp_path / "out/a-1", check=True)
    assert os.access(tmp_path / "out/a-1/launchers/run.sh", os.X_OK)


@pytest.mark.parametrize(
    ("there", "listed", "named"),
    [
        ({"a": b"1"}, {"a": b"1", "gone": b"2"}, {"'gone' (listed and missing)"}),
        ({"a": b"1", "extra": b"2"}, {"a": b"1"}, {"'extra' (there and not listed)"}),
        ({"a": b"1"}, {"a": b"2"}, {"'a' (SHA-256 6b86b273ff34..., listed d4735e3a265e...)"}),
        ({".git/config": b"1"}, {".git/config": b"1"}, {"'.git/config' (no part of an artifact)"}),
        ({"x/__pycache__/y.pyc": b"1"}, {"x/__pycache__/y.pyc": b"1"}, {"no part of an artifact"}),
        ({"verification.json": b"1"}, {"verification.json": b"1"}, {"no part of an artifact"}),
        (
            {"changed": b"1", "extra": b"1", "same": b"1"},
            {"changed": b"2", "gone": b"1", "same": b"1"},
            {"3 files are not as", "'changed' (SHA-256", "'extra' (there and", "'gone' (listed and"},
        ),
    ],
)
def test_each_difference_to_the_list_is_named(
    tmp_path: Path, there: dict[str, bytes], listed: dict[str, bytes], named: set[str]
) -> None:
    package = by_peer(tmp_path / "a.zip", there, listed=listed)
    with PackageReader(package) as reader:
        with pytest.raises(ArtifactError) as checked:
            reader.check()
        with pytest.raises(ArtifactError) as unpacked:
            reader.unpack(tmp_path / "out")
    assert all(text in str(checked.value) for text in named), str(checked.value)
    assert "'same'" not in str(checked.value)
    assert str(unpacked.value) == str(checked.value)
    assert checked.value.place == str(package)
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def test_ten_differences_are_named_and_the_others_counted(tmp_path: Path) -> None:
    package = by_peer(tmp_path / "a.zip", {f"f{number:02}": b"1" for number in range(25)}, listed={})
    with PackageReader(package) as reader, pytest.raises(ArtifactError) as caught:
        reader.check()
    assert "25 files are not as" in str(caught.value)
    assert "'f09'" in str(caught.value)
    assert "'f10'" not in str(caught.value)
    assert "and 15 more" in str(caught.value)


def test_damage_is_named_beside_other_differences(package: Path, tmp_path: Path) -> None:
    data = bytearray(package.read_bytes())
    for path in ("code/run.py", "code/deep/er/noise.bin"):
        data[data.index(path.encode()) + len(path) + 8] ^= 0x10
    (tmp_path / "b.zip").write_bytes(data)
    with PackageReader(tmp_path / "b.zip") as reader, pytest.raises(ArtifactError) as caught:
        reader.check()
    assert "2 files are not as" in str(caught.value)
    assert str(caught.value).count("(the entry is damaged: ") == 2


def test_a_damaged_file_cannot_be_read(package: Path, tmp_path: Path) -> None:
    data = bytearray(package.read_bytes())
    data[data.index(FILES["code/deep/er/noise.bin"]) + 2500] ^= 1
    (tmp_path / "b.zip").write_bytes(data)
    with PackageReader(tmp_path / "b.zip") as reader:
        with pytest.raises(ArtifactError, match="checksum differs") as caught:
            reader.read("code/deep/er/noise.bin", 5000)
        assert caught.value.place == f"{tmp_path / 'b.zip'}: a-1/code/deep/er/noise.bin"
        with pytest.raises(ArtifactError, match="checksum differs"):
            reader.sha256("code/deep/er/noise.bin")


def test_a_package_without_the_list_cannot_be_checked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as peer:
        peer.writestr("a-1/rra.yaml", b"1")
        peer.writestr("a-1/code/MANIFEST.sha256", b"")
    with PackageReader(tmp_path / "a.zip") as reader:
        for ask in (reader.check, lambda: reader.unpack(tmp_path / "out"), lambda: reader.artifact_digest):
            with pytest.raises(ArtifactError, match=r"no MANIFEST\.sha256"):
                ask()
    assert not (tmp_path / "out").exists()


def test_a_list_of_another_form_is_named_with_its_line(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as peer:
        peer.writestr("a-1/a", b"1")
        peer.writestr("a-1/MANIFEST.sha256", b"nonsense\n")
    with PackageReader(tmp_path / "a.zip") as reader, pytest.raises(ArtifactError, match="no SHA-256") as caught:
        reader.check()
    assert caught.value.place == f"{tmp_path / 'a.zip'}: MANIFEST.sha256:1"


@pytest.mark.parametrize("name", ["absent.zip", "a.zip/absent", "folder", "pipe"])
def test_where_no_file_is_there_is_no_artifact(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.zip").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NoArtifactError) as caught:
        PackageReader(tmp_path / name)
    assert caught.value.place == str(tmp_path / name)


@pytest.mark.parametrize("limits", [Limits(entries=6), Limits(total=2_000_000)])
def test_what_is_above_the_limits_is_refused(package: Path, limits: Limits) -> None:
    with pytest.raises(ArtifactError, match="are taken at most"):
        PackageReader(package, limits)


def test_what_is_at_the_limits_is_taken(package: Path) -> None:
    with PackageReader(package) as reader:
        total = sum(entry.size for entry in reader.entries.values())
    with PackageReader(package, Limits(entries=7, total=total)) as reader:
        assert reader.check() == 6


def test_no_byte_can_be_missing_at_the_end(package: Path, tmp_path: Path) -> None:
    data = package.read_bytes()
    for length in [*range(0, len(data), 61), *range(len(data) - 40, len(data))]:
        (tmp_path / "b.zip").write_bytes(data[:length])
        with pytest.raises(ArtifactError):
            PackageReader(tmp_path / "b.zip")


def test_a_file_that_becomes_shorter_while_it_is_open_is_damaged(package: Path) -> None:
    with PackageReader(package) as reader:
        os.truncate(package, 100)
        with pytest.raises(ArtifactError, match="became shorter"):
            reader.check()


@pytest.mark.parametrize("size", [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, (1 << 20) + 200, (3 << 20) + 100])
def test_files_around_the_size_of_a_piece_are_read(tmp_path: Path, size: int) -> None:
    data = b"\0" * size
    for level in range(10):
        # with some levels the last bytes come out when all compressed ones have gone in
        with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=level) as peer:
            peer.writestr("a-1/zeros", data)
        with PackageReader(tmp_path / "a.zip") as reader:
            assert reader.read("zeros", size) == data


def test_a_large_file_takes_little_memory(tmp_path: Path) -> None:
    by_peer(tmp_path / "a.zip", {"zeros": b"\0" * (48 << 20)})
    tracemalloc.start()
    try:
        with PackageReader(tmp_path / "a.zip") as reader:
            reader.unpack(tmp_path / "out")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20


def test_a_name_that_no_file_can_have_is_not_the_artifacts_fault(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match="cannot be read"):
        PackageReader(tmp_path / ("a" * 300))
