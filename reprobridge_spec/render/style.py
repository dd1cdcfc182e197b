"""Colours where a terminal shows them, plain text everywhere else."""

from reprobridge_spec.frozen import dataclass

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


@dataclass(frozen=True, slots=True)
class Style:
    """What the place that is written to can show.

    Attributes:
        color: colours and weights.
        unicode: characters beyond ASCII.
        width: columns at which sentences are broken; None for a line of any length, as programs like it.
    """

    color: bool = False
    unicode: bool = True
    width: int | None = None

    def paint(self, name: str, text: str) -> str:
        """`text` in the colour or weight `name`, where colours are shown."""
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.color else text


PLAIN = Style()
