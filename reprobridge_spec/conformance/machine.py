"""What this machine's file system can hold, found out by trying."""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import assert_never

from reprobridge_spec.model.case import Requirement

_HOLE = 1 << 30
_MOST_KEPT = 1 << 20
"""Bytes that a file with nothing but a hole may take."""


def lacking(needed: Sequence[Requirement], place: Path) -> list[Requirement]:
    """Those of `needed` that the file system at `place` cannot hold."""
    return [requirement for requirement in needed if not _tried(requirement, place)]


def _tried(requirement: Requirement, place: Path) -> bool:
    with TemporaryDirectory(prefix="rrspec-tried-", dir=place) as folder:
        try:
            return _trial(requirement)(Path(folder))
        except (OSError, ValueError):
            return False


def _trial(requirement: Requirement) -> Callable[[Path], bool]:
    match requirement:
        case Requirement.SYMLINKS:
            return _links
        case Requirement.CASE_SENSITIVE:
            return lambda folder: _apart(folder, "name", "NAME")
        case Requirement.UNICODE_FORMS:
            return lambda folder: _apart(folder, "\u00e9", "e\u0301")
        case Requirement.SPARSE:
            return _keeps_no_zeros
        case Requirement.EXECUTABLE:
            return _executes
        case Requirement.ODD_NAMES:
            return lambda folder: _apart(folder, "a:b", "con.py", "c.", "d ")
        case _:
            assert_never(requirement)


def _links(folder: Path) -> bool:
    (folder / "link").symlink_to("nowhere")
    return (folder / "link").is_symlink()


def _apart(folder: Path, *names: str) -> bool:
    for name in names:
        (folder / name).write_text(name, encoding="utf-8")
    # by the bytes that are listed: a file system may find a name in another form than it keeps
    return {path.name for path in folder.iterdir()} == set(names)


def _keeps_no_zeros(folder: Path) -> bool:
    with (folder / "hole").open("wb") as file:
        file.truncate(_HOLE)
    return (folder / "hole").stat().st_blocks * 512 <= _MOST_KEPT


def _executes(folder: Path) -> bool:
    modes = {}
    for name, mode in {"plain": 0o644, "executable": 0o755}.items():
        (folder / name).touch()
        (folder / name).chmod(mode)
        modes[name] = bool((folder / name).stat().st_mode & 0o100)
    return modes == {"plain": False, "executable": True}
