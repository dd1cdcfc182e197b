"""Lines of an artifact's files, for people who look at what was found there."""

from collections.abc import Callable

from reprobridge_spec.documents.files import ArtifactFiles

_MAX_SOURCE = 8 << 20


def source_lines(files: ArtifactFiles) -> Callable[[str, int], str | None]:
    """Gives line N of a file, or None; each file is read once."""
    cache: dict[str, list[str]] = {}

    def line(path: str, number: int) -> str | None:
        if path not in cache:
            try:
                cache[path] = files.read(path, _MAX_SOURCE).decode("utf-8-sig", "replace").splitlines()
            except (OSError, ValueError):
                cache[path] = []
        return cache[path][number - 1] if 0 < number <= len(cache[path]) else None

    return line
