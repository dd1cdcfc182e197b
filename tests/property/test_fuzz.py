"""Whatever bytes come: findings, or an error that a person can act on, in little time and memory."""

import io
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.archive.reader import open_archive
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError
from tests.conftest import CHECKOUT
from tests.property import fuzz, mutation
from tests.unit.archive.tars import T, pax, record, tar
from tests.unit.archive.test_hostile_packages import E, Z

SOAK = bool(os.environ.get("RRSPEC_SOAK"))
PARTS, PER_PART = (20, 5_000) if SOAK else (1, 500)


def test_changed_documents_and_archives_end_well(tmp_path: Path) -> None:
    assert list(fuzz.failures(range(100), tmp_path)) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_changed_documents_and_archives_end_well_in_a_process_of_little_memory(part: int) -> None:
    first = 1_000 + part * PER_PART
    command = [sys.executable, "-m", "tests.property.fuzz", "--first", str(first), "--count", str(PER_PART)]
    ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_number_gives_the_same_bytes_again() -> None:
    assert [mutation.case(seed) for seed in range(20)] == [mutation.case(seed) for seed in range(20)]


def test_a_failure_says_how_to_repeat_it(tmp_path: Path) -> None:
    (tmp_path / "stray").touch()
    seed = next(seed for seed in range(100) if mutation.case(seed).kind is None)
    (text,) = fuzz.failures(range(seed, seed + 1), tmp_path)
    assert f"--first {seed} --count 1" in text
    assert "files were written" in text


NAMES = st.sampled_from(["a", "b", "d/a", "d/b", "./a", "d/", "../a", "/a", "A", "é", "", ".", "a/b"])
LETTERS = st.sampled_from([b"0", b"0", b"0", b"5", b"1", b"2", b"\0", b"L", b"x", b"7", b"S"])
MEMBERS = st.builds(
    T,
    name=NAMES,
    data=st.binary(max_size=20) | st.just(b"") | st.just(b"d/long\0"),
    letter=LETTERS,
    mode=st.sampled_from([0o644, 0o755, 0o4755]),
    target=st.sampled_from([b"", b"a", b"d/a", b"../x", b"b"]),
    size=st.none() | st.integers(0, 600),
    magic=st.sampled_from([b"ustar\x0000", b"ustar  \0", bytes(8)]),
    prefix=st.sampled_from([b"", b"", b"d"]),
)
RECORDS = st.builds(
    lambda key, value: pax(record(key, value)),
    st.sampled_from(["path", "size", "linkpath", "comment", "GNU.sparse.major"]),
    st.sampled_from(["a", "d/x", "0", "5", "../x"]),
)


@given(st.lists(MEMBERS | RECORDS, max_size=5))
def test_a_tar_archive_that_is_taken_is_read_the_same_by_a_peer(members: list[T]) -> None:
    data = tar(*members)
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "a.tar").write_bytes(data)
        try:
            held = open_archive(Path(name) / "a.tar")
        except ArtifactError:
            return
        ours = {path: held.read(path) for path, entry in held.entries.items() if entry.kind is Kind.FILE}
        held.close()
    theirs = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            if member.isfile() or member.islnk():
                file = archive.extractfile(member)
                assert file is not None
                theirs[member.name.removeprefix("./")] = file.read()
    assert ours == theirs


ENTRIES = st.builds(
    E,
    name=st.sampled_from(["a", "b", "d/a", "d/", "../a", "A", "é", "a/b"]),
    data=st.binary(max_size=20),
    mode=st.sampled_from([0o100644, 0o100755, 0, 0o040755, 0o104755]),
    method=st.sampled_from([0, 8, 8, 12]),
    flags=st.sampled_from([0, 0x800, 8, 1]),
    size=st.none() | st.integers(0, 30),
    crc=st.none() | st.just(0),
    after=st.sampled_from([b"", b"", b"D" * 16]),
)


@given(st.lists(ENTRIES, max_size=4))
def test_a_zip_file_that_is_taken_is_read_the_same_by_a_peer(entries: list[E]) -> None:
    data = Z(entries).bytes()
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "a.zip").write_bytes(data)
        try:
            held = open_archive(Path(name) / "a.zip")
        except ArtifactError:
            return
        ours = {path: held.read(path) for path, entry in held.entries.items() if entry.kind is Kind.FILE}
        held.close()
    with zipfile.ZipFile(io.BytesIO(data), metadata_encoding="utf-8") as archive:
        theirs = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    assert ours == theirs
