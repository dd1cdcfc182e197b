"""What came of inputs that were fetched, for people."""

from collections.abc import Iterator
from typing import assert_never

from reprobridge_spec.model.fetching import FetchedInput, InputState
from reprobridge_spec.render.amounts import listed, number, size
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable

_SHOWN = 10


def text(item: FetchedInput, style: Style) -> Iterator[str]:
    """A line on one input, and what to do where it is not there."""
    what = f"{number(item.files, 'file')}, {size(item.bytes)}"
    match item.state:
        case InputState.FETCHED:
            said = f"fetched, {what}, {printable(item.path or '')}"
        case InputState.CACHED:
            said = f"in the cache, {what}, {printable(item.path)}" if item.path else f"whole, {what} read again"
        case InputState.CHANGED:
            names = printable(listed(item.changed, _SHOWN))
            said = style.paint("red", f"changed in the cache, and thrown away: {names}")
        case InputState.ABSENT:
            said = style.paint("yellow", f"not in the cache: {printable(listed(item.lacking, _SHOWN))}")
        case InputState.WRONG | InputState.NOT_DONE:
            word = "wrong" if item.state is InputState.WRONG else "not done"
            where = f"{printable(item.place)}: " if item.place else ""
            message = printable(item.message or "").removeprefix(f"{word}: ")
            said = f"{style.paint('red', word)}: {where}{message}"
        case _:
            assert_never(item.state)
    yield f"{item.input}: {said}"
    if item.do:
        yield f"  {printable(item.do)}"
