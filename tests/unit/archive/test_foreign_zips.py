"""ZIP files from anywhere: what other programs write is read as they mean it, and what deceives is refused."""

import hashlib
import re
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.reader import open_archive
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError
from tests.unit.archive.test_hostile_packages import (
    DATA,
    DEVICE,
    FIFO,
    FOLDER,
    HEADERS,
    LINK,
    NAMES,
    SETUID,
    E,
    Z,
)

STREAMED: dict[str, bytes | int] = {"crc": 0, "packed": 0, "size": 0}


def name_extra(name: bytes, of: bytes) -> bytes:
    return struct.pack("<2HBL", 0x7075, 5 + len(name), 1, zlib.crc32(of)) + name


GOOD = {
    "no top folder": (Z([E("rra.yaml"), E("code/a")]), ["code/a", "rra.yaml"]),
    "folders, as zip -r makes them": (Z([E("t/", b"", FOLDER), E("t/a", extra=b"UT\5\0\3abcd")]), ["t/a"]),
    "streamed, as a Mac does": (
        Z([
            E("t/", b"", FOLDER, flags=8, local=STREAMED, after=b"D" * 16),
            E("t/a", method=8, flags=8, local=STREAMED, after=b"D" * 16),
            E("__MACOSX/t/._a", flags=8, local=STREAMED, after=b"D" * 16),
        ]),
        ["__MACOSX/t/._a", "t/a"],
    ),
    "a comment, as GitHub writes it": (Z([E("t-main/a")], comment=b"0123456789" * 4), ["t-main/a"]),
    "a name in an old encoding": (Z([E(b"t/na\x8bve")]), ["t/naïve"]),
    "a name in an old encoding, and again in UTF-8": (
        Z([E(b"t/na\xefve", extra=name_extra("t/naïve".encode(), b"t/na\xefve"))]),
        ["t/naïve"],
    ),
    "the same name again": (Z([E("t/a", extra=name_extra(b"t/a", b"t/a"))]), ["t/a"]),
    "made on Windows, without modes": (Z([E("t/", b"", 0), E("t/a", mode=0)]), ["t/a"]),
}  # fmt: skip


@pytest.mark.parametrize(("archive", "expected"), GOOD.values(), ids=GOOD)
def test_what_other_programs_write_is_read(tmp_path: Path, archive: Z, expected: list[str]) -> None:
    (tmp_path / "a.zip").write_bytes(archive.bytes())
    held = open_archive(tmp_path / "a.zip")
    assert sorted(held.entries) == expected
    assert {held.read(path) for path in held.entries} == {DATA}
    held.close()


def test_what_python_writes_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.mkdir("d")
        archive.writestr("d/a", DATA * 100)
        with archive.open("d/b", "w", force_zip64=True) as file:
            file.write(DATA)
    held = open_archive(tmp_path / "a.zip")
    assert (held.read("d/a"), held.read("d/b")) == (DATA * 100, DATA)
    held.close()


def test_links_inside_and_run_bits_are_listed(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("t/run.sh", mode=0o100755), E("t/d/l", b"../run.sh", LINK)]).bytes())
    held = open_archive(tmp_path / "a.zip")
    assert held.entries["t/run.sh"].executable
    assert (held.entries["t/d/l"].kind, held.entries["t/d/l"].target) == (Kind.LINK, "../run.sh")
    assert held.sha256("t/run.sh") == hashlib.sha256(DATA).hexdigest()
    assert held.unusual == {"t/d/l": "is a link"}
    held.close()


LINKS = {
    "absolute": b"/etc/passwd",
    "up": b"../../x",
    "down and up": b"x/../../../y",
    "a drive": b"C:/x",
    "backslashes": b"..\\..\\x",
    "nothing": b"",
    "without end": b"x/" * 4000,
}


@pytest.mark.parametrize("target", LINKS.values(), ids=LINKS)
def test_a_link_that_leads_out_is_refused(tmp_path: Path, target: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("t/a", target, LINK)]).bytes())
    with pytest.raises(ArtifactError, match="leads out"):
        open_archive(tmp_path / "a.zip")


# links inside are listed
STILL_REFUSED = {key: case for key, case in HEADERS.items() if not key.startswith("link")}


@pytest.mark.parametrize(("entry", "message"), STILL_REFUSED.values(), ids=STILL_REFUSED)
def test_an_entry_that_deceives_is_refused_here_too(tmp_path: Path, entry: E, message: str) -> None:
    (tmp_path / "a.zip").write_bytes(Z([entry]).bytes())
    with pytest.raises(ArtifactError, match=message):
        open_archive(tmp_path / "a.zip")


# a step that looks like a drive is absolute below a top folder only, and there the artifact's own rule finds it
WITH_NAMES = {key: case for key, case in NAMES.items() if isinstance(case[0], str) and key != "drive in the top"}


@pytest.mark.parametrize(("name", "message"), WITH_NAMES.values(), ids=WITH_NAMES)
def test_a_name_that_is_no_path_inside_is_refused_here_too(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("t/good"), E(name)]).bytes())
    with pytest.raises(ArtifactError, match=message):
        open_archive(tmp_path / "a.zip")


AMBIGUOUS = {
    "a name that is said to be UTF-8": (E(b"t/\xff", flags=0x800, local={"flags": 0x800}), "not UTF-8"),
    "a second name": (E("t/a", extra=name_extra(b"t/b", b"t/a")), "two names"),
    "a second name that climbs out": (E(b"t/\xff", extra=name_extra(b"../b", b"t/\xff")), "climbs out"),
    "bytes of another checksum": (E("t/a", crc=1), "checksum differs"),
    "more bytes than said": (E("t/a", method=8, size=3), "more bytes than it says"),
    "no deflate": (E("t/a", method=8, packed=b"\xff" * 9), "cannot be decompressed"),
}


@pytest.mark.parametrize(("entry", "message"), AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_an_entry_that_can_be_read_in_two_ways_or_not_is_named(tmp_path: Path, entry: E, message: str) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("t/good"), entry]).bytes())
    with pytest.raises(ArtifactError, match=message) as caught:
        open_archive(tmp_path / "a.zip")
    assert "good" not in str(caught.value)


def test_every_bad_entry_is_named_with_its_reason(tmp_path: Path) -> None:
    entries = [E("../a"), E("/b"), E("c", b"", DEVICE), E("d", b"", FIFO), E("e", mode=SETUID), E("f", flags=1)]
    (tmp_path / "a.zip").write_bytes(Z(entries).bytes())
    with pytest.raises(ArtifactError, match=r"^6 of its entries cannot be taken") as caught:
        open_archive(tmp_path / "a.zip")
    assert re.findall(r"'([^']*)' ", str(caught.value)) == ["../a", "/b", "c", "d", "e", "f"]


def test_what_unpacks_to_far_more_than_it_is_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("t/a", method=8, size=300 << 20)]).bytes())
    with pytest.raises(ArtifactError, match="bytes when it is unpacked"):
        open_archive(tmp_path / "a.zip", Limits(ratio=10))


def test_names_without_bound_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E(f"t/{number}") for number in range(20)]).bytes())
    with pytest.raises(ArtifactError, match="bytes of names"):
        open_archive(tmp_path / "a.zip", Limits(names=200))
