"""The working copy: the files that a launcher sees, in a folder of their own, read-only."""

import os
import shutil
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import FolderFiles, Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.plan import working_copy

Snapshot = dict[str, tuple[int, int]]
"""Size and time of last change of every path below a folder."""


def make(root: Path, manifest: Manifest, target: Path) -> None:
    """Copy the working copy of the artifact at `root` into the new folder `target`.

    Raises:
        ArtifactError: one of its files is a link or no plain file.
    """
    files = FolderFiles(root)
    target.mkdir(parents=True)
    for path in working_copy.paths(manifest, files.entries):
        if files.entries[path].kind is not Kind.FILE:
            raise ArtifactError(
                f"{path} is a link or no plain file",
                place=path,
                hint="Put the file itself there; links are not followed.",
            )
        destination = target / path
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(artifact_path.below(root, path), destination)
        destination.chmod(0o555 if files.entries[path].executable else 0o444)


def snapshot(work: Path) -> Snapshot:
    """What stands in the working copy and beside it, so that a later look tells what was changed."""
    found: Snapshot = {}
    for base, folders, names in os.walk(work.parent):
        for name in [*names, *folders]:
            status = os.lstat(os.path.join(base, name))  # noqa: PTH118 (many files; a Path each is slow)
            key = os.path.relpath(os.path.join(base, name), work)  # noqa: PTH118
            found[key] = (status.st_size if name in names else 0, status.st_mtime_ns if name in names else 0)
    return found


def changed(before: Snapshot, after: Snapshot) -> list[str]:
    """Paths that appeared, went, or differ."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
