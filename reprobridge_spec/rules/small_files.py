"""The small files of an artifact, each read once: whether it is text, and which."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.rules.base import Unchecked

LIMIT = 1 << 20
"""Files from this size on are data, and few rules search them."""


def small_files(files: ArtifactFiles, paths: Iterable[str] | None = None) -> Iterator[tuple[str, bytes, bool]]:
    """Path and bytes of each file below `LIMIT`, in the order of paths, and whether they are a text, as UTF-8.

    Args:
        files: where they lie.
        paths: the files to take; all where it is None.

    Raises:
        Unchecked: after the last file, where some could not be read.
    """
    unread: list[str] = []
    for path in files.entries if paths is None else paths:
        entry = files.entries[path]
        if entry.kind is not Kind.FILE or not 0 < entry.size < LIMIT:
            continue
        try:
            data = files.read(path, entry.size)
        except (OSError, ValueError):
            unread.append(path)
            continue
        text = as_text(data)
        yield (path, data, False) if text is None else (path, text, True)
    if unread:
        raise Unchecked(f"{unread[0]} could not be read" + (f", nor {len(unread) - 1} more" if unread[1:] else ""))
