"""How many lines of a requirements file or a lock are read: what has more of them is made to cost time."""

from collections.abc import Sequence

from reprobridge_spec.documents.requirement_lines import Fault, FaultKind, Line

MOST_LINES = 5_000
"""More than any environment has packages."""


def too_many(lines: Sequence[Line]) -> list[Fault]:
    """A fault at the first line that is one too many; none where there is no such line."""
    if len(lines) <= MOST_LINES:
        return []
    fault = Fault(
        kind=FaultKind.UNREADABLE,
        line=lines[MOST_LINES].number,
        message=f"the file has more than {MOST_LINES:,} lines that ask for something, and is read up to here",
        advice="Ask for what the code imports, or look whether this is the right file.",
    )
    return [fault]
