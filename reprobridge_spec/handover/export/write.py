"""Puts what an exporter made in its place: whole or not at all, and never over another file."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.handover.export.base import Content, FileOf
from reprobridge_spec.replacement import new_folder, replacing_file

_EXECUTABLE = 0o111


def is_there(target: Path, data: bytes) -> bool:
    """Whether the very same file stands there already.

    Raises:
        NotDoneError: what stands there cannot be read.
    """
    try:
        return target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError as error:
        raise NotDoneError(
            f"it cannot be read: {error.strerror or error}", hint="Name another place with -o.", place=str(target)
        ) from error


def write_file(target: Path, data: bytes) -> None:
    """One file, in the place of what stands there.

    Raises:
        UsageError: `target` is no file, or lies in no folder.
        NotDoneError: it cannot be written.
    """
    with replacing_file(target) as sink:
        sink.write(data)


def write_folder(target: Path, contents: Mapping[str, Content], files: ArtifactFiles) -> None:
    """A new folder.

    Args:
        target: the folder, which is not there yet or is empty.
        contents: its files by path.
        files: the artifact's, which some of them are.

    Raises:
        UsageError: something stands at `target`.
        ArtifactError: a file of the artifact changes while it is copied.
        NotDoneError: it cannot be written, or a file of the artifact cannot be read.
    """
    with new_folder(target) as folder:
        for path, content in contents.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, FileOf):
                _copy(content.path, files, place)
            else:
                place.write_bytes(content)


def _copy(path: str, files: ArtifactFiles, place: Path) -> None:
    hashed = hashlib.sha256()
    with place.open("wb") as sink:
        for piece in files.pieces(path):
            hashed.update(piece)
            sink.write(piece)
    if hashed.hexdigest() != files.sha256(path):
        raise ArtifactError(
            f"{path} changed while it was exported",
            hint="Wait until nothing writes into the artifact, then export again.",
            place=path,
        )
    if files.entries[path].executable:
        place.chmod(place.stat().st_mode | _EXECUTABLE)
