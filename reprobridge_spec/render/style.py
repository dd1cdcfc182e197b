"""Colours where a terminal shows them, plain text everywhere else."""

from dataclasses import dataclass

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


@dataclass(frozen=True, slots=True)
class Style:
    """What the place that is written to can show."""

    color: bool = False
    unicode: bool = True

    def paint(self, name: str, text: str) -> str:
        """`text` in the colour or weight `name`, where colours are shown."""
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.color else text


PLAIN = Style()
