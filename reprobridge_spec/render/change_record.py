"""A patch that was made, for people."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.model.change_record import MadeChange
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable

_SHOWN = 8


def made(said: MadeChange, style: Style) -> Iterator[str]:
    """What was written, what is left, and what to type next."""
    if said.patch is None:
        yield style.paint("green" if said.complete else "yellow", _nothing(said))
    else:
        verb = "" if said.written else "would be "
        yield style.paint(
            "bold",
            f"{said.patch}: {verb}{_files(said.files)}, +{said.added} -{said.removed} lines ({_named(said.files)})",
        )
        if said.entry:
            yield f"change record: {said.entry}"
        if said.complete:
            yield style.paint("green", "the patches turn the release into the code folder, byte for byte: tried")
    if said.left:
        count = f"{len(said.left)} file{'' if len(said.left) == 1 else 's'}"
        yield style.paint("yellow", f"in no change yet: {count} ({_named(said.left)})")
        yield f"next: {style.paint('bold', 'rrspec changes make ANOTHER-ID --release PATH')}"
    elif said.written:
        yield f"next: {style.paint('bold', 'rrspec validate --release PATH')}"


def _nothing(said: MadeChange) -> str:
    if said.complete:
        return "nothing to write: the patches turn the release into the code folder already"
    return "nothing to write for these files"


def _files(files: Sequence[str]) -> str:
    return f"{len(files)} file{'' if len(files) == 1 else 's'}"


def _named(files: Sequence[str]) -> str:
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return f"{', '.join(map(printable, files[:_SHOWN]))}{more}"
