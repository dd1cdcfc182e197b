"""Repairs worked out and written: look, repair what is safe, look again, until nothing more changes."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.findings import Finding, Report
from reprobridge_spec.fixes.draft import Change, Draft, changed_meanwhile
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.replacement import replacing_file

ROUNDS = 6
"""A repair may lay another one open; more than these hide behind one another in no document that was seen."""

Check = Callable[[ArtifactFiles], Report]
"""Validates the files of an artifact, as the caller wants it done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """What came of repairs.

    Attributes:
        done: findings that are repaired, in the order in which that happened; their places are those before.
        changes: what becomes of each file, by path in the artifact.
        left: the report of the artifact with all repairs.
    """

    done: tuple[Finding, ...]
    changes: dict[str, Change]
    left: Report


def work_out(files: ArtifactFiles, check: Check, rounds: int = ROUNDS) -> Fixed:
    """What can be repaired without asking; nothing is written.

    Args:
        files: the artifact's files.
        check: validates them.
        rounds: how often to look again.

    Raises:
        NotDoneError: a file changed meanwhile.
    """
    draft = Draft(files)
    done: list[Finding] = []
    left = check(draft)
    for _ in range(rounds):
        made = draft.repair(left.findings)
        if not made:
            break
        done += made
        left = check(draft)
    changes = {path: change for path, change in draft.changes.items() if _alters(files, path, change)}
    return Fixed(done=tuple(done), changes=changes, left=left)


def write(root: Path, fixed: Fixed) -> None:
    """Write what was worked out of the files in the folder `root`.

    Every file is written whole or not at all, and keeps its mode; links are not followed, and nothing outside the
    folder is touched.

    Raises:
        NotDoneError: a file changed meanwhile, in which case nothing is written; or one cannot be written.
    """
    for path, change in fixed.changes.items():
        with _opened(root, path) as file:
            _compare(file, path, change)
    for path, change in fixed.changes.items():
        with _opened(root, path) as file:
            mode = _compare(file, path, change)
            if change.executable:
                # for those who may read it
                mode |= (mode & 0o444) >> 2
            if change.after == change.before:
                os.fchmod(file.fileno(), mode)
                continue
            with replacing_file(root / PurePosixPath(path)) as new:
                os.fchmod(new.fileno(), mode)
                new.write(change.after)


def _alters(files: ArtifactFiles, path: str, change: Change) -> bool:
    return change.before != change.after or (change.executable and not files.entries[path].executable)


@contextmanager
def _opened(root: Path, path: str) -> Iterator[BinaryIO]:
    """A plain file of the artifact, open for reading; no link is followed on the way to it."""
    if artifact_path.fault_in(path):
        raise _refused(path, "it is no path inside the artifact")
    place = root / PurePosixPath(path)
    try:
        if place.parent.resolve() != root.resolve() / PurePosixPath(path).parent:
            raise _refused(path, "a link leads to it")
        descriptor = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise _refused(path, error.strerror or str(error)) from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _refused(path, "it is no plain file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def _compare(file: BinaryIO, path: str, change: Change) -> int:
    """The mode of the open file, whose bytes are still those that were looked at."""
    status = os.fstat(file.fileno())
    if not status.st_mode & stat.S_IWUSR:
        raise _refused(path, "it is write-protected")
    if status.st_size != len(change.before) or file.read() != change.before:
        raise changed_meanwhile(path)
    return stat.S_IMODE(status.st_mode)


def _refused(path: str, why: str) -> NotDoneError:
    return NotDoneError(f"the file is not repaired: {why}", hint="Repair it by hand.", place=path)
