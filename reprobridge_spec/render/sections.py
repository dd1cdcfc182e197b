"""A result in sections, for people: as text, or as Markdown in which a stranger's words are no markup."""

from collections.abc import Iterable, Iterator, Sequence

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.render.markdown import escaped
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable

_DIFF_COLORS = {"+": "green", "-": "red", "@": "blue"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a section.

    Attributes:
        text: what it says.
        color: how it is painted; as other text where it is empty.
        diff: lines of a diff that belong to it.
    """

    text: str
    color: str = ""
    diff: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title."""

    title: str
    lines: Sequence[Line]


def text(sections: Iterable[Section], style: Style) -> Iterator[str]:
    """Sections one below the other, with empty lines between; those without lines are left away."""
    for number, section in enumerate(section for section in sections if section.lines):
        if number:
            yield ""
        if section.title:
            yield style.paint("bold", printable(section.title))
        for line in section.lines:
            shown = f"{'  ' if section.title else ''}{printable(line.text)}"
            yield style.paint(line.color, shown) if line.color else shown
            for part in line.diff:
                color = _DIFF_COLORS.get(part[:1])
                shown = printable(part.expandtabs())
                yield style.paint(color, shown) if color else shown


def markdown(sections: Iterable[Section]) -> Iterator[str]:
    """Sections with headings and lists; diffs as blocks of code."""
    for section in (section for section in sections if section.lines):
        if section.title:
            yield from (f"### {escaped(section.title)}", "")
        for line in section.lines:
            yield f"- {escaped(line.text)}"
            if line.diff:
                # indented so deeply it is code in the list's entry, and no sign in it ends that
                yield from ("", *(f"      {printable(part.expandtabs())}" for part in line.diff), "")
        yield ""
