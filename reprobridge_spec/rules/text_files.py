"""The small text files of an artifact, and places in them."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.location import Mark
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.small_files import LIMIT, small_files

__all__ = ["LIMIT", "contents", "mark_at"]


def contents(context: Context, paths: Iterable[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Path and UTF-8 bytes of each text file below `LIMIT`, in the order of paths.

    Args:
        context: the artifact.
        paths: the files to take; all where it is None.

    Raises:
        Unchecked: after the last file, where some could not be read.
    """
    for path, data, is_text in small_files(context.files, paths):
        if is_text:
            yield path, data


def mark_at(data: bytes, offset: int) -> Mark:
    """Line and column of a byte."""
    start = data.rfind(b"\n", 0, offset) + 1
    return Mark(data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1)
