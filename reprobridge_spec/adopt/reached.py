"""Which files of a repository a program reaches by its imports, told by their names alone."""

from collections.abc import Iterator

from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.documents.python_imports import imported

_MOST = 300
"""Files that are followed from one program."""


def reached(layout: Layout, program: str) -> list[str]:
    """A program and each file of the repository that it imports, directly or not; nothing where it is no Python."""
    if not program.endswith(".py") or program not in layout.files.entries:
        return []
    found, waiting = {program: None}, [program]
    while waiting and len(found) < _MOST:
        path = waiting.pop()
        for dots, name in imported(layout.files.read(path, LIMIT)):
            for module in _files(layout, path, dots, name):
                if module not in found:
                    found[module] = None
                    waiting.append(module)
    return list(found)


def _files(layout: Layout, path: str, dots: int, name: str) -> Iterator[str]:
    """The file of a module: beside the one that imports it, or below a folder above."""
    folder = path.rpartition("/")[0]
    for _ in range(dots - 1):
        folder = folder.rpartition("/")[0]
    inside = name.replace(".", "/")
    folders = [folder]
    while not dots and folder:
        folder = folder.rpartition("/")[0]
        folders += [folder, f"{folder}/src".lstrip("/")]
    for place in dict.fromkeys(folders):
        start = f"{place}/{inside}".lstrip("/")
        for file in (f"{start}.py", f"{start}/__init__.py"):
            if file in layout.files.entries and layout.files.entries[file].size <= LIMIT:
                yield file
                return
