"""In what a file differs from the one that is meant, as far as its bytes say: nobody knows the other's."""

import hashlib
import zlib
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.landing import Wanted
from reprobridge_spec.environments.transfer.instead import HEAD, instead_of

_LARGEST_TEXT = 64 << 20
_MOST_UNPACKED = 4 << 30
_GZIP = b"\x1f\x8b"
_UNFINISHED = (".part", ".crdownload", ".download", ".partial", ".aria2")


def what_is_wrong(path: Path, file: Wanted) -> str:
    """What can be told of the file at `path`, which is not `file`, with both digests.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as source:
        head = source.read(HEAD)
    found = f"expected {file.sha256}, found {digest.of_file(path)}"
    size = path.stat().st_size
    return f"{path.name!r} ({size:,} bytes) {_guess(path, file, head)}: {found}"


def _guess(path: Path, file: Wanted, head: bytes) -> str:
    name = file.path or file.name
    if path.name.endswith(_UNFINISHED):
        return "is a download that did not come to its end"
    if instead := instead_of("", head):
        return f"is {instead.what}"
    if head.startswith(_GZIP) and _unpacked_digest(path) == file.sha256:
        return "is compressed; unpack it with gunzip"
    if name.endswith(".gz") and not head.startswith(_GZIP):
        return "is not compressed, and should be: some browsers unpack what they download"
    if path.stat().st_size <= _LARGEST_TEXT and _with_unix_lines(path) == file.sha256:
        return "has other line ends, and nothing else: a copy or an editor changed them"
    return "has another digest"


def _with_unix_lines(path: Path) -> str:
    return digest.of_bytes(path.read_bytes().replace(b"\r\n", b"\n"))


def _unpacked_digest(path: Path) -> str:
    sha, inflater, left = hashlib.sha256(), zlib.decompressobj(16 + zlib.MAX_WBITS), _MOST_UNPACKED
    try:
        with path.open("rb") as source:
            while not inflater.eof and left > 0:
                piece = inflater.decompress(inflater.unconsumed_tail or source.read(digest.CHUNK), digest.CHUNK)
                if not piece and not inflater.unconsumed_tail and source.tell() == path.stat().st_size:
                    break
                left -= len(piece)
                sha.update(piece)
    except zlib.error:
        return ""
    return sha.hexdigest() if inflater.eof else ""
