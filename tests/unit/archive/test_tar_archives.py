"""Tar archives from anywhere: what other programs write is read as they mean it, and what deceives is refused."""

import gzip
import io
import re
import tarfile
import zlib
from pathlib import Path

import pytest
import zstandard

from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.reader import open_archive
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError, NoArtifactError
from tests.unit.archive.tars import DATA, T, pax, record, tar

LONG = "a-long-folder-name/" * 8 + "and a file.txt"
GOOD = {
    "a file": (tar(T("a")), {"a": DATA}),
    "below the folder that it was made in": (tar(T("./", b"", b"5"), T("./a")), {"a": DATA}),
    "folders": (tar(T("d/", b"", b"5", 0o2775), T("d/a")), {"d/a": DATA}),
    "a folder as before there was a letter for it": (tar(T("d/", b"", b"\0", magic=bytes(8)), T("d/a")), {"d/a": DATA}),
    "a folder twice": (tar(T("d/", b"", b"5"), T("d/", b"", b"5"), T("d/a")), {"d/a": DATA}),
    "an empty file": (tar(T("a", b"")), {"a": b""}),
    "a prefix": (tar(T("a", prefix=b"d/e")), {"d/e/a": DATA}),
    "as GNU writes it": (tar(T("a", magic=b"ustar  \0")), {"a": DATA}),
    "a long name by GNU": (tar(T("././@LongLink", LONG.encode() + b"\0", b"L"), T("a-long-f")), {LONG: DATA}),
    "a long name by pax": (tar(pax(record("path", LONG)), T("a-long-f")), {LONG: DATA}),
    "other records": (tar(pax(record("mtime", "1.5"), record("SCHILY.xattr.user.x", b"\xff\n=")), T("a")), {"a": DATA}),
    "a comment for all": (tar(pax(record("comment", "a" * 40), letter=b"g"), T("a")), {"a": DATA}),
    "a size by pax": (tar(pax(record("size", "34")), T("a")), {"a": DATA}),
    "a size in bytes": (tar(T("a", size_field=b"\x80" + (34).to_bytes(11))), {"a": DATA}),
    "a size without zeros": (tar(T("a", size_field=b"        42 \0")), {"a": DATA}),
    "a second name for a file": (tar(T("a"), T("b", b"", b"1", target=b"a")), {"a": DATA, "b": DATA}),
    "a third name": (
        tar(T("./a"), T("b", b"", b"1", target=b"./a"), T("c", b"", b"1", target=b"b")),
        {"a": DATA, "b": DATA, "c": DATA},
    ),
    "a blocked tape": (tar(T("a"), end=bytes(10240)), {"a": DATA}),
    "not ASCII": (tar(T("é/ü")), {"é/ü": DATA}),
}


def contents(file: Path, limits: Limits | None = None) -> dict[str, bytes]:
    held = open_archive(file, limits)
    try:
        return {path: held.read(path) for path, entry in held.entries.items() if entry.kind is Kind.FILE}
    finally:
        held.close()


@pytest.mark.parametrize(("archive", "expected"), GOOD.values(), ids=GOOD)
def test_what_other_programs_write_is_read(tmp_path: Path, archive: bytes, expected: dict[str, bytes]) -> None:
    (tmp_path / "a.tar").write_bytes(archive)
    assert contents(tmp_path / "a.tar") == expected
    with tarfile.open(fileobj=io.BytesIO(archive)) as theirs:
        names = [member.name.removeprefix("./") for member in theirs if not member.isdir()]
    assert names == list(expected)


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_the_forms_that_python_writes_are_read(tmp_path: Path, form: int) -> None:
    (tmp_path / "in" / LONG).parent.mkdir(parents=True)
    (tmp_path / "in" / LONG).write_bytes(DATA)
    (tmp_path / "in" / "run.sh").write_bytes(b"#!/bin/sh\n")
    (tmp_path / "in" / "run.sh").chmod(0o755)
    with tarfile.open(tmp_path / "a.tgz", "w:gz", format=form) as archive:
        archive.add(tmp_path / "in", ".")
    held = open_archive(tmp_path / "a.tgz")
    assert {path: entry.executable for path, entry in held.entries.items()} == {LONG: False, "run.sh": True}
    assert held.read(LONG) == DATA
    held.close()


BAD_MEMBERS = {
    "up": (T("../a"), "climbs out"),
    "up inside": (T("d/../../a"), "climbs out"),
    "up in a prefix": (T("a", prefix=b"../d"), "climbs out"),
    "up in a long name": ([pax(record("path", "../../etc/x")), T("a")], "climbs out"),
    "absolute": (T("/etc/passwd"), "is absolute"),
    "absolute behind a dot": (T(".//etc/passwd"), "is absolute"),
    "drive": (T("C:\\a"), "backslash"),
    "two slashes": (T("d//a"), "empty step"),
    "a control character": (T("a\x1b[2J"), "control character"),
    "NUL in a long name": ([pax(record("path", b"a\0.sh")), T("a")], "control character"),
    "not UTF-8": (T(b"caf\xe9"), "not UTF-8"),
    "too long": ([pax(record("path", "a" * 1100)), T("a")], "longer than"),
    "no name": (T(""), "is empty"),
    "the root": (T("/", b"", b"5"), "is empty"),
    "the root of the disk": (T("//", b"", b"5"), "is absolute"),
    "a file with a folder's name": (T("a/"), "has the name of one"),
    "absolute link": (T("a", b"", b"2", target=b"/tmp"), "leads out, to '/tmp'"),
    "link up": (T("d/a", b"", b"2", target=b"../../x"), "leads out"),
    "link up and down": (T("d/a", b"", b"2", target=b"x/../../../y"), "leads out"),
    "link to nothing": (T("a", b"", b"2"), "leads out"),
    "behind a link": ([T("a", b"", b"2", target=b"d"), T("a/b")], "lies behind the link 'a'"),
    "hard link out": (T("a", b"", b"1", target=b"/etc/passwd"), "no file before it"),
    "hard link to what comes later": ([T("a", b"", b"1", target=b"b"), T("b")], "no file before it"),
    "hard link to a link": ([T("l", b"", b"2", target=b"x"), T("a", b"", b"1", target=b"l")], "no file before it"),
    "character device": (T("a", b"", b"3"), "is a device"),
    "block device": (T("a", b"", b"4"), "is a device"),
    "pipe": (T("a", b"", b"6"), "is a pipe"),
    "setuid": (T("a", mode=0o4755), "rights of another"),
    "setgid": (T("a", mode=0o2755), "rights of another"),
    "holes": (T("a", letter=b"S", magic=b"ustar  \0"), "file with holes"),
    "a volume": (T("a", b"", b"V", magic=b"ustar  \0"), "kind that is not read, 'V'"),
    "twice": ([T("a"), T("a", b"other")], "stands twice"),
    "twice by a dot": ([T("a"), T("./a", b"other")], "stands twice"),
    "case": ([T("Data"), T("data")], "fold case"),
    "Unicode forms": ([T("caf\u00e9"), T("cafe\u0301")], "fold case"),
    "a file that is a folder": ([T("a"), T("a/b")], "a folder of other files"),
}  # fmt: skip


@pytest.mark.parametrize(("members", "message"), BAD_MEMBERS.values(), ids=BAD_MEMBERS)
def test_a_member_that_should_not_be_unpacked_is_named(tmp_path: Path, members: T | list[T], message: str) -> None:
    listed = members if isinstance(members, list) else [members]
    (tmp_path / "a.tar").write_bytes(tar(T("good"), *listed))
    with pytest.raises(ArtifactError, match=re.escape(message)) as caught:
        open_archive(tmp_path / "a.tar")
    assert "good" not in str(caught.value)


def test_every_bad_member_is_named_with_its_reason(tmp_path: Path) -> None:
    members = [T("../a"), T("/b"), T("c", b"", b"2", target=b"/tmp"), T("c/d"), T("e", b"", b"3"), T("f", mode=0o4755)]
    (tmp_path / "a.tar").write_bytes(tar(T("good"), *members))
    with pytest.raises(ArtifactError, match=r"^6 of its entries cannot be taken") as caught:
        open_archive(tmp_path / "a.tar")
    for name in ("'../a'", "'/b'", "'c'", "'c/d'", "'e'", "'f'"):
        assert name in str(caught.value)


ONE = tar(T("a"))
DAMAGED = {
    "empty": (b"", "neither a ZIP file nor a tar"),
    "text": (b"<html>quota exceeded</html>" * 100, "neither a ZIP file nor a tar"),
    "another checksum": (tar(T("a", checksum=1)), "neither a ZIP file nor a tar"),
    "another checksum later": (tar(T("a"), T("b", checksum=1)), "another checksum"),
    "cut in a header": (ONE[:300], "neither a ZIP"),
    "cut in a file": (ONE[:520], "ends too early"),
    "cut before its end": (tar(T("a"), end=b""), "ends too early"),
    "half of its end": (tar(T("a"), end=bytes(512)), "ends too early"),
    "half of its end and more": (tar(T("a"), end=bytes(512) + T("b").bytes()), "half there"),
    "two archives": (ONE + tar(T("b")), "bytes follow its end"),
    "garbage": (ONE + b"garbage", "bytes follow its end"),
    "a size below zero": (tar(T("a", size_field=b"\xff" * 12)), "neither a ZIP"),
    "a size that is none": (tar(T("b"), T("a", size_field=b"-0000000042\0")), "size that is no number"),
    "a size beyond everything": (tar(T("a", size_field=b"\x80" + b"\x7f" * 11)), "are taken at most"),
    "a size beyond the end": (tar(T("a", size=1 << 20)), "ends too early"),
    "bytes behind a name": (tar(T("b"), T("a", after_name=b".sh")), "behind the end of a name"),
    "two sizes": (tar(pax(record("size", "0")), T("a")), "another size than the records"),
    "a size that is no number": (tar(pax(record("size", "1e3")), T("a")), "number that is none"),
    "a size of many digits": (tar(pax(record("size", "9" * 5000)), T("a")), "number that is none"),
    "a folder with content": (tar(T("d/", DATA, b"5")), "no file has content"),
    "a link with content": (tar(T("l", DATA, b"2", target=b"a")), "no file has content"),
    "a name for all": (tar(pax(record("path", "x"), letter=b"g"), T("a")), "one path to all"),
    "two names": (tar(pax(record("path", "x"), record("path", "y")), T("a")), "second path"),
    "two long names": (tar(T("L", b"x\0", b"L"), T("L", b"y\0", b"L"), T("a")), "second path"),
    "a long name without end": (tar(T("L", b"xyz", b"L"), T("a")), "bytes behind its end"),
    "holes by pax": (tar(pax(record("GNU.sparse.major", "1")), T("a")), "file with holes"),
    "records of another length": (tar(pax(b"99 path=x\n"), T("a")), "do not fit"),
    "records without length": (tar(pax(b"path=x\n"), T("a")), "do not fit"),
    "records of a length that is none": (tar(pax(b"-9 path=x\n"), T("a")), "number that is none"),
    "what some readers put before a name": (tar(T("b"), T("a", magic=b"ustar  \0", prefix=b"../d")), "beginning of"),
    "records without end": (tar(pax(b"9 path=xx"), T("a")), "do not fit"),
    "a record of no length": (tar(pax(b"0 path=x\n"), T("a")), "do not fit"),
    "a record without key": (tar(pax(b"5 =x\n"), T("a")), "without a key"),
    "records and no member": (tar(pax(record("path", "x"))), "no member follows"),
    "records without bound": (tar(T("x", bytes(2 << 20), b"x"), T("a")), "bytes of names and notes"),
    "7z": (b"7z\xbc\xaf\x27\x1c" + bytes(600), "is a 7z archive"),
    "xz": (b"\xfd7zXZ\0" + bytes(600), "compressed by xz"),
}  # fmt: skip


@pytest.mark.parametrize(("archive", "message"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_or_ambiguous_archive_is_refused(tmp_path: Path, archive: bytes, message: str) -> None:
    (tmp_path / "a.tar").write_bytes(archive)
    with pytest.raises(ArtifactError, match=re.escape(message)) as caught:
        open_archive(tmp_path / "a.tar")
    assert caught.value.place.startswith(str(tmp_path / "a.tar"))


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


COMPRESSED = {
    "gzip": gzip.compress(ONE),
    "gzip with a name": b"\x1f\x8b\x08\x08" + bytes(6) + b"a.tar\0" + gzip.compress(ONE)[10:],
    "gzip on a blocked tape": gzip.compress(ONE) + bytes(5000),
    "zstd": zstd(ONE),
    "zstd without a checksum": zstandard.ZstdCompressor(write_checksum=False).compress(ONE),
    "zstd of unknown length": zstandard.ZstdCompressor().compressobj().compress(b""),
    "plain": ONE,
}
_STREAM = zstandard.ZstdCompressor().compressobj()
COMPRESSED["zstd of unknown length"] = _STREAM.compress(ONE) + _STREAM.flush()


@pytest.mark.parametrize("data", COMPRESSED.values(), ids=COMPRESSED)
def test_what_compresses_is_told_by_the_bytes_and_not_by_the_name(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    assert contents(tmp_path / "a.zip") == {"a": DATA}


BAD_STREAMS = {
    "gzip cut": (gzip.compress(ONE)[:-5], "end too early"),
    "gzip cut in its head": (gzip.compress(ONE)[:5], "end too early"),
    "gzip twice": (gzip.compress(ONE) * 2, "some readers take them and others do not"),
    "gzip and garbage": (gzip.compress(ONE) + b"garbage", "some readers take them"),
    "gzip and garbage far behind": (gzip.compress(ONE) + bytes(2 << 20) + b"garbage", "some readers take them"),
    "gzip of another checksum": (gzip.compress(ONE)[:-8] + bytes(8), "cannot be decompressed"),
    "gzip of nonsense": (b"\x1f\x8b\x08\0" + b"\xff" * 40, "cannot be decompressed"),
    "gzip of nothing": (gzip.compress(b""), "ends too early"),
    "zstd cut": (zstd(ONE)[:-5], "end too early"),
    "zstd cut in its checksum": (zstd(ONE)[:-1], "end too early"),
    "zstd cut in its head": (zstd(ONE)[:5], "end too early"),
    "zstd twice": (zstd(ONE) * 2, "some readers take them and others do not"),
    "zstd and garbage": (zstd(ONE) + b"garbage", "some readers take them"),
    "zstd of another checksum": (zstd(ONE)[:-4] + bytes(4), "cannot be decompressed"),
    "zstd that needs a dictionary": (b"\x28\xb5\x2f\xfd\x01\x00" + bytes(20), "way that is not read"),
    "zstd that needs 2 GiB": (b"\x28\xb5\x2f\xfd\x00\xa8" + bytes(20), "more than 128 MiB to decompress"),
    "zstd of a block of no kind": (b"\x28\xb5\x2f\xfd\x00\x00\x07\0\0" + bytes(20), "cannot be decompressed"),
    "zstd of a block that is too large": (b"\x28\xb5\x2f\xfd\x00\x00\xff\xff\xf9" + bytes(20), "cannot be"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "message"), BAD_STREAMS.values(), ids=BAD_STREAMS)
def test_a_compressed_file_that_is_not_whole_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "a.tgz").write_bytes(data)
    with pytest.raises(ArtifactError, match=message):
        open_archive(tmp_path / "a.tgz")


BOMBS = {
    "unpacked bytes": (Limits(total=1000), tar(T("a", bytes(2000))), "1000 are taken at most"),
    "members": (Limits(entries=3), tar(*[T(f"a{n}") for n in range(5)]), "3 are taken at most"),
    "headers without members": (Limits(entries=3), tar(*[T("L", b"x\0", b"L")] * 9), "3 are taken at most"),
    "names": (Limits(names=20), tar(*[T("a" * 9 + str(n)) for n in range(5)]), "20 are taken at most"),
}


@pytest.mark.parametrize(("limits", "archive", "message"), BOMBS.values(), ids=BOMBS)
def test_what_would_take_too_much_is_refused(tmp_path: Path, limits: Limits, archive: bytes, message: str) -> None:
    (tmp_path / "a.tgz").write_bytes(gzip.compress(archive))
    with pytest.raises(ArtifactError, match=message):
        open_archive(tmp_path / "a.tgz", limits)


@pytest.mark.parametrize("compress", [zlib.compressobj(9, zlib.DEFLATED, 31), zstandard.ZstdCompressor().compressobj()])
def test_a_small_file_that_unpacks_to_very_much_is_refused_on_the_way(tmp_path: Path, compress: object) -> None:
    data = b"".join([compress.compress(bytes(1 << 20)) for _ in range(4)] + [compress.flush()])  # type: ignore[attr-defined]
    limits = Limits(ratio=10)
    assert limits.unpacked(len(data)) == (256 << 20) + 10 * len(data)
    (tmp_path / "a.tgz").write_bytes(data)
    with pytest.raises(ArtifactError, match="bytes or more when it is unpacked"):
        open_archive(tmp_path / "a.tgz", Limits(total=1 << 20))


@pytest.mark.parametrize("place", ["nothing", "folder"])
def test_what_is_no_file_is_no_package(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(NoArtifactError):
        open_archive(tmp_path / place)


def test_a_link_inside_is_listed_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar(T("d/a"), T("d/l", b"", b"2", target=b"../d/a")))
    held = open_archive(tmp_path / "a.tar")
    assert (held.entries["d/l"].kind, held.entries["d/l"].target) == (Kind.LINK, "../d/a")
    assert held.unusual == {"d/l": "is a link"}
    held.close()
