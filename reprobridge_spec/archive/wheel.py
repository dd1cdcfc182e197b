"""Single files out of a wheel, which is a ZIP archive of a stranger; nothing is installed or executed."""

import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.kinds_of_archive import open_held
from reprobridge_spec.errors import ArtifactError

_CHUNK = 1 << 20
_ENCRYPTED = 0x1
MAX_MEMBER_BYTES = 64 << 30
"""The largest file that is taken out of a wheel."""
_LIMITS = Limits(total=2 * MAX_MEMBER_BYTES)


def extract_members(wheel: Path, members: Mapping[str, Path], *, limit: int = MAX_MEMBER_BYTES) -> None:
    """Writes files of `wheel` to where `members` says.

    Only the paths that are asked for are read, and only the caller's paths are written; no name of the archive becomes
    a path on disk.

    Args:
        wheel: the archive.
        members: for each path inside the archive, the new file that gets its bytes.
        limit: bytes that one file may have once it is unpacked.

    Raises:
        ArtifactError: it is no ZIP archive or a damaged one, has no such file or has it twice, or holds a link, an
            encrypted file, or one that is longer than `limit` or than it says.
        OSError: a file cannot be written.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            found = _find(archive, members, limit)
            for path, target in members.items():
                _extract(archive, found[path], target, limit)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError) as error:
        raise ArtifactError(
            f"{wheel.name} is no readable wheel: {error}", hint="Get the wheel again, and compare its digest."
        ) from error


def refuse_unsafe(wheel: Path) -> None:
    """Nothing where all of `wheel` is whole and would stay where it is unpacked.

    Raises:
        ArtifactError: it is no archive or a damaged one, or holds what leads out of it, a link or something twice.
        NotDoneError: it cannot be read.
    """
    held = open_held(wheel, _LIMITS)
    try:
        held.look()
    finally:
        held.close()


def _find(archive: zipfile.ZipFile, members: Mapping[str, Path], limit: int) -> dict[str, zipfile.ZipInfo]:
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in archive.infolist():
        if entry.filename not in members:
            continue
        if entry.filename in found:
            raise _error(archive, entry.filename, "stands twice in it")
        if entry.flag_bits & _ENCRYPTED:
            raise _error(archive, entry.filename, "is encrypted")
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise _error(archive, entry.filename, "is a link")
        if entry.file_size > limit:
            raise _error(archive, entry.filename, f"is longer than {limit} bytes")
        found[entry.filename] = entry
    for path in members:
        if path not in found:
            raise _error(archive, path, "is not in it")
    return found


def _extract(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, limit: int) -> None:
    left = limit
    with archive.open(entry) as source, target.open("xb") as sink:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise _error(archive, entry.filename, f"is longer than {limit} bytes")
            sink.write(chunk)


def _error(archive: zipfile.ZipFile, path: str, reason: str) -> ArtifactError:
    name = Path(archive.filename or "the wheel").name
    return ArtifactError(
        f"{path!r} {reason} ({name})", hint="Give the path as it stands in the wheel; `python -m zipfile -l` lists it."
    )
