"""Documents and archives, changed byte by byte: the same number gives the same bytes on every machine."""

import gzip
import io
import random
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import zstandard

from reprobridge_spec import resources
from reprobridge_spec.schemas import kinds, kinds_beside
from reprobridge_spec.schemas.kinds import Kind

TESTS = Path(__file__).parents[1]
BASES = resources.folder("conformance") / "base"
SMALL = "shipped-score"
WHOLE = (SMALL, "minimal", "gated", "chain", "repaired")
"""Artifacts with and without evidence, inputs of other experiments, and a change record."""
TOKENS = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r\n", b"\t", b"\x85", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"&a ", b"*a", b"!!python/object/apply:os.system ", b"<<: ", b"? ", b"- " * 60, b"[" * 60, b"{" * 60, b"{a: " * 60,
    b"|\n", b">-\n", b"---\n", b"...\n", b"%YAML 9.9\n", b"'", b'"', b"#", b": ", b"~", b"null", b"yes", b"0x1F",
    b"1e400", b"-0", b"9" * 500, b"NaN", b"Infinity", b"0005747", b"2024-02-30", b"\\ud800", b"\\u0000", b"../",
    b"/etc/", b"x-", b"rra: '9.9'\n", b"seeds: [0]\n", b"PK\1\2", b"PK\3\4", b"PK\5\6", b"PK\6\6", b"ustar\0",
    b"ustar  \0", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\xff" * 8, b"\x80" + b"\0" * 11, b"7777777777\0", b"\0" * 512,
    b"././@LongLink\0", b"27 path=../../../etc/passwd\n", b"30 GNU.sparse.major=1\n",
)  # fmt: skip

VALUES = (
    b"", b"~", b"null", b"yes", b"3.10", b"1e400", b"-1", b"0", b"[]", b"{}", b"[[]]", b"{a: {b: c}}", b"[0, 0, 1]",
    b"x" * 300,
    b"'\\0'", b'"\\0"', b'"\\ud800"', b"../../etc", b"/etc/passwd", b"code", b".", b"**", b"a/b", b"a/b/c", b"\xc3\xa9",
    b"1.0",
    b'"[" ', b"(a+)+$", b"1e5", b"99999999999999999999", b"0.1 GiB", b"10min", b"2024-02-30", b"doi:10.1/x", b"0" * 64,
    b"git@host:x", b"http://[::1", b"[seeds]", b"preserved", b"executed", b"!!x y", b"&a b", b"*a",
)  # fmt: skip
"""What stands for values in documents."""
_REWORDED = 0.7


@dataclass(frozen=True, slots=True)
class Case:
    """Changed bytes, and what they were.

    Attributes:
        name: of the document or the archive.
        kind: of the document; None for an archive.
    """

    name: str
    data: bytes
    kind: Kind[Any] | None = None


def case(seed: int) -> Case:
    """The case of a number."""
    chance = random.Random(seed)  # noqa: S311 (the same on every machine, and no secret)
    return chance.choices([_document, _whole, _archive, _inside], weights=[5, 2, 2, 2])[0](chance)


def changed(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """`data` after a few changes."""
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8, 30])):
        data = chance.choice(CHANGES)(data, chance, others)
    return data


def _flip(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    if not data:
        return data
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def _set(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]


def _cut(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _drop(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    begin = chance.randrange(len(data) + 1)
    return data[:begin] + data[begin + chance.randrange(1, 200) :]


def _insert(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(TOKENS) + data[place:]


def _overwrite(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    token = chance.choice(TOKENS)
    return data[:place] + token + data[place + len(token) :]


def _repeat(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    begin = chance.randrange(len(data) + 1)
    part = data[begin : begin + chance.randrange(1, 300)]
    return data[:begin] + part * chance.choice([2, 3, 50]) + data[begin:]


def _splice(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    other = chance.choice(others)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _lines(data: bytes, chance: random.Random, _: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[first] = chance.choice([lines[second], b"  " + lines[first], lines[first].lstrip(), b""])
    return b"\n".join(lines)


CHANGES: tuple[Callable[[bytes, random.Random, list[bytes]], bytes], ...] = (
    _flip, _set, _cut, _drop, _insert, _overwrite, _repeat, _splice, _lines,
)  # fmt: skip


def _reworded(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """`data` with values of other lines, or of other documents, or nonsense in the place of some of its values."""
    lines = data.split(b"\n")
    for _ in range(chance.choice([1, 1, 2, 4])):
        places = [number for number, line in enumerate(lines) if b": " in line]
        if not places:
            break
        place = chance.choice(places)
        key, _, value = lines[place].partition(b": ")
        other = chance.choice(chance.choice([data, *others]).split(b"\n")).partition(b": ")
        match chance.randrange(5):
            case 0:
                lines[place] = key + b": " + chance.choice(VALUES)
            case 1:
                lines[place] = key + b": " + other[2]
            case 2:
                lines[place] = key[: len(key) - len(key.lstrip())] + other[0].lstrip() + b": " + value
            case 3:
                del lines[place]
            case _:
                lines[place] = key + b": " + value.swapcase()
    return b"\n".join(lines)


def _changed_document(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    change = _reworded if chance.random() < _REWORDED else changed
    return change(data, chance, others)[: 1 << 20]


def _document(chance: random.Random) -> Case:
    name, kind, data = chance.choice(documents())
    return Case(name, _changed_document(data, chance, [other for _, _, other in documents()]), kind)


def _archive(chance: random.Random) -> Case:
    name = chance.choice(sorted(archives()))
    return Case(name, changed(archives()[name], chance, list(archives().values())))


def _inside(chance: random.Random) -> Case:
    """An archive whose bytes are changed before they are compressed, with sums of headers that fit again."""
    plain = archives()["a.tar"]
    data = bytearray(changed(plain, chance, [plain]))
    if chance.random() < 0.8:
        for at in range(0, len(data) - 511, 512):
            if data[at + 257 : at + 262] == b"ustar":
                data[at + 148 : at + 156] = b" " * 8
                data[at + 148 : at + 156] = b"%06o\0 " % sum(data[at : at + 512])
    name = chance.choice(["a.tar", "a.tgz", "a.tar.zst"])
    return Case(name, _compressed(name, bytes(data)))


def _whole(chance: random.Random) -> Case:
    """An artifact one of whose files is changed, in an archive that is as it should be."""
    files = dict(files_of(chance.choice(WHOLE)))
    path = chance.choice(["rra.yaml", "rra.yaml", *sorted(files)])
    files[path] = _changed_document(files[path], chance, [data for _, _, data in documents()])
    return Case("a.tar", tar_of(files))


def _compressed(name: str, data: bytes) -> bytes:
    if name.endswith(".tgz"):
        return gzip.compress(data, 1, mtime=0)
    return zstandard.ZstdCompressor(1).compress(data) if name.endswith(".zst") else data


@cache
def documents() -> list[tuple[str, Kind[Any], bytes]]:
    """Name, kind and bytes of every document of the examples and the tests."""
    examples = resources.folder("schema") / "1.0" / "examples"
    by_name = {kind.name: kind for kind in kinds_beside.ALL}
    found = [(path, by_name[path.stem]) for path in sorted(examples.iterdir()) if path.stem in by_name]
    manifests = sorted((TESTS / "unit" / "schemas" / "documents").glob("*.rra.yaml"))
    found += [(path, kinds.MANIFEST) for path in [*manifests, BASES / SMALL / "rra.yaml"]]
    return [(path.name, kind, path.read_bytes()) for path, kind in found]


@cache
def files_of(name: str) -> dict[str, bytes]:
    """The files of an artifact of the suite."""
    base = BASES / name
    return {path.relative_to(base).as_posix(): path.read_bytes() for path in sorted(base.rglob("*")) if path.is_file()}


@cache
def archives() -> dict[str, bytes]:
    """Packages of a small artifact, of each kind."""
    plain = tar_of(files_of(SMALL))
    packed = {name: _compressed(name, plain) for name in ("a.tar", "a.tgz", "a.tar.zst")}
    for name, method in (("stored.zip", zipfile.ZIP_STORED), ("deflated.zip", zipfile.ZIP_DEFLATED)):
        sink = io.BytesIO()
        with zipfile.ZipFile(sink, "w", method) as archive:
            for path, data in files_of(SMALL).items():
                archive.writestr(zipfile.ZipInfo(f"a/{path}"), data, method)
        packed[name] = sink.getvalue()
    return packed


def tar_of(files: dict[str, bytes]) -> bytes:
    """A tar archive with a top folder, as another program writes it."""
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, data in files.items():
            member = tarfile.TarInfo(f"a/{path}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return sink.getvalue()
