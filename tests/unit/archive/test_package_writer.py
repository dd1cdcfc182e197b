import io
import os
import stat
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.archive.content import manifest_text
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.archive.source import FileSource
from reprobridge_spec.archive.writer import Source, write_package
from reprobridge_spec.errors import ArtifactError, NotDoneError

NOISE = os.urandom(3 << 20)
TEXT = b"The same line again and again.\n" * (3 << 15)
assert len(TEXT) > 2 << 20


def source(file: Path, *, executable: bool = False) -> FileSource:
    return FileSource(file=str(file), size=file.stat().st_size, executable=executable)


def written(folder: Path, sources: dict[str, Source], *, wide_from: int = 1 << 40) -> zipfile.ZipFile:
    target = folder / "a.rra.zip"
    write_package(target, "a-1", sources, wide_from=wide_from)
    return zipfile.ZipFile(io.BytesIO(target.read_bytes()))


def test_entries_stand_in_the_order_of_their_bytes_and_the_list_last(tmp_path: Path) -> None:
    package = written(tmp_path, {"é": b"", "a/b": b"", "a": b"", "Z": b"", "a.b": b""})
    assert package.namelist() == ["a-1/Z", "a-1/a", "a-1/a.b", "a-1/a/b", "a-1/é", "a-1/MANIFEST.sha256"]


def test_dates_and_system_are_the_same_everywhere(tmp_path: Path) -> None:
    infos = written(tmp_path, {"a": b"1"}).infolist()
    assert {(info.date_time, info.create_system) for info in infos} == {((1980, 1, 1, 0, 0, 0), 3)}


@pytest.mark.parametrize(
    ("mode", "kept"), [(0o600, 0o644), (0o666, 0o644), (0o4755, 0o755), (0o700, 0o755), (0o444, 0o644)]
)
def test_of_a_files_rights_only_the_run_bit_is_kept(tmp_path: Path, mode: int, kept: int) -> None:
    file = tmp_path / "run.sh"
    file.write_text("#!/bin/sh")
    file.chmod(mode)
    info = written(tmp_path, {"run.sh": source(file, executable=bool(mode & stat.S_IXUSR))}).getinfo("a-1/run.sh")
    assert info.external_attr >> 16 == stat.S_IFREG | kept


def test_the_list_holds_the_digest_of_every_other_file(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(NOISE)
    package = written(tmp_path, {"small": b"1", "large": source(tmp_path / "large")})
    expected = {"small": digest.of_bytes(b"1"), "large": digest.of_bytes(NOISE)}
    assert package.read("a-1/MANIFEST.sha256") == manifest_text(expected)


def test_what_was_written_is_told(tmp_path: Path) -> None:
    told = write_package(tmp_path / "a.zip", "a-1", {"b": b"1"})
    assert told.size == (tmp_path / "a.zip").stat().st_size
    assert told.digests == {"b": digest.of_bytes(b"1")}
    assert told.artifact_digest == digest.of_bytes(manifest_text(told.digests))


@pytest.mark.parametrize(
    ("name", "data", "method"),
    [
        ("a.txt", TEXT[:1000], zipfile.ZIP_DEFLATED),
        ("a.txt", TEXT, zipfile.ZIP_DEFLATED),
        ("a.bin", NOISE[:1000], zipfile.ZIP_STORED),
        ("a.bin", NOISE, zipfile.ZIP_STORED),
        ("a.zip", TEXT[:1000], zipfile.ZIP_STORED),
        ("a.PNG", TEXT, zipfile.ZIP_STORED),
        ("empty", b"", zipfile.ZIP_STORED),
        ("a.txt", b"x", zipfile.ZIP_STORED),
    ],
    ids=["text", "large text", "noise", "large noise", "packed", "large packed", "empty", "one byte"],
)
def test_what_does_not_shrink_is_stored(tmp_path: Path, name: str, data: bytes, method: int) -> None:
    (tmp_path / name).write_bytes(data)
    package = written(tmp_path, {name: source(tmp_path / name)})
    assert package.getinfo(f"a-1/{name}").compress_type == method
    assert package.read(f"a-1/{name}") == data


@pytest.mark.parametrize("size", [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, (2 << 20) + 5])
def test_sizes_around_a_piece_come_back(tmp_path: Path, size: int) -> None:
    for name, data in {"text": TEXT[:size], "noise": NOISE[:size]}.items():
        (tmp_path / name).write_bytes(data)
        assert written(tmp_path, {name: source(tmp_path / name)}).read(f"a-1/{name}") == data


@pytest.mark.parametrize("data", [TEXT, NOISE], ids=["deflated", "stored"])
def test_sizes_in_64_bits_are_read_by_a_peer_and_by_the_reader(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "large").write_bytes(data)
    package = written(tmp_path, {"large": source(tmp_path / "large"), "small": b"1"}, wide_from=1 << 20)
    assert package.getinfo("a-1/large").extract_version == 45
    assert package.read("a-1/large") == data
    with PackageReader(tmp_path / "a.rra.zip") as reader:
        assert reader.check() == 2


@pytest.mark.slow
def test_more_entries_than_16_bits_count_are_read_by_a_peer_and_by_the_reader(tmp_path: Path) -> None:
    package = written(tmp_path, {f"f{number:05}": b"" for number in range(0xFFFF)})
    assert len(package.namelist()) == 0x10000
    with PackageReader(tmp_path / "a.rra.zip") as reader:
        assert len(reader.entries) == 0x10000


def test_progress_is_told_bytes_up_to_the_last(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(NOISE)
    told: list[tuple[int, int]] = []
    sources: dict[str, Source] = {"large": source(tmp_path / "large"), "small": b"1234"}
    write_package(tmp_path / "a.zip", "a-1", sources, lambda done, total: told.append((done, total)))
    assert told[0] == (1 << 20, len(NOISE) + 4)
    assert told[-1][0] == told[-1][1] >= len(NOISE) + 4
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_large_file_takes_little_memory(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(48 << 20)
    tracemalloc.start()
    try:
        written_to = tmp_path / "a.zip"
        write_package(written_to, "a-1", {"large": source(tmp_path / "large")})
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20


def grow(file: Path) -> None:
    with file.open("ab") as end:
        end.write(b"more")


def overwrite(file: Path) -> None:
    with file.open("r+b") as start:
        start.write(b"other")


def shorten(file: Path) -> None:
    os.truncate(file, 1 << 20)


@pytest.mark.parametrize("change", [grow, overwrite, shorten])
def test_a_file_that_changes_while_it_is_read_is_named(tmp_path: Path, change: object) -> None:
    file = tmp_path / "data.bin"
    file.write_bytes(NOISE)
    os.utime(file, ns=(0, 0))
    (tmp_path / "a.zip").write_bytes(b"old")
    with pytest.raises(ArtifactError, match=r"data\.bin changed") as caught:
        write_package(tmp_path / "a.zip", "a-1", {"data.bin": source(file)}, lambda _done, _total: change(file))  # type: ignore[operator]
    assert caught.value.place == "data.bin"
    assert (tmp_path / "a.zip").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "data.bin"]


def gone(file: Path) -> None:
    file.unlink()


def linked(file: Path) -> None:
    file.rename(file.with_name("other"))
    file.symlink_to("other")


def piped(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def foldered(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize("change", [grow, gone, linked, piped, foldered])
def test_a_file_that_is_no_longer_what_was_listed_is_named(tmp_path: Path, change: object) -> None:
    file = tmp_path / "data.txt"
    file.write_bytes(b"1")
    listed = source(file)
    change(file)  # type: ignore[operator]
    with pytest.raises(ArtifactError, match=r"data\.txt changed"):
        write_package(tmp_path / "a.zip", "a-1", {"data.txt": listed})
    assert not (tmp_path / "a.zip").exists()


def test_a_file_that_cannot_be_read_is_not_the_artifacts_fault(tmp_path: Path) -> None:
    unreadable = FileSource(file="/" + "a" * 300, size=1, executable=False)
    with pytest.raises(NotDoneError, match="data cannot be read") as caught:
        write_package(tmp_path / "a.zip", "a-1", {"data": unreadable})
    assert caught.value.place == "data"
