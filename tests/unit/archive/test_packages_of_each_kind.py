"""What is asked of every package, whatever it was made as: the same answers, and one reading of each byte."""

import gzip
import hashlib
import os
import stat
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from reprobridge_spec.archive import tar_contents
from reprobridge_spec.archive.content import manifest_text
from reprobridge_spec.archive.reader import PackageReader, open_package
from reprobridge_spec.batch.check import check_artifact
from reprobridge_spec.errors import ArtifactError, NoArtifactError, UsageError
from reprobridge_spec.render.report_json import as_json
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import render
from reprobridge_spec.verify.package import opened
from tests.unit.archive.tars import T, tar
from tests.unit.archive.test_hostile_packages import E, Z

RRA = b'rra: "1.0"\nid: p\nversion: "1.0.0"\ntitle: P\nlevel: draft\n'
LARGE = os.urandom(tar_contents.SMALL) + b"end"
FILES = {
    "rra.yaml": RRA,
    "code/deep/er/a.txt": b"a\n" * 300,
    "data/large.bin": LARGE,
    "run.sh": b"#!/bin/sh\n",
    "z": b"",
}
RUN_BITS = frozenset({"run.sh", "data/large.bin"})

Make = Callable[[dict[str, bytes], str], bytes]


def mode(path: str) -> int:
    return 0o755 if path in RUN_BITS else 0o644


def members(files: dict[str, bytes], top: str) -> list[T]:
    return [T(f"{top}/{path}", data, mode=mode(path)) for path, data in files.items()]


KINDS: dict[str, Make] = {
    "zip": lambda files, top: Z(
        [E(f"{top}/{path}", data, method=8, mode=stat.S_IFREG | mode(path)) for path, data in files.items()]
    ).bytes(),
    "tar": lambda files, top: tar(*members(files, top)),
    "tgz": lambda files, top: gzip.compress(tar(*members(files, top)), 1),
    "tar.zst": lambda files, top: zstandard.ZstdCompressor().compress(tar(*members(files, top))),
}


@pytest.fixture(params=KINDS)
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Path]:
    """Makes a package in a folder of its own."""

    def made(files: dict[str, bytes] | None = None, *, top: str = "p-1.0.0", listed: bytes | None = None) -> Path:
        files = FILES if files is None else files
        digests = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
        whole = {**files, "MANIFEST.sha256": manifest_text(digests) if listed is None else listed}
        (tmp_path / "package").mkdir(exist_ok=True)
        file = tmp_path / "package" / "a"
        file.write_bytes(KINDS[request.param](whole, top))
        return file

    return made


def unpacked(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        for path in folder.rglob("*")
        if path.is_file() and path.name != "MANIFEST.sha256"
    }


EXPECTED = {path: (data, mode(path)) for path, data in FILES.items()}


def test_it_is_unpacked_with_bytes_and_run_bits(make: Callable[..., Path], tmp_path: Path) -> None:
    with PackageReader(make()) as reader:
        assert reader.unpack(tmp_path / "out") == len(FILES)
        assert reader.artifact_digest == hashlib.sha256((tmp_path / "out/MANIFEST.sha256").read_bytes()).hexdigest()
    assert unpacked(tmp_path / "out") == EXPECTED
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "package"]


def test_it_can_be_read_where_it_lies_and_unpacked_then(make: Callable[..., Path], tmp_path: Path) -> None:
    with PackageReader(make()) as reader:
        assert {path: reader.read(path, 1 << 30) for path in FILES} == FILES
        assert reader.head("data/large.bin") == LARGE[:16]
        assert reader.check() == len(FILES)
        assert reader.top == "p-1.0.0"
        reader.unpack(tmp_path / "out")
        assert b"".join(reader.pieces("data/large.bin")) == LARGE
    assert unpacked(tmp_path / "out") == EXPECTED


@pytest.mark.parametrize("spoilt", ["rra.yaml", "data/large.bin", "z"])
def test_a_file_that_is_another_leaves_nothing(make: Callable[..., Path], tmp_path: Path, spoilt: str) -> None:
    listed = manifest_text(
        {path: hashlib.sha256(data + b"x" * (path == spoilt)).hexdigest() for path, data in FILES.items()}
    )
    with PackageReader(make(listed=listed)) as reader:
        with pytest.raises(ArtifactError, match="1 file is not as MANIFEST") as caught:
            reader.unpack(tmp_path / "out")
        assert repr(spoilt) in str(caught.value)
        with pytest.raises(ArtifactError, match="1 file is not as"):
            reader.check()
        with pytest.raises(ArtifactError, match="1 file is not as"):
            reader.refuse_other_files()
    assert [path.name for path in tmp_path.iterdir()] == ["package"]


NAMELESS = {
    "no manifest": None,
    "no mapping": b"nonsense\n",
    "no id": b'rra: "1.0"\nversion: "1"\ntitle: P\nlevel: draft\n',
    "an id that climbs": b'rra: "1.0"\nid: ../evil\nversion: "1"\ntitle: P\nlevel: draft\n',
    "a version that is a path": b'rra: "1.0"\nid: p\nversion: "1/../../evil"\ntitle: P\nlevel: draft\n',
    "a version that ends with a dot": b'rra: "1.0"\nid: p\nversion: "1."\ntitle: P\nlevel: draft\n',
    "another major version": b'rra: "2.0"\nid: p\nversion: "1"\ntitle: P\nlevel: draft\n',
}


@pytest.mark.parametrize("manifest", NAMELESS.values(), ids=NAMELESS)
def test_a_manifest_that_says_no_name_leaves_nothing(
    make: Callable[..., Path], tmp_path: Path, manifest: bytes | None
) -> None:
    files = {"a": b"1"} if manifest is None else {"rra.yaml": manifest}
    (tmp_path / "here").mkdir()
    error, says = (NoArtifactError, "no rra.yaml") if manifest is None else (ArtifactError, "gives no id and version")
    with PackageReader(make(files)) as reader, pytest.raises(error, match=says):
        reader.unpack_within(tmp_path / "here")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "here", "package"]


def test_the_folder_has_the_name_that_the_manifest_says_and_not_the_package(
    make: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    with PackageReader(make(top="another-2.0")) as reader:
        assert reader.unpack_within(tmp_path / "here") == (tmp_path / "here" / "p-1.0.0", len(FILES))
    assert unpacked(tmp_path / "here" / "p-1.0.0") == EXPECTED
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["p-1.0.0"]


def test_a_folder_of_that_name_with_something_in_it_is_kept(make: Callable[..., Path], tmp_path: Path) -> None:
    (tmp_path / "p-1.0.0").mkdir()
    (tmp_path / "p-1.0.0" / "mine").write_text("mine")
    with PackageReader(make()) as reader, pytest.raises(UsageError, match="something stands there"):
        reader.unpack_within(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "mine", "p-1.0.0", "package"]


def test_verifying_begins_with_the_same_folder(make: Callable[..., Path], tmp_path: Path) -> None:
    with opened(make(), tmp_path) as found:
        assert unpacked(found.root) == EXPECTED
        assert found.package.files == len(FILES)


def test_a_validator_says_what_it_compared(make: Callable[..., Path]) -> None:
    report = check_artifact(make()).report
    size = sum(map(len, FILES.values()))
    assert as_json(report)["compared"] == {"files": len(FILES), "bytes": size}
    lines = list(render(report, lambda _file, _line: None, Style()))
    assert f"compared with the package's own list, MANIFEST.sha256: 5 files, {size:,} bytes" in lines


@pytest.mark.parametrize("listed", [b"", b"nonsense\n"], ids=["of nothing", "that cannot be read"])
def test_what_was_compared_is_not_more_than_there_was(make: Callable[..., Path], listed: bytes) -> None:
    report = check_artifact(make(listed=listed)).report
    assert as_json(report)["compared"] == (None if listed else {"files": 5, "bytes": sum(map(len, FILES.values()))})
    assert "RRP020" in {finding.rule for finding in report.findings}


def test_each_byte_is_read_once(make: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = make()
    read: list[int] = []
    pread = os.pread

    def counting(descriptor: int, length: int, offset: int) -> bytes:
        data = pread(descriptor, length, offset)
        read.append(len(data))
        return data

    monkeypatch.setattr(os, "pread", counting)
    with PackageReader(package) as reader:
        reader.unpack(tmp_path / "out")
    # where a file begins and ends is looked at before, and a block of zstd that is cut is begun again
    assert sum(read) < 1.2 * package.stat().st_size + (192 << 10)
    read.clear()
    with open_package(package) as reader:
        reader.refuse_other_files()
    assert sum(read) < 1.2 * package.stat().st_size + (192 << 10)


def test_much_takes_little_memory(make: Callable[..., Path], tmp_path: Path) -> None:
    package = make({"rra.yaml": RRA, "zeros": bytes(96 << 20)})
    tracemalloc.start()
    try:
        with PackageReader(package) as reader:
            reader.unpack(tmp_path / "out")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12 << 20
