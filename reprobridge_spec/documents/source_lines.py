"""Lines of an artifact's files, for people who look at what was found there."""

from collections.abc import Callable

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.lazy_pattern import lazy_pattern

_MAX_SOURCE = 8 << 20
_YAML_BREAK = lazy_pattern("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line for YAML 1.1, by which its readers count."""


def source_lines(files: ArtifactFiles) -> Callable[[str, int], str | None]:
    """Gives line N of a file, or None; each file is read once."""
    cache: dict[str, list[str]] = {}

    def line(path: str, number: int) -> str | None:
        if path not in cache:
            try:
                text = (as_text(files.read(path, _MAX_SOURCE)) or b"").decode("utf-8-sig", "replace")
                cache[path] = _YAML_BREAK.split(text) if path.endswith((".yaml", ".yml")) else text.split("\n")
            except (OSError, ValueError):
                cache[path] = []
        return cache[path][number - 1] if 0 < number <= len(cache[path]) else None

    return line
