"""Ticks for people: what was turned in a run that had passed, and what came of it."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.model.verification import Axis, AxisState
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable

_MARKS = {
    AxisState.HELD: ("green", "✓", "ok"),
    AxisState.CHANGED: ("yellow", "≠", "differs"),
    AxisState.FAILED: ("red", "✗", "FAILED"),
    AxisState.NOT_CHECKED: ("blue", "?", "?"),
}


def ticks(axes: Sequence[Axis], style: Style) -> Iterator[str]:
    """One line for each turn of each experiment; below it why it was not checked, what differs, and where."""
    names = [f"{axis.experiment} {axis.mode}" for axis in axes]
    width = max((len(axis.name) for axis in axes), default=0)
    for number, axis in enumerate(axes):
        if number == 0 or names[number] != names[number - 1]:
            yield ""
            yield style.paint("bold", f"{names[number]}, one thing turned at a time")
        color, mark, word = _MARKS[axis.state]
        sign = style.paint(color, mark if style.unicode else word)
        state = axis.state.replace("-", " ")
        compared = f" ({', '.join(axis.compared)})" if axis.compared and axis.state is not AxisState.FAILED else ""
        said = f": {printable(axis.turned)}" if axis.turned else ""
        yield f"  {sign} {axis.name.ljust(width)}  {state}{compared}{said}"
        for text in (axis.why, axis.cause and f"look at {axis.cause}"):
            if text:
                yield f"      {printable(text)}"
    if axes:
        yield ""
