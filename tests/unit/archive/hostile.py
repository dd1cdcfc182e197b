"""Packages that are made to deceive or to do harm, each with what is said of it: whole artifacts but for one thing.

A package here holds a manifest and a list of digests that agrees, so nothing but the one thing can be the reason.
"""

import gzip
import hashlib
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import zstandard

from tests.unit.archive.tars import T, pax, record, tar
from tests.unit.archive.test_hostile_packages import DEVICE, FIFO, FOLDER, LINK, SETUID, E, Z, deflated, wide_end

TOP = "p-1.0.0"
RRA = b'rra: "1.0"\nid: p\nversion: "1.0.0"\ntitle: P\nlevel: draft\n'
DATA = b"some bytes, some bytes, some bytes"
SOCKET = 0o140644
MIB = 1 << 20

REFUSED = "RRP021"
DIFFERS = "RRP020"
NAME = "RRP002"


@dataclass(frozen=True, kw_only=True)
class Hostile:
    """A package.

    Attributes:
        make: its bytes.
        says: what a validator says of it, as a pattern.
        unpacking_says: what is said where it is to be unpacked, if that is something else.
        rule: the finding of a validator.
        weight: what that finding weighs.
    """

    make: Callable[[], bytes]
    says: str
    unpacking_says: str = ""
    rule: str = REFUSED
    weight: str = "error"


def listed(files: dict[str, bytes]) -> bytes:
    return b"".join(f"{hashlib.sha256(files[path]).hexdigest()}  {path}\n".encode() for path in sorted(files))


def inside(*names: str) -> bytes:
    """A list of the manifest and of files with the usual data."""
    return listed({"rra.yaml": RRA, **dict.fromkeys(names, DATA)})


def zipped(*entries: E, names: tuple[str, ...] = (), archive: Z | None = None) -> bytes:
    """A package as a ZIP file with these entries beside what belongs there; `names` are listed."""
    archive = archive or Z([])
    own = [E(f"{TOP}/MANIFEST.sha256", inside(*names)), E(f"{TOP}/rra.yaml", RRA)]
    archive.entries = [*own, *entries]
    return archive.bytes()


def tarred(*members: T, names: tuple[str, ...] = (), end: bytes = bytes(1024)) -> bytes:
    """The same as a tar archive."""
    own = [T(f"{TOP}/MANIFEST.sha256", inside(*names)), T(f"{TOP}/rra.yaml", RRA)]
    return tar(*own, *members, end=end)


@cache
def zeros(size: int) -> bytes:
    """`size` bytes of nothing, deflated; made of one piece that is repeated, in no time."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = packer.compress(bytes(MIB)) + packer.flush(zlib.Z_FULL_FLUSH)
    return first * (size // MIB) + b"\3\0"


def gzipped_zeros(head: bytes, size: int, tail: bytes = b"") -> bytes:
    """A gzip file of `head`, of `size` bytes of nothing and of `tail`, whose checksum is none: nobody gets so far."""
    begin, end = zlib.compressobj(9, zlib.DEFLATED, -15), zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = begin.compress(head) + begin.flush(zlib.Z_FULL_FLUSH) + zeros(size)[:-2]
    return b"\x1f\x8b\x08" + bytes(7) + packed + end.compress(tail) + end.flush() + bytes(8)


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def zstd_of_zeros(head: bytes, size: int) -> bytes:
    packer = zstandard.ZstdCompressor().compressobj()
    return b"".join([packer.compress(head), *(packer.compress(bytes(MIB)) for _ in range(size // MIB)), packer.flush()])


def zstd_window(exponent: int) -> bytes:
    """A frame that asks for a window of two to the power of `exponent`, and has one block of a byte."""
    return b"\x28\xb5\x2f\xfd\x00" + bytes([(exponent - 10) << 3]) + (1 | 8 << 3).to_bytes(3, "little") + b"12345678"


def in_zip(name: str | bytes, says: str, data: bytes = DATA, mode: int = 0o100644) -> Hostile:
    """One entry at fault."""
    return Hostile(make=lambda: zipped(E(name, data, mode)), says=says)


def in_tar(*members: T, says: str, names: tuple[str, ...] = (), unpacking_says: str = "") -> Hostile:
    """Members at fault."""
    return Hostile(make=lambda: tarred(*members, names=names), says=says, unpacking_says=unpacking_says)


def only_to_unpack(name: str) -> Hostile:
    """A name that a validator warns of and that is not unpacked."""
    made = zipped(E(f"{TOP}/{name}"), names=(name,))
    return Hostile(make=lambda: made, says="Windows|ends with", rule=NAME, weight="warning")


def link(target: bytes) -> T:
    return T(f"{TOP}/l", b"", b"2", target=target)


NAMES_IN_ZIP = {
    "zip: climbs out": in_zip("../evil", "climbs out"),
    "zip: climbs out from within": in_zip(f"{TOP}/../../evil", "climbs out"),
    "zip: absolute": in_zip("/var/evil", "is absolute"),
    "zip: drive": in_zip("C:/evil", "is absolute"),
    "zip: drive without slash": in_zip("C:evil", "is absolute"),
    "zip: share": in_zip("//host/share/evil", "is absolute"),
    "zip: share with backslashes": in_zip("\\\\host\\share\\evil", "backslash"),
    "zip: climbs with backslashes": in_zip(f"{TOP}/..\\..\\evil", "backslash"),
    "zip: NUL in a name": in_zip(f"{TOP}/run.txt\0.sh", "control character"),
    "zip: paints the terminal": in_zip(f"{TOP}/\x1b[2Jevil", "control character"),
    "zip: empty name": in_zip("", "is empty"),
    "zip: name beyond all systems": in_zip(f"{TOP}/{'a' * 1100}", "longer than 1024"),
    "zip: name that is said to be UTF-8": Hostile(
        make=lambda: zipped(E(b"p-1.0.0/\xff", flags=0x800, local={"flags": 0x800})), says="not UTF-8"
    ),
    "zip: second name": Hostile(
        make=lambda: zipped(E(f"{TOP}/a", extra=struct.pack("<2HBL", 0x7075, 13, 1, 0) + b"../evil!")),
        says="two names",
    ),
    "zip: twice": Hostile(
        make=lambda: zipped(E(f"{TOP}/a"), E(f"{TOP}/a", b"evil"), names=("a",)), says="stands twice"
    ),
    "zip: one by case": Hostile(make=lambda: zipped(E(f"{TOP}/a"), E(f"{TOP}/A"), names=("A", "a")), says="fold case"),
    "zip: one by Unicode form": Hostile(
        make=lambda: zipped(E(f"{TOP}/caf\u00e9"), E(f"{TOP}/cafe\u0301"), names=("cafe\u0301", "caf\u00e9")),
        says="fold case or Unicode forms",
    ),
    "zip: a file that is a folder": Hostile(
        make=lambda: zipped(E(f"{TOP}/a"), E(f"{TOP}/a/b"), names=("a", "a/b")), says="a folder of other files"
    ),
    "zip: what Windows reserves": only_to_unpack("aux.py"),
    "zip: what Windows reserves, as a folder": only_to_unpack("con/a.py"),
    "zip: another name for a file, with a dot": only_to_unpack("rra.yaml."),
    "zip: another stream of a file": only_to_unpack("rra.yaml:evil"),
}  # fmt: skip

ENTRIES_OF_ZIP = {
    "zip: link out": in_zip(f"{TOP}/l", "leads out", b"../../evil", LINK),
    "zip: absolute link": in_zip(f"{TOP}/l", "leads out", b"/tmp", LINK),
    "zip: behind a link": Hostile(
        make=lambda: zipped(E(f"{TOP}/l", b"code", LINK), E(f"{TOP}/l/evil")), says="lies behind the link"
    ),
    "zip: device": in_zip(f"{TOP}/a", "special file", b"", DEVICE),
    "zip: pipe": in_zip(f"{TOP}/a", "special file", b"", FIFO),
    "zip: socket": in_zip(f"{TOP}/a", "special file", b"", SOCKET),
    "zip: rights of another user": in_zip(f"{TOP}/a", "rights of another user", mode=SETUID),
    "zip: folder with content": in_zip(f"{TOP}/a/", "folder with content", mode=FOLDER),
    "zip: encrypted": Hostile(make=lambda: zipped(E(f"{TOP}/a", flags=1)), says="is encrypted"),
    "zip: encrypted by AES": Hostile(
        make=lambda: zipped(E(f"{TOP}/a", flags=1, method=99, extra=b"\1\x99\7\0\2\0AE\3\10\0")), says="is encrypted"
    ),
    "zip: compressed by LZMA": Hostile(make=lambda: zipped(E(f"{TOP}/a", method=14)), says="method 14"),
    "zip: another name in front": Hostile(
        make=lambda: zipped(E(f"{TOP}/a", local={"name": b"../evil!!"})), says="another name in the header before it"
    ),
    "zip: another size in front": Hostile(
        make=lambda: zipped(E(f"{TOP}/a", local={"size": 4})), says="another size or checksum"
    ),
    "zip: another checksum": Hostile(
        make=lambda: zipped(E(f"{TOP}/a", crc=1), names=("a",)),
        says="cannot be read: the entry is damaged: its checksum differs",
        unpacking_says="the entry is damaged: its checksum differs",
    ),
    "zip: two entries in one place": Hostile(
        make=lambda: zipped(E(f"{TOP}/a"), E(f"{TOP}/b", offset=0)), says="shares bytes|another name"
    ),
    "zip: bytes between": Hostile(make=lambda: zipped(E(f"{TOP}/a", after=b"hidden")), says="belong to no entry"),
    "zip: bytes behind what is deflated": Hostile(
        make=lambda: zipped(E(f"{TOP}/a", method=8, packed=deflated(DATA) + b"evil"), names=("a",)),
        says="bytes follow the end",
    ),
}  # fmt: skip

WHOLE_ZIPS = {
    "zip: bytes before": Hostile(make=lambda: b"#!/bin/sh\n" + zipped(), says="not where its end says"),
    "zip: bytes before that count": Hostile(
        make=lambda: zipped(archive=Z([], before=b"#!/bin/sh\n")), says="belong to no entry"
    ),
    "zip: bytes behind": Hostile(make=lambda: zipped() + b"evil", says="bytes follow its end"),
    "zip: two archives": Hostile(make=lambda: zipped() * 2, says="not where its end says"),
    "zip: a second directory in the comment": Hostile(
        make=lambda: zipped(archive=Z([], comment=Z([E("p/rra.yaml", b"evil")]).bytes())), says="not where its end says"
    ),
    "zip: more entries than it says": Hostile(
        make=lambda: zipped(E(f"{TOP}/a"), archive=Z([], count=2)), says="longer than its entries"
    ),
    "zip: cut": Hostile(make=lambda: zipped()[:-30], says="its end is missing"),
    "zip: one part of several": Hostile(make=lambda: zipped(archive=Z([], disk=1)), says="one part of several"),
    "zip: a tar archive before it": Hostile(make=lambda: tarred() + zipped(), says="bytes follow its end"),
}  # fmt: skip

MEMBERS_OF_TAR = {
    "tar: climbs out": in_tar(T("../evil"), says="climbs out"),
    "tar: climbs out in a prefix": in_tar(T("evil", prefix=b"../d"), says="climbs out"),
    "tar: climbs out by a record": in_tar(pax(record("path", "../../evil")), T("a"), says="climbs out"),
    "tar: climbs out by a long name": in_tar(T("L", b"../../evil\0", b"L"), T("a"), says="climbs out"),
    "tar: absolute": in_tar(T("/var/evil"), says="is absolute"),
    "tar: drive": in_tar(T("C:evil"), says="is absolute"),
    "tar: share": in_tar(T("//host/share/evil"), says="is absolute"),
    "tar: NUL in a record": in_tar(pax(record("path", b"p-1.0.0/a\0.sh")), T("a"), says="control character"),
    "tar: link out": in_tar(link(b"../../evil"), says="leads out"),
    "tar: absolute link": in_tar(link(b"/tmp"), says="leads out"),
    "tar: behind a link": in_tar(link(b"code"), T(f"{TOP}/l/evil"), says="lies behind the link"),
    "tar: hard link out": in_tar(T(f"{TOP}/a", b"", b"1", target=b"/etc/passwd"), says="no file before it"),
    "tar: device": in_tar(T(f"{TOP}/a", b"", b"3"), says="is a device"),
    "tar: pipe": in_tar(T(f"{TOP}/a", b"", b"6"), says="is a pipe"),
    "tar: rights of another user": in_tar(T(f"{TOP}/a", mode=0o4755), says="rights of another user"),
    "tar: twice": in_tar(T(f"{TOP}/a"), T(f"./{TOP}/a", b"evil"), names=("a",), says="stands twice"),
    "tar: one by case": in_tar(T(f"{TOP}/a"), T(f"{TOP}/A"), names=("A", "a"), says="fold case"),
    "tar: holes": in_tar(T(f"{TOP}/a", letter=b"S", magic=b"ustar  \0"), says="file with holes"),
    "tar: holes by records": in_tar(pax(record("GNU.sparse.realsize", "1" + "0" * 12)), T("a"), says="file with holes"),
    "tar: a part of a volume": in_tar(T(f"{TOP}/a", b"", b"M", magic=b"ustar  \0"), says="kind that is not read"),
    "tar: one path for all": in_tar(pax(record("path", "evil"), letter=b"g"), T("a"), says="one path to all"),
    "tar: two sizes": in_tar(pax(record("size", "0")), T(f"{TOP}/a"), says="another size than the records"),
    "tar: a size below zero": in_tar(T(f"{TOP}/a", size_field=b"\xff" * 12), says="below zero"),
    "tar: a size beyond everything": in_tar(
        T(f"{TOP}/a", size_field=b"\x80" + b"\x7f" * 11), says="bytes when it is unpacked"
    ),
    "tar: a folder with content": in_tar(T(f"{TOP}/d/", DATA, b"5"), says="no file has content"),
    "tar: bytes behind a name": in_tar(T(f"{TOP}/a", after_name=b".sh"), says="behind the end of a name"),
    "tar: records without bound": in_tar(T("x", bytes(2 * MIB), b"x"), T("a"), says="names and notes"),
}  # fmt: skip

WHOLE_TARS = {
    "tar: two archives": Hostile(make=lambda: tarred() * 2, says="bytes follow its end"),
    "tar: bytes behind": Hostile(make=lambda: tarred() + b"evil", says="bytes follow its end"),
    "tar: half of an end": Hostile(make=lambda: tarred(end=bytes(512)) + T("evil").bytes(), says="half there"),
    "tar: cut": Hostile(make=lambda: tarred()[:-1400], says="ends too early"),
    "tgz: two members": Hostile(make=lambda: gzip.compress(tarred()) * 2, says="bytes follow the end"),
    "tgz: bytes behind": Hostile(make=lambda: gzip.compress(tarred()) + b"evil", says="bytes follow the end"),
    "tgz: cut": Hostile(make=lambda: gzip.compress(tarred())[:-6], says="end too early"),
    "tgz: another checksum": Hostile(
        make=lambda: gzip.compress(tarred())[:-8] + bytes(8), says="cannot be decompressed"
    ),
    "tar.zst: two frames": Hostile(make=lambda: zstd(tarred()) * 2, says="bytes follow the end"),
    "tar.zst: bytes behind": Hostile(make=lambda: zstd(tarred()) + b"evil", says="bytes follow the end"),
    "tar.zst: a frame to skip behind it": Hostile(
        make=lambda: zstd(tarred()) + b"\x50\x2a\x4d\x18\4\0\0\0evil", says="bytes follow the end"
    ),
    "tar.zst: a frame to skip before it": Hostile(
        make=lambda: b"\x50\x2a\x4d\x18\4\0\0\0evil" + zstd(tarred()), says="neither a ZIP file nor a tar"
    ),
    "tar.zst: cut": Hostile(make=lambda: zstd(tarred())[:-6], says="end too early"),
    "tar.zst: needs a dictionary": Hostile(make=lambda: b"\x28\xb5\x2f\xfd\x01\0" + bytes(20), says="way that is not"),
    "7z": Hostile(make=lambda: b"7z\xbc\xaf\x27\x1c" + bytes(600), says="is a 7z archive"),
    "RAR": Hostile(make=lambda: b"Rar!\x1a\7\1\0" + bytes(600), says="is a RAR archive"),
    "tar.xz": Hostile(make=lambda: b"\xfd7zXZ\0" + bytes(600), says="compressed by xz"),
    "a page in its place": Hostile(make=lambda: b"<html>quota exceeded</html>" * 40, says="neither a ZIP file nor"),
    "nothing": Hostile(make=lambda: b"", says="neither a ZIP file nor"),
}  # fmt: skip

NOT_AS_LISTED = {
    "another file than listed": Hostile(
        make=lambda: zipped(E(f"{TOP}/a", b"evil"), names=("a",)), says="has the SHA-256",
        unpacking_says="1 file is not as MANIFEST.sha256 lists: 'a' .SHA-256", rule=DIFFERS,
    ),
    "a file that is not listed": Hostile(
        make=lambda: gzip.compress(tarred(T(f"{TOP}/a"))), says="not listed", rule=DIFFERS
    ),
    "a file that is missing": Hostile(
        make=lambda: zstd(tarred(names=("a",))), says="missing", unpacking_says="listed and missing", rule=DIFFERS
    ),
    "a list of lines without end": Hostile(
        make=lambda: zipped_list(b"\n" * (30 * MIB)), says="31457280 lines", rule=DIFFERS
    ),
}  # fmt: skip


def zipped_list(data: bytes) -> bytes:
    """A package whose list of digests is `data`."""
    return Z([E(f"{TOP}/MANIFEST.sha256", data, method=8), E(f"{TOP}/rra.yaml", RRA)]).bytes()


def long_list(lines: int) -> bytes:
    return zipped_list(b"".join(b"0" * 64 + b"  %07d%s\n" % (n, b"n" * 400) for n in range(lines)))


def bomb(size: int, said: int | None = None) -> E:
    return E(f"{TOP}/bomb", b"", method=8, packed=zeros(size), size=size if said is None else said)


def says_more(entries: int) -> bytes:
    """A package whose end says that it has so many entries."""
    whole = zipped()
    size, offset = struct.unpack_from("<2L", whole, len(whole) - 10)
    wide = wide_end(at=len(whole) - 22, entries=entries, size=size, offset=offset)
    return zipped(archive=Z([], count=0xFFFF, here=0xFFFF, before_end=wide))


def deep(number: int) -> str:
    return f"{TOP}/{number:05x}/" + "/".join("a" * 490)


DANGEROUS = {
    "zip: a bomb": Hostile(make=lambda: zipped(bomb(1024 * MIB)), says="bytes when it is unpacked"),
    "zip: a bomb that says it is small": Hostile(
        make=lambda: zipped(bomb(1024 * MIB, 34), names=("bomb",)), says="holds more bytes than it says"
    ),
    "zip: a thousand small bombs": Hostile(
        make=lambda: zipped(
            *(E(f"{TOP}/{n}", b"", method=8, packed=zeros(MIB), size=MIB) for n in range(1000))
        ),
        says="bytes when it is unpacked",
    ),
    "zip: a thousand entries in one place": Hostile(
        make=lambda: zipped(
            E(f"{TOP}/a", b"", method=8, packed=zeros(MIB), size=MIB),
            *(E(f"{TOP}/{n}", b"", method=8, packed=b"", packed_size=1100, size=MIB, offset=0) for n in range(1000)),
        ),
        says="another name in the header before it|shares bytes",
    ),
    "zip: more entries than are taken": Hostile(
        make=lambda: says_more(2**40), says="1099511627776 entries; 100000 are taken at most"
    ),
    "zip: names without end": Hostile(
        make=lambda: zipped(*(E(f"{TOP}/{n:05}{'n' * 60_000}", b"") for n in range(600))), says="bytes of names"
    ),
    "zip: folders without end": Hostile(
        make=lambda: zipped(*(E(deep(n), b"") for n in range(10_000))), says="folders or more"
    ),
    "tar: folders without end": Hostile(
        make=lambda: gzip.compress(tarred(*(T("L", deep(n).encode() + b"\0", b"L") if m else T("a", b"")
                                            for n in range(2_000) for m in (True, False))), 1),
        says="folders or more",
    ),
    "tar: one name a hundred thousand times": Hostile(
        make=lambda: gzip.compress(tarred(end=T(f"{TOP}/a", b"").bytes() * 99_000 + bytes(1024)), 1),
        says="stands twice",
    ),
    "tar: headers without end": Hostile(
        make=lambda: gzip.compress(tarred(end=T("L", b"x\0", b"L").bytes() * 100_001), 1),
        says="headers before one member",
    ),
    "tar: records without end": Hostile(
        make=lambda: gzip.compress(
            tarred(end=(pax(record("a", "b") * 140_000).bytes() + T(f"{TOP}/a", b"").bytes()) * 200), 1
        ),
        says="further records or more",
    ),
    "tgz: a bomb": Hostile(
        make=lambda: gzipped_zeros(tarred(end=T(f"{TOP}/bomb", b"", size=1024 * MIB).bytes()), 1024 * MIB, bytes(1024)),
        says="bytes when it is unpacked",
    ),
    "tgz: nothing without end behind the end": Hostile(
        make=lambda: gzipped_zeros(tarred(), 1024 * MIB), says="bytes of nothing or more behind its end"
    ),
    "tar.zst: a bomb": Hostile(
        make=lambda: zstd_of_zeros(tarred(end=T(f"{TOP}/bomb", b"", size=1024 * MIB).bytes()), 1024 * MIB),
        says="bytes when it is unpacked",
    ),
    "tar.zst: a window of 2 GiB": Hostile(make=lambda: zstd_window(31), says="more than 128 MiB to decompress"),
    "tar.zst: a window of 256 MiB": Hostile(make=lambda: zstd_window(28), says="more than 128 MiB to decompress"),
    "tar.zst: the widest window": Hostile(make=lambda: zstd_window(27), says="ends too early"),
    "a list that is too long": Hostile(make=lambda: long_list(90_000), says="bytes of MANIFEST", rule=DIFFERS),
    "a list of what is not there": Hostile(
        make=lambda: long_list(88_000), says="88000 lines of MANIFEST.sha256 for far fewer", rule=DIFFERS
    ),
}  # fmt: skip
"""What may take time or memory, where a reader is careless."""

CORPUS = {
    **NAMES_IN_ZIP, **ENTRIES_OF_ZIP, **WHOLE_ZIPS, **MEMBERS_OF_TAR, **WHOLE_TARS, **NOT_AS_LISTED, **DANGEROUS
}  # fmt: skip

LINKED = {
    "zip": lambda: zipped(E(f"{TOP}/l", b"rra.yaml", LINK), names=("l",)),
    "tar": lambda: tarred(link(b"rra.yaml"), names=("l",)),
    "tar, a hard link": lambda: tarred(T(f"{TOP}/l", b"", b"1", target=f"{TOP}/rra.yaml".encode()), names=("l",)),
}
"""Links that lead to files of the package: a validator looks past them, and they are not unpacked."""


def nested() -> bytes:
    """A package that holds packages that unpack to very much; they are files like others, and stay closed."""
    inner = {
        "bomb.zip": Z([E("bomb", b"", method=8, packed=zeros(64 * MIB), size=64 * MIB)]).bytes(),
        "bomb.gz": gzipped_zeros(b"", 64 * MIB),
        "bomb.zip.gz": gzip.compress(Z([E("bomb", b"", method=8, packed=zeros(64 * MIB), size=64 * MIB)]).bytes()),
    }
    files = {"rra.yaml": RRA, **inner}
    return tar(*(T(f"{TOP}/{name}", data) for name, data in files.items()), T(f"{TOP}/MANIFEST.sha256", listed(files)))
