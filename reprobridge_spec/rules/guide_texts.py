"""The texts of an artifact that people read first, and what in them is code."""

import re
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.context import Context

LIMIT = 1 << 17
"""Texts above this size are no texts that people read first."""
_GUIDE = "guide/"
_README = lazy_pattern(r"read[ _-]?me(?:\.(?:md|markdown|mkd|rst|txt))?", re.IGNORECASE)
_MARKDOWN = lazy_pattern(r"[^/]{1,200}\.(?:md|markdown|mkd)", re.IGNORECASE)
_OTHER_READERS = lazy_pattern(
    r"(?:changelog|changes|contributing|code_of_conduct|license|licence|security|history|notice|authors|news|agents|claude)"
    r"\..*",
    re.IGNORECASE,
)
_FENCE = lazy_pattern(r" {0,3}(?:[-*+>] {1,3}|\d{1,2}[.)] {1,3})?(`{3,}|~{3,})[ \t]*+\{?\.?([\w+-]*)")
_CLOSING = lazy_pattern(r"\s*+(`{3,}|~{3,})\s*+$")
_SPAN = lazy_pattern(r"(?<!`)(`{1,3})(?!`)((?:(?!\1).){1,400})\1(?!`)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text for people.

    Attributes:
        number: counts from one.
        text: without its line end.
        fence: language of the code block that it stands in, empty where none is said; None outside of one.
        block: number of that block.
    """

    number: int
    text: str
    fence: str | None
    block: int

    def spans(self) -> Iterator[tuple[int, str]]:
        """Offset and text of each piece of code in a line outside of code blocks."""
        if self.fence is None and "`" in self.text:
            for match in _SPAN.finditer(self.text):
                yield match.start(2), match[2].strip()


@dataclass(frozen=True)
class GuideText:
    """A text for people.

    Attributes:
        path: where it lies.
        text: what it says.
    """

    path: str
    text: str = field(repr=False)

    @property
    def folder(self) -> str:
        """The folder that it lies in; empty for the root."""
        return self.path.rpartition("/")[0]

    @property
    def is_markdown(self) -> bool:
        """Whether it is written in Markdown, as its name says."""
        return _MARKDOWN.fullmatch(self.path.rpartition("/")[2]) is not None

    @cached_property
    def lines(self) -> list[Line]:
        """Its lines."""
        return list(_lines(self.text))


def guide_texts(context: Context) -> Iterator[GuideText]:
    """The guide, then what lies in its folder, then READMEs and Markdown at the root and in the code folder."""
    guide = context.manifest.guide
    first = guide.text if guide is not None else None
    code = context.manifest.codebase.path if context.manifest.codebase else "code"
    paths = [path for path in context.files.entries if path == first or _is_for_people(path, code)]
    for path in sorted(paths, key=lambda path: (path != first, not path.startswith(_GUIDE), path)):
        if context.files.entries[path].kind is Kind.FILE and (text := context.text(path, LIMIT)) is not None:
            yield GuideText(path, text)


def _is_for_people(path: str, code: str) -> bool:
    folder, _, name = path.rpartition("/")
    if _README.fullmatch(name):
        return folder in {"", code, "launchers", "guide"}
    if not _MARKDOWN.fullmatch(name) or _OTHER_READERS.fullmatch(name):
        return False
    return folder in {"", code} or path.startswith(_GUIDE)


def _lines(text: str) -> Iterator[Line]:
    fence: str | None = None
    mark, block = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        closing = _CLOSING.match(line) if fence is not None else None
        if closing and closing[1].startswith(mark):
            fence = None
            continue
        if fence is None and (opening := _FENCE.match(line)):
            mark, fence, block = opening[1], opening[2].lower(), block + 1
            continue
        yield Line(number, line, fence, block)
