"""Opens a package of any kind that is read, by its first bytes, however it is named."""

from pathlib import Path

from reprobridge_spec.archive.compression import Compression
from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.held import Held
from reprobridge_spec.archive.package_files import PackageFiles, root_of
from reprobridge_spec.archive.package_names import SUFFIXES
from reprobridge_spec.archive.refusal import damaged
from reprobridge_spec.archive.tar_contents import TarContents
from reprobridge_spec.archive.tar_header import BLOCK
from reprobridge_spec.archive.zip_contents import ZipContents

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OTHERS = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    Compression.XZ.value: "compressed by xz",
    Compression.BZIP2.value: "compressed by bzip2",
}
_OF_RELEASES = (Compression.XZ, Compression.BZIP2)
_SUFFIXES_OF_RELEASES = (".tar.xz", ".tar.bz2")
_HEAD = 8


def open_package(path: Path, limits: Limits | None = None) -> PackageFiles:
    """The artifact in the package at `path`, which the caller closes by a `with` block.

    Nothing is unpacked. Every member was looked at and read once.

    Raises:
        NoArtifactError: there is no file, or no artifact in it.
        ArtifactError: it is no package, is damaged, or holds what is refused; every such member is named.
        NotDoneError: it cannot be read.
    """
    held = open_archive(path, limits)
    try:
        return PackageFiles(held, root_of(held))
    except BaseException:
        held.close()
        raise


def open_archive(path: Path, limits: Limits | None = None, *, is_release: bool = False) -> Held:
    """The members of the archive at `path`, which the caller closes.

    Args:
        path: the archive.
        limits: the most that is taken.
        is_release: whether it may also be compressed as no package is, by xz or bzip2.

    Raises:
        NoArtifactError: there is no file.
        ArtifactError: it is no archive that is read, is damaged, or holds what is refused.
        NotDoneError: it cannot be read.
    """
    limits = limits or Limits()
    file = FileOnDisk(path)
    try:
        head = file.read_at(0, _HEAD)
        if not head.startswith(_ZIP):
            return TarContents(file, _compression(head, file, is_release=is_release), limits)
    except BaseException:
        file.close()
        raise
    file.close()
    return ZipContents(path, limits)


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
    if head.startswith(Compression.ZSTD.value):
        return Compression.ZSTD
    if file.length < BLOCK:
        raise damaged(file.name, "it is neither a ZIP file nor a tar archive")
    return Compression.NONE
