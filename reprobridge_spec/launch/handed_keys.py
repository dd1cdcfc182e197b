"""The keys of services that a run was handed: they are in its variables, and in nothing that is kept of it."""

import mmap
from collections.abc import Iterable, Iterator
from pathlib import Path

MASK = b"*"
_LEAST = 6
"""Shorter values are words that stand in a text by chance."""


def mask(log: Path, values: Iterable[str]) -> int:
    """Put asterisks in place of each of `values` in a log, and say how many places that were; its size stays."""
    found = 0
    secrets = _bytes(values)
    if not secrets or log.stat().st_size == 0:
        return 0
    with log.open("r+b") as file, mmap.mmap(file.fileno(), 0) as text:
        for secret in secrets:
            place = text.find(secret)
            while place >= 0:
                text[place : place + len(secret)] = MASK * len(secret)
                found += 1
                place = text.find(secret, place + len(secret))
    return found


def kept_in(output: Path, values: Iterable[str]) -> list[str]:
    """The files below `output` that hold one of `values`: none of them may be kept."""
    secrets = _bytes(values)
    return [path.relative_to(output).as_posix() for path in _files(output) if secrets and _holds(path, secrets)]


def _bytes(values: Iterable[str]) -> list[bytes]:
    return sorted({value.encode() for value in values if len(value) >= _LEAST}, key=len, reverse=True)


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _holds(path: Path, secrets: list[bytes]) -> bool:
    if path.stat().st_size == 0:
        return False
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        return any(text.find(secret) >= 0 for secret in secrets)
