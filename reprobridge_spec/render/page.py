"""A page for people before it is Markdown or LaTeX: headings, sentences, facts, commands, tables.

Every text is text: whatever an artifact's words are, they become no markup in either form. What stands between
backquotes is shown as it is typed.
"""

from collections.abc import Iterator, Sequence

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.render.text import printable

_BACKQUOTED = lazy_pattern(r"`([^`]{1,300})`")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` 1 is that of the whole."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Names, each with what is said of it."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines to type, as they are typed; a line that begins with `#` is a remark."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: names of columns, and rows of as many cells each."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Items | Facts | Commands | Table
Page = Sequence[Block]


def spans(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of a text, on one line and without what cannot be seen, and whether each is shown as it is typed."""
    shown = one_line(text)
    end = 0
    for match in _BACKQUOTED.finditer(shown):
        if match.start() > end:
            yield False, shown[end : match.start()]
        yield True, match[1]
        end = match.end()
    if end < len(shown):
        yield False, shown[end:]


def one_line(text: str) -> str:
    """`text` on one line; what cannot be seen, or turns the order of letters, stands as a mark."""
    return printable(" ".join(text.split()))
