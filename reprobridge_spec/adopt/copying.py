"""The files of a release, byte for byte, in a new code folder."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.documents.files import ArtifactFiles, Entry, Kind
from reprobridge_spec.errors import ArtifactError

Told = Callable[[int, int], None]
"""Takes how many files are written, of how many."""
_STEP = 512
_PLAIN, _EXECUTABLE = 0o644, 0o755
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def copy(files: ArtifactFiles, folder: Path, told: Told) -> Iterator[Fact]:
    """Write every file of a release below `folder`, which is new; tells what cannot be part of an artifact.

    Links come last, so that no file is written through one.

    Raises:
        OSError: a file cannot be read or written.
        ArtifactError: the release holds two things at one path, or a file of it is not there.
    """
    made: set[str] = {""}
    entries = [(path, entry) for path, entry in files.entries.items() if not artifact_path.fault_in(path)]
    entries.sort(key=lambda one: one[1].kind is not Kind.FILE)
    for count, (path, entry) in enumerate(entries, start=1):
        if count % _STEP == 0:
            told(count, len(entries))
        if entry.kind is Kind.OTHER:
            continue
        try:
            _make_folder(folder, path.rpartition("/")[0], made)
            _write(files, path, entry, folder / path)
        except (FileExistsError, NotADirectoryError) as error:
            raise ArtifactError("the release holds two things at one path", hint="Mend it.", place=path) from error
    told(len(entries), len(entries))
    for path in files.entries:
        if fault := artifact_path.fault_in(path):
            yield Fact(Topic.UNREAD, f"a file was left out: its path {fault}", Place(path), "Rename it in the release.")


def _make_folder(root: Path, folder: str, made: set[str]) -> None:
    if folder not in made:
        _make_folder(root, folder.rpartition("/")[0], made)
        (root / folder).mkdir()
        made.add(folder)


def _write(files: ArtifactFiles, path: str, entry: Entry, target: Path) -> None:
    if entry.kind is Kind.LINK:
        target.symlink_to(entry.target or os.fsdecode(files.read(path, artifact_path.MAX_BYTES)))
        return
    descriptor = os.open(target, _NEW, _EXECUTABLE if entry.executable else _PLAIN)
    try:
        for piece in files.pieces(path):
            _all(descriptor, piece)
    finally:
        os.close(descriptor)


def _all(descriptor: int, piece: bytes) -> None:
    view = memoryview(piece)
    while view:
        view = view[os.write(descriptor, view) :]
