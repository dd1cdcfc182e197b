"""What a repository's files are, told from their names alone: a tree of many thousands is gone through once."""

import re
from collections.abc import Mapping
from functools import cached_property

from reprobridge_spec.artifact_path import fault_in
from reprobridge_spec.documents.files import ArtifactFiles, Entry, Kind
from reprobridge_spec.documents.foreign.dependencies import is_dependency_file
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

LIMIT = 1 << 20
"""Larger files are no text that people write."""
_README = lazy_pattern(r"read[ _-]?me(?:[-_.][\w-]{1,40})?(?:\.(?:md|markdown|mkd|rst|txt))?", re.IGNORECASE)
_LICENCE = lazy_pattern(r"(?:licen[cs]e|copying|unlicense)(?:[-._].{0,40})?", re.IGNORECASE)
_SHELL = (".sh", ".bash", ".zsh", ".sbatch", ".slurm")
_OF_OTHERS = frozenset(
    {"third_party", "third-party", "thirdparty", "vendor", "external", "externals", "node_modules", "site-packages"}
)
_OF_TESTS = frozenset({"test", "tests", "testing", "docs", "doc"})
_FOR_PEOPLE = frozenset(
    {"docs", "doc", "fig", "figs", "figures", "img", "imgs", "images", "assets", "media", ".github"}
)
_READ_BY_PEOPLE = (".md", ".rst", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".webp", ".mp4", ".html", ".css")


@dataclass(frozen=True)
class Layout:
    """The files of a repository by what they are; each list begins at the root, and hidden folders come last."""

    files: ArtifactFiles

    @cached_property
    def paths(self) -> list[str]:
        """All plain files."""
        entries: Mapping[str, Entry] = self.files.entries
        found = [path for path, entry in entries.items() if entry.kind is Kind.FILE and not fault_in(path)]
        return sorted(found, key=nearness)

    @cached_property
    def own(self) -> list[str]:
        """Files that are no copy of somebody else's project."""
        return [path for path in self.paths if _OF_OTHERS.isdisjoint(path.split("/")[:-1])]

    @cached_property
    def readmes(self) -> list[str]:
        """Texts that people read first."""
        return [path for path in self.own if _README.fullmatch(_name(path)) and self._is_text(path)]

    @cached_property
    def licences(self) -> list[str]:
        """Texts of licences at the root."""
        return [path for path in self.paths if "/" not in path and _LICENCE.fullmatch(path)]

    @cached_property
    def dependencies(self) -> list[str]:
        """Files that say what is to be installed."""
        return [path for path in self.own if is_dependency_file(path)]

    @cached_property
    def python(self) -> list[str]:
        """Python source, without tests."""
        return [path for path in self.own if path.endswith(".py") and not self._is_test(path) and self._is_text(path)]

    @cached_property
    def notebooks(self) -> list[str]:
        """Notebooks."""
        return [path for path in self.own if path.endswith(".ipynb")]

    @cached_property
    def shell(self) -> list[str]:
        """Shell scripts."""
        return [path for path in self.own if path.endswith(_SHELL) and self._is_text(path)]

    @cached_property
    def modules(self) -> frozenset[str]:
        """Names under which the repository's own Python files may be imported."""
        found: set[str] = set()
        for path in self.paths:
            if path.endswith((".py", ".pyx", ".so", ".cpp", ".cu")):
                *folders, name = path.split("/")
                found |= {*folders, name.partition(".")[0]}
        return frozenset(found)

    @cached_property
    def steps(self) -> frozenset[str]:
        """Every file, and every folder with a file."""
        found = set(self.files.entries)
        for path in self.files.entries:
            while (path := path.rpartition("/")[0]) and path not in found:
                found.add(path)
        return frozenset(found)

    @cached_property
    def docs(self) -> list[str]:
        """Globs of what people read and no program does."""
        tops: dict[str, bool] = {}
        for path in self.paths:
            top, slash, _ = path.partition("/")
            if slash and top.lower() in _FOR_PEOPLE:
                tops[top] = tops.get(top, True) and path.lower().endswith(_READ_BY_PEOPLE)
        texts = [path for path in self.paths if "/" not in path and path.lower().endswith((".md", ".rst"))]
        return [*texts, *(f"{top}/**" for top, is_read in sorted(tops.items()) if is_read)]

    def text(self, path: str, limit: int = LIMIT) -> str:
        """A file as text; what is no UTF-8 stands as U+FFFD.

        Raises:
            ValueError: it is longer than `limit` bytes.
        """
        return self.files.read(path, limit).decode("utf-8", "replace")

    def _is_text(self, path: str) -> bool:
        return 0 < self.files.entries[path].size <= LIMIT

    def _is_test(self, path: str) -> bool:
        *folders, name = path.lower().split("/")
        return not _OF_TESTS.isdisjoint(folders) or name.startswith("test_") or name in {"setup.py", "conftest.py"}


def nearness(path: str) -> tuple[int, int, str]:
    """Sorts paths: what is hidden comes last, and what is nearest to the root first."""
    return f"/{path}".count("/."), path.count("/"), path


def _name(path: str) -> str:
    return path.rpartition("/")[2]
