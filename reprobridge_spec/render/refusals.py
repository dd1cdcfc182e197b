"""Why a venue would not take a package, for people."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.model.refusal import LargeFile, Refusal
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable


def text(refusals: Iterable[Refusal], style: Style) -> Iterator[str]:
    """Each reason, what to do, and the largest files with what could be handed over instead."""
    for refusal in refusals:
        yield f"{style.paint('red', 'refused')}: {printable(refusal.message)}"
        yield f"  {printable(refusal.advice)}"
        yield from _files(refusal.largest)


def _files(largest: list[LargeFile]) -> Iterator[str]:
    width = max((len(f"{file.bytes:,}") for file in largest), default=0)
    for file in largest:
        yield f"  {f'{file.bytes:,}'.rjust(width)}  {printable(file.path)}"
        yield f"  {' ' * width}    {printable(file.instead)}"
