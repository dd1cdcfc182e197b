"""The Python files of an artifact that another one imports, by their names alone."""

from collections.abc import Iterator

from reprobridge_spec.documents.python_imports import imported
from reprobridge_spec.rules.code_paths import code_folder
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.text_files import LIMIT

_MOST = 200
"""Files that are followed from one; code with more of them is too large to say anything about."""


class LocalModules:
    """Finds what a file imports among the files of the artifact."""

    def __init__(self, context: Context, paths: frozenset[str]) -> None:
        self._context = context
        self._paths = paths
        self._roots = ("", code_folder(context), "launchers/", f"{code_folder(context)}src/")
        self._read: dict[str, bytes] = {}

    def reached(self, path: str, data: bytes) -> Iterator[bytes]:
        """The bytes of each file that `path` imports, directly or not; it has the bytes `data` itself."""
        self._read.setdefault(path, data)
        seen, waiting = {path}, [path]
        while waiting and len(seen) <= _MOST:
            current = waiting.pop()
            for dots, name in imported(self._bytes(current)):
                for found in self._files(current, dots, name):
                    if found not in seen:
                        seen.add(found)
                        waiting.append(found)
                        yield self._bytes(found)

    def _bytes(self, path: str) -> bytes:
        if path not in self._read:
            try:
                self._read[path] = self._context.files.read(path, LIMIT)
            except (OSError, ValueError):
                self._read[path] = b""
        return self._read[path]

    def _files(self, path: str, dots: int, name: str) -> Iterator[str]:
        inside = name.replace(".", "/")
        folder = path.rpartition("/")[0]
        for _ in range(dots - 1):
            folder = folder.rpartition("/")[0]
        beside = f"{folder}/" if folder else ""
        for root in (beside,) if dots else (beside, *self._roots):
            for end in (".py", "/__init__.py"):
                if root + inside + end in self._paths:
                    yield root + inside + end
