"""Single files out of an archive of strangers, of every kind that is read; no name of it becomes a path on disk."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.held import Held
from reprobridge_spec.archive.kinds_of_archive import open_held
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.rules.near_path import near_path
from reprobridge_spec.rules.nearest import one_of

OF_DATA = Limits(entries=2_000_000, total=2 << 40, names=512 << 20)
"""What is taken of archives of data, which hold more and larger files than packages do."""
_MANY = 12


def take_members(
    archive: Path, members: Mapping[str, Path], spool: Path, limits: Limits = OF_DATA, *, all_there: bool = True
) -> None:
    """Writes files of `archive` to where `members` says.

    All its members are judged, also those that nobody asks for: an archive that climbs is not taken in parts.

    Args:
        archive: a ZIP file or a tar archive, however it is compressed.
        members: for each path inside the archive, the new file that gets its bytes.
        spool: an empty folder, for what has to wait.
        limits: the most that is taken.
        all_there: whether it has to hold all of them; else those that it lacks are passed over.

    Raises:
        ArtifactError: it is no archive that is read, is damaged, holds what is refused, or lacks a file.
        NotDoneError: it cannot be read.
        OSError: a file cannot be written.
    """
    held = open_held(archive, limits, is_release=True)
    try:
        there = [path for path in members if all_there or _is_file(held, path)]
        for path in there:
            _refuse_lacking(held, path)
        if there:
            held.bring(spool)
        for path in there:
            held.write(path, str(members[path]))
    finally:
        held.close()


def take_by_digest(archive: Path, members: Mapping[str, Path], spool: Path, limits: Limits = OF_DATA) -> int:
    """Writes those files of `archive` that have digests which are asked for, whatever they are called there.

    Args:
        archive: as `take_members` takes it.
        members: for each SHA-256, the new file that gets the bytes.
        spool: an empty folder, for what has to wait.
        limits: the most that is taken.

    Returns:
        How many files were looked at.

    Raises:
        ArtifactError: it is no archive that is read, is damaged, or holds what is refused.
        NotDoneError: it cannot be read.
        OSError: a file cannot be written.
    """
    held = open_held(archive, limits, is_release=True)
    left = dict(members)
    try:
        held.look()
        files = [path for path in held.entries if _is_file(held, path)]
        found = {path: place for path in files if (place := left.pop(held.sha256(path), None))}
        if found:
            held.bring(spool)
        for path, place in found.items():
            held.write(path, str(place))
        return len(files)
    finally:
        held.close()


def _is_file(held: Held, path: str) -> bool:
    entry = held.entries.get(path)
    return entry is not None and entry.kind is Kind.FILE and path not in held.unusual


def _refuse_lacking(held: Held, path: str) -> None:
    if _is_file(held, path):
        return
    if path in held.entries:
        why = held.unusual.get(path, "is a link")
        raise ArtifactError(f"{path!r} {why}", hint="Give the path of a file.", place=held.file)
    files = [name for name, there in held.entries.items() if there.kind is Kind.FILE]
    below = [name for name in files if name.endswith(f"/{path}")]
    if len(below) == 1:
        hint = f"Did you mean `{below[0]}`?"
    else:
        hint = one_of(path, files) if len(files) <= _MANY else near_path(path, files, otherwise="List its files.")
    raise ArtifactError(f"{path!r} is not in it, which holds {len(files)} files", hint=hint, place=held.file)
