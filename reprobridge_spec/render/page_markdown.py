"""A page as Markdown: CommonMark with the tables of GitHub."""

import re
from collections.abc import Iterator
from typing import assert_never

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.render.page import Block, Commands, Facts, Heading, Items, Page, Paragraph, Table, one_line, spans

_MARKUP = lazy_pattern(r"[\\`*_\[\]<>&|~$^{}@]|:(?=//)|(?<=[Ww]{3})\.|(?<=\{)[%#]")
"""Signs of markup, of formulas and of templates, and what makes a link of a bare address."""
_STARTS = lazy_pattern(r"[-+=#]|[0-9]{1,9}(?=[.)](?:\s|$))")
"""What begins a list or a heading, or makes one of the line above."""
_ODD_CODE = lazy_pattern(r"[|{}]|^\s|\s$")
_TEMPLATE = lazy_pattern(r"\{[{%#]")
_FENCE = lazy_pattern("`+")


def markdown(page: Page) -> str:
    """The page."""
    return "\n\n".join("\n".join(_block(block)) for block in page) + "\n"


def inline(text: str) -> str:
    """`text` inside a line, where it means itself and nothing else."""
    return "".join(_code(part) if is_code else _MARKUP.sub(r"\\\g<0>", part) for is_code, part in spans(text))


def _line(text: str) -> str:
    """`text` as a line of its own, or an item of a list."""
    line = inline(text)
    start = _STARTS.match(line)
    if start is None:
        return line
    return f"\\{line}" if not start[0].isdigit() else f"{start[0]}\\{line[start.end() :]}"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"{'#' * block.level} {inline(block.text)}"
        case Paragraph():
            yield _line(block.text)
        case Items():
            yield from (f"- {_line(item)}" for item in block.items)
        case Facts():
            yield from (f"- **{inline(name)}:** {inline(value)}" for name, value in block.pairs)
        case Commands():
            yield from _commands([one_line(line) for line in block.lines])
        case Table():
            yield _row(block.head)
            yield "|" + "---|" * len(block.head)
            yield from (_row(row) for row in block.rows)
        case _:
            assert_never(block)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(inline(cell) for cell in cells)} |"


def _code(text: str) -> str:
    return f"<code>{_entities(text)}</code>" if _ODD_CODE.search(text) else f"`{text}`"


def _commands(lines: list[str]) -> Iterator[str]:
    if any(_TEMPLATE.search(line) for line in lines):
        # hosts that fill in templates do so within fences, too
        yield f"<pre>{_entities(lines[0])}"
        yield from map(_entities, lines[1:-1])
        yield f"{_entities(lines[-1]) if lines[1:] else ''}</pre>"
        return
    fence = "`" * max(3, 1 + max((len(run) for line in lines for run in _FENCE.findall(line)), default=0))
    yield f"{fence}sh"
    yield from lines
    yield fence


def _entities(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9 ./,:;=()'\"-]", lambda match: f"&#{ord(match[0])};", text)
