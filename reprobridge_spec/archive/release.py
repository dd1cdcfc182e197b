"""The authors' pinned release, opened where the caller has it: a clone for a commit, or the very archive."""

from contextlib import AbstractContextManager
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive.git_files import GitFiles, is_repository
from reprobridge_spec.archive.package_files import PackageFiles
from reprobridge_spec.archive.reader import open_archive
from reprobridge_spec.documents.files import is_ignored, is_left_by_desktop
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.paper import ArchiveRelease, Release

_SHOWN = 12
_NOTE_OF_GIT = "pax_global_header"


def open_release(path: Path, pinned: Release) -> AbstractContextManager[GitFiles | PackageFiles]:
    """The files of the release that the manifest pins.

    Args:
        path: a clone or a bare repository that holds the pinned commit, or the pinned archive.
        pinned: the release, as the manifest pins it.

    Raises:
        UsageError: there is nothing at `path`, or it is not what the manifest pins.
        ArtifactError: the archive is damaged, or holds what is refused.
        NotDoneError: it cannot be read.
    """
    if not path.exists():
        raise UsageError(f"there is no release at {path}", hint="Give a clone, or the archive that the manifest pins.")
    if isinstance(pinned, ArchiveRelease):
        return _archive(path, pinned.sha256)
    if path.is_dir() and is_repository(path):
        return GitFiles(path, pinned.commit)
    raise UsageError(
        f"{path} is no git repository, and the manifest pins a commit",
        hint="Give a clone of `codebase.upstream.url` that holds the commit.",
    )


def _archive(path: Path, sha256: str) -> PackageFiles:
    if not path.is_file():
        raise UsageError(f"{path} is no file, and the manifest pins an archive", hint="Give the archive itself.")
    found = digest.of_file(path)
    if found != sha256:
        raise UsageError(
            f"{path} is not the pinned archive: SHA-256 {found[:_SHOWN]}..., pinned {sha256[:_SHOWN]}...",
            hint="Get the archive at `codebase.upstream.archive` again.",
        )
    return archived_release(path)


def archived_release(path: Path) -> PackageFiles:
    """The files of an archive that somebody published, from the one folder on that holds all of them.

    Raises:
        ArtifactError: the archive is damaged, or holds what is refused.
        NotDoneError: it cannot be read.
    """
    held = open_archive(path, is_release=True)
    names = [name for name in held.entries if not _is_left_behind(name)]
    tops = {name.partition("/")[0] for name in names}
    folded = len(tops) == 1 and all("/" in name for name in names)
    files = PackageFiles(held, f"{tops.pop()}/" if folded else "")
    files.entries.pop(_NOTE_OF_GIT, None)
    return files


def _is_left_behind(name: str) -> bool:
    """Whether a member is no part of the release: what desktops leave, and what older programs make of git's note."""
    return name == _NOTE_OF_GIT or is_ignored(name.partition("/")[0]) or is_left_by_desktop(name)
