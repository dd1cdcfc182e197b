"""Tells what an archive is by its bytes, however it is named, and opens what is read."""

from pathlib import Path

from reprobridge_spec.archive.compression import Compression
from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.held import Held
from reprobridge_spec.archive.package_names import SUFFIXES
from reprobridge_spec.archive.refusal import damaged
from reprobridge_spec.archive.tar_contents import TarContents
from reprobridge_spec.archive.tar_header import BLOCK, parse
from reprobridge_spec.archive.zip_contents import ZipContents
from reprobridge_spec.archive.zip_end import has_end

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OTHERS = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    Compression.XZ.value: "compressed by xz",
    Compression.BZIP2.value: "compressed by bzip2",
}
_OF_RELEASES = (Compression.XZ, Compression.BZIP2)
_SUFFIXES_OF_RELEASES = (".tar.xz", ".tar.bz2")


def open_held(path: Path, limits: Limits | None = None, *, is_release: bool = False) -> Held:
    """The members of the archive at `path`, which the caller closes.

    Args:
        path: the archive.
        limits: the most that is taken.
        is_release: whether it may also be compressed as no package is, by xz or bzip2.

    Raises:
        NoArtifactError: there is no file.
        ArtifactError: it is no archive that is read, or is a ZIP file that is damaged or holds what is refused.
        NotDoneError: it cannot be read.
    """
    file = FileOnDisk(path)
    try:
        return _held(file, limits or Limits(), is_release=is_release)
    except BaseException:
        file.close()
        raise


def _held(file: FileOnDisk, limits: Limits, *, is_release: bool) -> Held:
    head = file.read_at(0, BLOCK)
    if head.startswith(_ZIP):
        return ZipContents(file, limits)
    compression = _compression(head, file, is_release=is_release)
    if compression is not Compression.NONE or _is_tar(head):
        return TarContents(file, compression, limits)
    if has_end(file.read_at, file.length):
        return ZipContents(file, limits)  # something stands before it, of which its reader tells
    raise damaged(file.name, "it is neither a ZIP file nor a tar archive")


def _compression(head: bytes, file: FileOnDisk, *, is_release: bool) -> Compression:
    for compression in _OF_RELEASES if is_release else ():
        if head.startswith(compression.value):
            return compression
    for mark, what in _OTHERS.items():
        if head.startswith(mark):
            read = (*SUFFIXES, *_SUFFIXES_OF_RELEASES) if is_release else SUFFIXES
            raise damaged(file.name, f"it is {what}, which is not read; {', '.join(read)} are")
    if head.startswith(Compression.GZIP.value):
        return Compression.GZIP
    return Compression.ZSTD if head.startswith(Compression.ZSTD.value) else Compression.NONE


def _is_tar(head: bytes) -> bool:
    if len(head) < BLOCK:
        return False
    try:
        return head == bytes(BLOCK) or parse(head) is not None
    except ValueError:
        return False
