"""An artifact on a disk with files that give somebody away, or look so."""

import bz2
import gzip
import html
import io
import json
import lzma
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

MANIFEST = """\
rra: "1.0"
id: one-number
version: "0.1.0"
title: One number, measured again
level: draft
"""
CODE = "codebase: {path: code, relation: original}\n"


def write(folder: Path, files: Mapping[str, bytes], manifest: str = MANIFEST + CODE) -> Path:
    """A new artifact with the files."""
    for path, data in {"rra.yaml": manifest.encode(), **files}.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return folder


def all_texts(data: bytes) -> str:
    """Whatever a person could read in a file with the programs of others, in small letters."""
    return "\n".join(_texts(data)).lower()


def _texts(data: bytes) -> Iterator[str]:
    for encoding in ("utf-8", "utf-16-le", "utf-16-be", "latin-1"):
        read = data.decode(encoding, "replace")
        yield read
        if encoding == "utf-8":
            yield html.unescape(unquote(read))
            yield re.sub(r"\\\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), read)
            yield re.sub(r"[{}\\\\'\"]", "", read)
    with suppress(ValueError):
        yield json.dumps(json.loads(data), ensure_ascii=False)
    for number in re.findall(rb"<([0-9A-F]{8,})", data, re.IGNORECASE):
        yield bytes.fromhex(number.decode()[: len(number) // 2 * 2]).decode("utf-16-be", "replace")
    for inside in _unpacked(data):
        yield from _texts(inside)


def _unpacked(data: bytes) -> Iterator[bytes]:
    for place in re.finditer(rb"zTXt|iTXt", data):
        for start in range(place.end(), place.end() + 40):
            with suppress(zlib.error):
                yield zlib.decompressobj().decompress(data[start:])
    with suppress(OSError, EOFError):
        yield gzip.decompress(data)
    with suppress(OSError, ValueError):
        yield bz2.decompress(data)
    with suppress(lzma.LZMAError):
        yield lzma.decompress(data)
    with suppress(zipfile.BadZipFile), zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        for member in archive.infolist():
            yield member.filename.encode()
            yield archive.read(member)
    if data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as members:
            for info in members:
                yield f"{info.name} {info.uname} {info.gname}".encode()
                extracted = members.extractfile(info)
                yield extracted.read() if extracted else b""
