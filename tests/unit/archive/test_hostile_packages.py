"""Packages made by hand to deceive; each is refused before a byte of it is written anywhere."""

import re
import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.archive.zip_reader import ZipReader
from reprobridge_spec.errors import ArtifactError

DATA = b"some bytes, some bytes, some bytes"
LINK = 0o120777
FIFO = 0o010644
DEVICE = 0o060644
SETUID = 0o104755
FOLDER = 0o040755


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


@dataclass
class E:
    """One entry; what is not given is as it should be."""

    name: str | bytes
    data: bytes = DATA
    mode: int = 0o100644
    method: int = 0
    flags: int = 0
    packed: bytes | None = None
    size: int | None = None
    crc: int | None = None
    extra: bytes = b""
    disk: int = 0
    offset: int | None = None
    packed_size: int | None = None
    local: dict[str, bytes | int] = field(default_factory=dict)
    after: bytes = b""


@dataclass
class Z:
    """An archive of entries."""

    entries: list[E]
    before: bytes = b""
    middle: bytes = b""
    after: bytes = b""
    comment: bytes = b""
    count: int | None = None
    here: int | None = None
    disk: int = 0
    shift: int = 0
    longer: int = 0
    before_end: bytes = b""

    def bytes(self) -> bytes:
        body, directory = bytearray(self.before), bytearray()
        for entry in self.entries:
            name = entry.name.encode() if isinstance(entry.name, str) else entry.name
            packed = entry.packed
            if packed is None:
                packed = deflated(entry.data) if entry.method == 8 else entry.data
            size = len(entry.data) if entry.size is None else entry.size
            crc = zlib.crc32(entry.data) if entry.crc is None else entry.crc
            packed_size = len(packed) if entry.packed_size is None else entry.packed_size
            said: dict[str, bytes | int] = {
                "mark": b"PK\3\4", "flags": entry.flags, "method": entry.method, "crc": crc,
                "packed": packed_size, "size": size, "name": name, "extra": b"",
                **entry.local,
            }  # fmt: skip
            offset = len(body) if entry.offset is None else entry.offset
            local_name, local_extra = said["name"], said["extra"]
            assert isinstance(local_name, bytes)
            assert isinstance(local_extra, bytes)
            body += struct.pack(
                "<4s5H3L2H", said["mark"], 20, said["flags"], said["method"], 0, 33, said["crc"], said["packed"],
                said["size"], len(local_name), len(local_extra),
            ) + local_name + local_extra + packed + entry.after  # fmt: skip
            directory += struct.pack(
                "<4s6H3L5H2L", b"PK\1\2", 0x0314, 20, entry.flags, entry.method, 0, 33, crc, packed_size, size,
                len(name), len(entry.extra), 0, entry.disk, 0, entry.mode << 16, offset,
            ) + name + entry.extra  # fmt: skip
        body += self.middle
        count = len(self.entries) if self.count is None else self.count
        here = count if self.here is None else self.here
        end = struct.pack(
            "<4s4H2LH", b"PK\5\6", self.disk, 0, here, count, len(directory) + self.longer, len(body) + self.shift,
            len(self.comment),
        )  # fmt: skip
        return bytes(body + directory + self.before_end + end + self.comment + self.after)


def wide_extra(*numbers: int) -> bytes:
    return struct.pack(f"<2H{len(numbers)}Q", 1, 8 * len(numbers), *numbers)


def wide_end(*, at: int, entries: int = 1, size: int = 49, offset: int = 67, rest: int = 44, disks: int = 1) -> bytes:
    return struct.pack("<4sQ2H2L4Q", b"PK\6\6", rest, 45, 45, 0, 0, entries, entries, size, offset) + struct.pack(
        "<4sLQL", b"PK\6\7", 0, at, disks
    )


def opens(file: Path) -> None:
    with PackageReader(file) as reader:
        reader.check()


GOOD = {
    "stored": Z([E("t/a")]),
    "deflated": Z([E("t/a", method=8)]),
    "folders": Z([E("t/", b"", FOLDER), E("t/d/", b"", FOLDER), E("t/d/a")]),
    "a folder that a group shares": Z([E("t/", b"", 0o042775), E("t/a")]),
    "no modes": Z([E("t/a", mode=0)]),
    "not ASCII without the flag": Z([E("t/é")]),
    "a comment": Z([E("t/a")], comment=b"made by hand"),
    "a descriptor": Z([E("t/a", flags=8, local={"crc": 0, "packed": 0, "size": 0}, after=b"D" * 16), E("t/b")]),
    "wide sizes": Z(
        [
            E(
                "t/a", extra=wide_extra(34, 34), size=0xFFFFFFFF, packed_size=0xFFFFFFFF,
                local={"extra": wide_extra(34, 34)},
            )
        ]
    ),
    "a wide end": Z([E("t/a")], before_end=wide_end(at=116)),
}  # fmt: skip


@pytest.mark.parametrize("archive", GOOD.values(), ids=GOOD)
def test_the_hand_makes_archives_that_are_taken(tmp_path: Path, archive: Z) -> None:
    (tmp_path / "a.zip").write_bytes(archive.bytes())
    reader = ZipReader(FileOnDisk(tmp_path / "a.zip"), Limits())
    files = [entry for entry in reader.found.values() if not entry.folder]
    assert {b"".join(reader.chunks(entry)) for entry in files} == {DATA}
    reader.close()


NAMES = {
    "absolute": ("/etc/passwd", "absolute"),
    "up": ("../a", "climbs out"),
    "up inside": ("t/../../a", "climbs out"),
    "up at the end": ("t/..", "climbs out"),
    "up in a folder": ("t/../", "climbs out"),
    "backslash": ("t\\a", "backslash"),
    "up with backslashes": ("t/..\\..\\a", "backslash"),
    "drive": ("C:/a", "absolute"),
    "drive in the top": ("t/C:/a", "absolute"),
    "drive without slash": ("C:a", "absolute"),
    "share": ("//host/a", "absolute"),
    "NUL": ("t/a\0.txt", "control"),
    "line break": ("t/a\nb", "control"),
    "escape": ("t/\x1b[2Ja", "control"),
    "dot": ("t/./a", "empty step"),
    "two slashes": ("t//a", "empty step"),
    "empty": ("", "is empty"),
    "only a slash": ("/", "is empty"),
    "too long": ("t/" + "a" * 1100, "longer than"),
    "not UTF-8": (b"t/\xff", "not UTF-8"),
    "a lone half": (b"t/\xed\xb0\x80", "not UTF-8"),
}


@pytest.mark.parametrize(("name", "message"), NAMES.values(), ids=NAMES)
def test_a_name_that_is_no_path_inside_is_refused(tmp_path: Path, name: str | bytes, message: str) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("t/good"), E(name)]).bytes())
    with pytest.raises(ArtifactError, match=message) as caught:
        opens(tmp_path / "a.zip")
    assert caught.value.place.startswith(f"{tmp_path / 'a.zip'}: ")


CLASHES = {
    "twice": (["t/a", "t/a"], "stands twice"),
    "a file and a folder": (["t/a", "t/a/"], "stands twice"),
    "a folder twice": (["t/d/", "t/d/", "t/a"], "stands twice"),
    "case": (["t/Data.csv", "t/data.csv"], "fold case"),
    "Unicode forms": (["t/caf\u00e9", "t/cafe\u0301"], "fold case"),
    "case of folders": (["t/A/x", "t/a/y"], "fold case"),
    "a file that is a folder": (["t/a", "t/a/b"], "a folder of other files"),
    "the same in the other order": (["t/a/b", "t/a"], "a folder of other files"),
    "outside the top folder": (["t/a", "b"], "outside the top"),
    "no top folder": (["a"], "outside the top"),
    "two top folders": (["t/a", "u/a"], "one top folder; this has 2: 't', 'u'"),
    "tops in two cases": (["t/a", "T/b"], "fold case"),
    "a second, empty top folder": (["t/a", "u/"], "one top folder"),
}


@pytest.mark.parametrize(("names", "message"), CLASHES.values(), ids=CLASHES)
def test_names_that_cannot_stand_beside_one_another_are_refused(tmp_path: Path, names: list[str], message: str) -> None:
    entries = [E(name, b"" if name.endswith("/") else DATA, mode=0) for name in names]
    (tmp_path / "a.zip").write_bytes(Z(entries).bytes())
    with pytest.raises(ArtifactError, match=re.escape(message)):
        opens(tmp_path / "a.zip")


HEADERS = {
    "link": (E("t/a", b"/etc/passwd", LINK), "is a link"),
    "link out of the top": (E("t/a", b"../../x", LINK), "is a link"),
    "folder that is a link": (E("t/a/", b"", LINK), "is a link"),
    "pipe": (E("t/a", b"", FIFO), "special file"),
    "device": (E("t/a", b"", DEVICE), "special file"),
    "file with a folder's name": (E("t/a/", b""), "special file"),
    "folder with a file's name": (E("t/a", b"", FOLDER), "special file"),
    "setuid": (E("t/a", mode=SETUID), "rights of another"),
    "setgid": (E("t/a", mode=0o102755), "rights of another"),
    "folder with content": (E("t/a/", DATA, FOLDER), "folder with content"),
    "encrypted": (E("t/a", flags=1), "encrypted"),
    "strongly encrypted": (E("t/a", flags=0x41), "encrypted"),
    "masked header": (E("t/a", flags=0x2000), "flags that are not read"),
    "patch": (E("t/a", flags=0x20), "flags that are not read"),
    "bzip2": (E("t/a", method=12), "method 12"),
    "LZMA": (E("t/a", method=14), "method 14"),
    "another part": (E("t/a", disk=1), "another part"),
    "stored with two sizes": (E("t/a", size=35), "two sizes differ"),
    "no local header": (E("t/a", local={"mark": b"PK\0\0"}), "no header where"),
    "beyond the end": (E("t/a", offset=0x7FFFFFFF), "no header where"),
    "beyond all files": (E("t/a", offset=0xFFFFFFFF, extra=wide_extra(2**64 - 1)), "no header where"),
    "into the directory": (E("t/a", offset=70), "no header where"),
    "another name before it": (E("t/a", local={"name": b"t/b"}), "another name"),
    "a longer name before it": (E("t/a", local={"name": b"t/a\0.sh"}), "another name"),
    "an absolute name before it": (E("t/a", local={"name": b"/ta"}), "another name"),
    "another method before it": (E("t/a", local={"method": 8}), "another way"),
    "encrypted before it": (E("t/a", local={"flags": 1}), "another way"),
    "another size before it": (E("t/a", local={"size": 33}), "another size"),
    "another packed size before it": (E("t/a", local={"packed": 33}), "another size"),
    "another checksum before it": (E("t/a", local={"crc": 1}), "another size"),
    "other numbers with a descriptor": (E("t/a", flags=8, local={"size": 33}, after=b"D" * 16), "another size"),
    "extra field cut": (E("t/a", extra=b"\1\0"), "middle of one"),
    "extra field cut before it": (E("t/a", local={"extra": b"\1\0\x08"}), "middle of one"),
    "wide size that is not there": (E("t/a", size=0xFFFFFFFF, packed_size=0xFFFFFFFF), "stands nowhere"),
    "wide sizes twice": (E("t/a", extra=wide_extra(1) * 2), "two 64-bit"),
    "hidden bytes behind it": (E("t/a", after=b"hidden"), "belong to no entry"),
    "hidden bytes for a descriptor": (E("t/a", flags=8, after=b"h" * 17), "belong to no entry"),
    "more packed bytes than there are": (E("t/a", method=8, packed_size=4000), "shares bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "message"), HEADERS.values(), ids=HEADERS)
def test_an_entry_that_is_no_plain_file_is_refused(tmp_path: Path, entry: E, message: str) -> None:
    (tmp_path / "a.zip").write_bytes(Z([entry]).bytes())
    with pytest.raises(ArtifactError, match=message) as caught:
        opens(tmp_path / "a.zip")
    name = entry.name if isinstance(entry.name, str) else entry.name.decode()
    assert caught.value.place == f"{tmp_path / 'a.zip'}: {name}"


ONE = Z([E("t/a")]).bytes()
ARCHIVES = {
    "empty file": (b"", "neither a ZIP file nor"),
    "text": (b"<html>quota exceeded</html>" * 10, "neither a ZIP file nor"),
    "only an end": (Z([]).bytes(), "one top folder; this has 0"),
    "bytes before": (b"#!/bin/sh\n" + ONE, "not where its end says"),
    "bytes before that count": (Z([E("t/a")], before=b"#!/bin/sh\n").bytes(), "belong to no entry"),
    "bytes before an empty directory": (Z([], before=b"x" * 40).bytes(), "belong to no entry"),
    "bytes between": (Z([E("t/a")], middle=b"PK\3\4 a hidden entry").bytes(), "belong to no entry"),
    "bytes before the end": (Z([E("t/a")], before_end=b"x").bytes(), "not where its end says"),
    "bytes after": (ONE + b"x", "bytes follow its end"),
    "a second archive after": (ONE + ONE, "not where its end says"),
    "an end in the comment": (Z([E("t/a")], comment=Z([]).bytes()).bytes(), "not where its end says"),
    "an end in the comment that fits": (Z([E("t/a")], comment=b"PK\5\6" + b"\0" * 19).bytes(), "bytes follow"),
    "more entries than said": (Z([E("t/a"), E("t/b")], count=1).bytes(), "longer than its entries"),
    "fewer entries than said": (Z([E("t/a")], count=2).bytes(), "after 1 of 2"),
    "one part of several": (Z([E("t/a")], disk=1).bytes(), "one part of several"),
    "entries on other parts": (Z([E("t/a")], here=0).bytes(), "one part of several"),
    "directory elsewhere": (Z([E("t/a")], shift=-5).bytes(), "not where its end says"),
    "directory too long": (Z([E("t/a")], longer=100).bytes(), "not where its end says"),
    "name longer than the directory": (ONE[:95] + b"\xff" + ONE[96:], "after 0 of 1"),
    "wide end elsewhere": (Z([E("t/a")], before_end=wide_end(at=115)).bytes(), "end record is not where"),
    "wide end beyond the file": (Z([E("t/a")], before_end=wide_end(at=2**63)).bytes(), "end record is not where"),
    "wide end that contradicts": (Z([E("t/a")], before_end=wide_end(at=116, entries=2)).bytes(), "contradict"),
    "wide end with another offset": (Z([E("t/a")], before_end=wide_end(at=116, offset=66)).bytes(), "contradict"),
    "wide end of another kind": (Z([E("t/a")], before_end=wide_end(at=116, rest=50)).bytes(), "of a kind"),
    "wide end of several parts": (Z([E("t/a")], before_end=wide_end(at=116, disks=2)).bytes(), "of a kind"),
    "count that stands nowhere": (Z([E("t/a")], count=0xFFFF).bytes(), "after 1 of 65535"),
    "two entries in one place": (Z([E("t/a"), E("t/a", offset=0), E("t/b")]).bytes(), "shares bytes"),
    "overlapping entries": (Z([E("t/a", packed_size=60, size=60), E("t/b")]).bytes(), "shares bytes"),
    "an entry inside another": (
        Z(
            [
                E("t/a", Z([E("t/b")]).bytes()[:67]),
                E("t/b", b"", size=34, crc=zlib.crc32(DATA), packed_size=34, offset=33),
            ]
        ).bytes(),
        "shares bytes",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "message"), ARCHIVES.values(), ids=ARCHIVES)
def test_an_archive_with_more_than_one_reading_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(ArtifactError, match=re.escape(message)) as caught:
        opens(tmp_path / "a.zip")
    assert caught.value.hint
    assert caught.value.place.startswith(str(tmp_path / "a.zip"))


BOMB = b"\0" * (64 << 20)
CONTENTS = {
    "more than said": (E("t/a", method=8, data=BOMB[:100], packed=deflated(BOMB), crc=0), "more bytes"),
    "fewer than said": (E("t/a", method=8, size=35), "fewer bytes"),
    "another checksum": (E("t/a", crc=1), "checksum"),
    "no deflate stream": (E("t/a", method=8, packed=b"\xff\xff\xff"), "cannot be decompressed"),
    "cut deflate stream": (E("t/a", method=8, packed=deflated(DATA)[:-1]), "too early|fewer"),
    "empty deflate stream": (E("t/a", b"", method=8, packed=b""), "too early"),
    "bytes behind the stream": (E("t/a", method=8, packed=deflated(DATA) + b"x"), "bytes follow"),
    "a second stream": (E("t/a", method=8, packed=deflated(DATA) * 2), "bytes follow"),
    "far bytes behind the stream": (E("t/a", method=8, packed=deflated(DATA) + BOMB[: 2 << 20]), "bytes follow"),
}


@pytest.mark.parametrize(("entry", "message"), CONTENTS.values(), ids=CONTENTS)
def test_bytes_that_are_not_what_the_headers_say_are_refused(tmp_path: Path, entry: E, message: str) -> None:
    list_ = E("t/MANIFEST.sha256", f"{'0' * 64}  a\n".encode())
    (tmp_path / "a.zip").write_bytes(Z([entry, list_]).bytes())
    with PackageReader(tmp_path / "a.zip") as reader:
        with pytest.raises(ArtifactError, match=message):
            reader.read("a", 1 << 30)
        with pytest.raises(ArtifactError, match=message):
            reader.check()
        with pytest.raises(ArtifactError, match=message):
            reader.unpack(tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def test_a_bomb_is_stopped_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("t/a", method=8, data=b"1", packed=deflated(BOMB))]).bytes())
    reader = ZipReader(FileOnDisk(tmp_path / "a.zip"), Limits())
    with pytest.raises(ArtifactError, match="more bytes"):
        assert sum(map(len, reader.chunks(reader.found["t/a"]))) == 0
    reader.close()


def test_every_bad_entry_is_named_up_to_two_hundred(tmp_path: Path) -> None:
    entries = [E("t/good"), *(E(f"../{number:03}") for number in range(203))]
    (tmp_path / "a.zip").write_bytes(Z(entries).bytes())
    with pytest.raises(ArtifactError) as caught:
        PackageReader(tmp_path / "a.zip")
    assert str(caught.value).startswith("203 of its entries cannot be taken: '../000' climbs out of the artifact; ")
    assert "'../199'" in str(caught.value)
    assert str(caught.value).endswith("; and 3 more")
    assert caught.value.place == f"{tmp_path / 'a.zip'}: ../000"


def test_all_that_is_wrong_with_an_entry_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("../a", b"x", LINK, flags=1)]).bytes())
    with pytest.raises(ArtifactError, match=r"climbs out of the artifact and is encrypted and is a link"):
        PackageReader(tmp_path / "a.zip")


def test_a_directory_with_too_many_entries_is_not_even_read(tmp_path: Path) -> None:
    data = Z([E("t/a")], count=0xFFFF, before_end=wide_end(at=116, entries=2**62)).bytes()
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(ArtifactError, match=r"4611686018427387904 entries; 100000 are taken"):
        PackageReader(tmp_path / "a.zip")


def test_a_long_extra_field_before_the_bytes_is_passed_over(tmp_path: Path) -> None:
    padding = struct.pack("<2H", 0x7777, 500) + bytes(500)
    (tmp_path / "a.zip").write_bytes(Z([E("t/a", local={"extra": padding})]).bytes())
    with PackageReader(tmp_path / "a.zip") as reader:
        assert reader.read("a", 100) == DATA
