"""Packages of conda are archives of strangers."""

import bz2
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from reprobridge_spec.archive.conda_package import unpack
from reprobridge_spec.errors import ArtifactError


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.mode = kind, target, mode
    made.size = 3 if kind == tarfile.REGTYPE else 0
    return made


def tar(*entries: tarfile.TarInfo) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for one in entries:
            archive.addfile(one, io.BytesIO(b"abc") if one.isreg() else None)
    return target.getvalue()


def old(folder: Path, *entries: tarfile.TarInfo) -> Path:
    package = folder / "toy-1.0-0.tar.bz2"
    package.write_bytes(bz2.compress(tar(*entries)))
    return package


def new(folder: Path, *entries: tarfile.TarInfo) -> Path:
    package = folder / "toy-1.0-0.conda"
    with zipfile.ZipFile(package, "w") as outer:
        outer.writestr("metadata.json", "{}")
        outer.writestr("pkg-toy-1.0-0.tar.zst", zstandard.compress(tar(*entries)))
        outer.writestr("info-toy-1.0-0.tar.zst", zstandard.compress(tar(entry("info/index.json"))))
    return package


FORMS = [pytest.param(old, id="tar.bz2"), pytest.param(new, id="conda")]
Form = Callable[..., Path]


@pytest.mark.parametrize("form", FORMS)
def test_files_links_and_the_right_to_execute_come_out(tmp_path: Path, form: Form) -> None:
    package = form(
        tmp_path,
        entry("bin/run", mode=0o6777),
        entry("./lib/one.so.1"),
        entry("lib/one.so", tarfile.SYMTYPE, "one.so.1"),
        entry("lib/two.so", tarfile.LNKTYPE, "lib/one.so.1"),
        entry("empty", tarfile.DIRTYPE),
        entry("share/up", tarfile.SYMTYPE, "../lib/one.so"),
    )
    target = tmp_path / "out"
    target.mkdir()
    unpack(package, target)
    assert (target / "bin/run").stat().st_mode & 0o7777 == 0o755
    assert (target / "lib/one.so.1").stat().st_mode & 0o7777 == 0o644
    assert [(target / path).read_bytes() for path in ("lib/one.so", "lib/two.so", "share/up")] == [b"abc"] * 3
    assert (target / "lib/two.so").is_symlink() is False
    assert (target / "empty").is_dir()


HOSTILE = {
    "climbs": [entry("../out.txt")],
    "climbs inside": [entry("lib/../../out.txt")],
    "absolute": [entry("/etc/out.txt")],
    "link out": [entry("lib/x", tarfile.SYMTYPE, "../../out.txt")],
    "absolute link": [entry("x", tarfile.SYMTYPE, "/etc/passwd")],
    "empty link": [entry("x", tarfile.SYMTYPE, "")],
    "behind a link": [entry("here", tarfile.DIRTYPE), entry("lib", tarfile.SYMTYPE, "here"), entry("lib/x")],
    "twice": [entry("x"), entry("x")],
    "twice by a link": [entry("x"), entry("x", tarfile.SYMTYPE, "y")],
    "twice by a dot": [entry("x"), entry("./x")],
    "hard link out": [entry("x", tarfile.LNKTYPE, "../out.txt")],
    "hard link to what comes later": [entry("x", tarfile.LNKTYPE, "y"), entry("y")],
    "hard link to a link": [entry("y", tarfile.SYMTYPE, "z"), entry("x", tarfile.LNKTYPE, "y")],
    "device": [entry("x", tarfile.CHRTYPE)],
    "pipe": [entry("x", tarfile.FIFOTYPE)],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("entries", HOSTILE.values(), ids=HOSTILE)
def test_what_would_be_written_elsewhere_is_refused(tmp_path: Path, form: Form, entries: list[tarfile.TarInfo]) -> None:
    package = form(tmp_path, *entries)
    target = tmp_path / "in" / "out"
    target.mkdir(parents=True)
    with pytest.raises(ArtifactError):
        unpack(package, target)
    assert not (tmp_path / "out.txt").exists()
    assert not (tmp_path / "in/out.txt").exists()


@pytest.mark.parametrize("form", FORMS)
def test_more_than_is_allowed_is_refused(tmp_path: Path, form: Form) -> None:
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(ArtifactError, match="6 bytes"):
        unpack(form(tmp_path, entry("a"), entry("b")), target, most=5)


@pytest.mark.parametrize(
    ("name", "data"),
    {
        "no zip": ("toy.conda", b"PK"),
        "no bzip2": ("toy.tar.bz2", b"BZh9"),
        "no tar": ("toy.tar.bz2", bz2.compress(b"x" * 2000)),
        "no bzip2 at all": ("toy.tar.bz2", b"hello, this is text"),
        "cut off": ("toy.tar.bz2", bz2.compress(tar(entry("x")))[:40]),
    }.values(),
    ids=["no zip", "no bzip2", "no tar", "no bzip2 at all", "cut off"],
)
def test_what_is_no_package_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    package = tmp_path / name
    package.write_bytes(data)
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(ArtifactError):
        unpack(package, target)


@pytest.mark.parametrize("parts", [[], ["pkg"], ["info"], ["pkg", "info", "more"], ["pkg", "pkg"]])
def test_a_package_of_the_newer_form_has_its_two_parts(tmp_path: Path, parts: list[str]) -> None:
    package = tmp_path / "toy.conda"
    with zipfile.ZipFile(package, "w") as outer:
        for number, part in enumerate(parts):
            outer.writestr(f"{part}-{number}.tar.zst", zstandard.compress(tar(entry("x"))))
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(ArtifactError, match="two parts"):
        unpack(package, target)


def test_bytes_that_cannot_be_decompressed_are_refused(tmp_path: Path) -> None:
    package = tmp_path / "toy.conda"
    with zipfile.ZipFile(package, "w") as outer:
        for part in ("pkg", "info"):
            outer.writestr(f"{part}-toy.tar.zst", zstandard.compress(tar(entry("x")))[:20] + b"\0" * 20)
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(ArtifactError):
        unpack(package, target)
