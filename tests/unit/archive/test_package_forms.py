"""The same artifact as a ZIP file and as tar archives: one digest, read by peers, the same bytes each time."""

import gzip
import io
import os
import shutil
import subprocess
import tarfile
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
import zstandard

from reprobridge_spec.archive.content import MANIFEST
from reprobridge_spec.archive.deflate import Deflater
from reprobridge_spec.archive.package_form import PackageForm, form_of
from reprobridge_spec.archive.source import FileSource
from reprobridge_spec.archive.writer import Source, Written, write_package
from reprobridge_spec.documents.files import PACKAGE_SUFFIXES
from reprobridge_spec.errors import ArtifactError

TEXT = b"The same line again and again.\n" * (3 << 15)
NOISE = os.urandom(3 << 20)
FORMS = pytest.mark.parametrize("form", PackageForm)
TARS = pytest.mark.parametrize("form", [PackageForm.TGZ, PackageForm.TAR_ZST])


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, Source]:
    (tmp_path / "in").mkdir()
    found: dict[str, Source] = {
        "empty": b"",
        "one": b"1",
        f"deep/{'long-' * 40}/name": b"long",
        "é/ü.txt": "é".encode(),
    }
    for name, data in {"text": TEXT, "noise": NOISE, "block": NOISE[:512], "run.sh": b"#!/bin/sh\n"}.items():
        file = tmp_path / "in" / name
        file.write_bytes(data)
        found[name] = FileSource(file=str(file), size=len(data), executable=name == "run.sh")
    return found


def content(sources: dict[str, Source]) -> dict[str, bytes]:
    return {
        path: from_ if isinstance(from_, bytes) else Path(from_.file).read_bytes() for path, from_ in sources.items()
    }


def unpacked(file: Path) -> bytes:
    if form_of(file.name) is PackageForm.TGZ:
        return gzip.decompress(file.read_bytes())
    with file.open("rb") as packed:
        return zstandard.ZstdDecompressor().stream_reader(packed).read()


def packed(folder: Path, form: PackageForm, sources: dict[str, Source]) -> tuple[Path, Written]:
    file = folder / f"p{form.suffix}"
    return file, write_package(file, "a-1", sources, form=form)


def test_every_form_has_the_same_artifact_digest(tmp_path: Path, sources: dict[str, Source]) -> None:
    written = [packed(tmp_path, form, sources)[1] for form in PackageForm]
    assert len({each.artifact_digest for each in written}) == 1
    assert written[0].digests == written[1].digests == written[2].digests


@FORMS
def test_the_same_content_gives_the_same_bytes(tmp_path: Path, sources: dict[str, Source], form: PackageForm) -> None:
    first = packed(tmp_path, form, sources)[0].read_bytes()
    for source in sources.values():
        if isinstance(source, FileSource):
            os.utime(source.file, (4_418_064_000, 4_418_064_000))
    assert packed(tmp_path, form, dict(reversed(sources.items())))[0].read_bytes() == first


@TARS
def test_members_of_a_tar_archive_are_those_of_a_zip_file(
    tmp_path: Path, sources: dict[str, Source], form: PackageForm
) -> None:
    with zipfile.ZipFile(packed(tmp_path, PackageForm.ZIP, sources)[0]) as zipped:
        names = zipped.namelist()
    with tarfile.open(fileobj=io.BytesIO(unpacked(packed(tmp_path, form, sources)[0]))) as peer:
        assert peer.getnames() == names
        read = {name.removeprefix("a-1/"): peer.extractfile(name) for name in names if not name.endswith(MANIFEST)}
        assert {name: file.read() for name, file in read.items() if file} == content(sources)


@TARS
def test_a_tar_archive_says_nothing_of_owners_and_days(
    tmp_path: Path, sources: dict[str, Source], form: PackageForm
) -> None:
    with tarfile.open(fileobj=io.BytesIO(unpacked(packed(tmp_path, form, sources)[0]))) as peer:
        members = peer.getmembers()
    assert {(each.uid, each.gid, each.uname, each.gname, each.mtime) for each in members} == {(0, 0, "", "", 315532800)}
    assert {each.name: each.mode for each in members if each.mode != 0o644} == {"a-1/run.sh": 0o755}
    assert {key for each in members for key in each.pax_headers} <= {"path"}


@pytest.mark.parametrize(
    ("form", "command"),
    [
        (PackageForm.ZIP, ["unzip", "-tq"]),
        (PackageForm.ZIP, ["7z", "t"]),
        (PackageForm.TGZ, ["gzip", "-t"]),
        (PackageForm.TGZ, ["tar", "-tzf"]),
        (PackageForm.TAR_ZST, ["zstd", "-tq"]),
        (PackageForm.TAR_ZST, ["tar", "--zstd", "-tf"]),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
@pytest.mark.needs("archivers")
def test_peers_find_no_fault(tmp_path: Path, sources: dict[str, Source], form: PackageForm, command: list[str]) -> None:
    assert shutil.which(command[0])
    file, _ = packed(tmp_path, form, sources)
    ended = subprocess.run([*command, file], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@FORMS
def test_a_large_file_takes_little_memory(tmp_path: Path, form: PackageForm) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(96 << 20)
    large = FileSource(file=str(tmp_path / "large"), size=96 << 20, executable=False)
    tracemalloc.start()
    try:
        packed(tmp_path, form, {"large": large})
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 24 << 20


@FORMS
def test_what_is_not_accepted_takes_no_place(tmp_path: Path, sources: dict[str, Source], form: PackageForm) -> None:
    def refuse(written: Written) -> None:
        assert written.size > 0
        assert written.packed.keys() == {*sources, MANIFEST}
        raise ArtifactError("too large")

    (tmp_path / "out").write_bytes(b"older")
    with pytest.raises(ArtifactError, match="too large"):
        write_package(tmp_path / "out", "a-1", sources, form=form, accept=refuse)
    assert (tmp_path / "out").read_bytes() == b"older"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]


@FORMS
def test_a_large_file_that_changes_is_named(tmp_path: Path, sources: dict[str, Source], form: PackageForm) -> None:
    def change(_done: int, _total: int) -> None:
        os.truncate(tmp_path / "in" / "text", 100)

    with pytest.raises(ArtifactError, match="text changed"):
        write_package(tmp_path / "out", "a-1", sources, change, form=form)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "pieces", [[], [b""], [b"x"], [TEXT], [TEXT, NOISE, TEXT, b""], [b"ab"] * 50, [TEXT[: 1 << 20]] * 40]
)
def test_pieces_deflated_apart_are_one_stream(pieces: list[bytes]) -> None:
    deflater = Deflater()
    try:
        stream = b"".join([*(part for piece in pieces for part in deflater.compress(piece)), *deflater.flush()])
    finally:
        deflater.close()
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    assert inflater.decompress(stream) == b"".join(pieces)
    assert (inflater.eof, inflater.unused_data) == (True, b"")


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.rra.zip", PackageForm.ZIP),
        ("A.ZIP", PackageForm.ZIP),
        ("a.tgz", PackageForm.TGZ),
        ("a.tar.gz", PackageForm.TGZ),
        ("a.rra.tar.zst", PackageForm.TAR_ZST),
        ("a.tzst", PackageForm.TAR_ZST),
        ("a.tar", None),
        ("a.gz", None),
        ("zip", None),
        ("a.rra", None),
        ("a.zip.part", None),
    ],
)
def test_a_name_says_the_form(name: str, form: PackageForm | None) -> None:
    assert form_of(name) is form


def test_what_packing_makes_is_no_part_of_the_artifact_at_whose_root_it_lies() -> None:
    assert {form.suffix for form in PackageForm} == set(PACKAGE_SUFFIXES)
    assert all(form_of(f"a{form.suffix}") is form for form in PackageForm)
