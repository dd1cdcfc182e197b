"""The end of what a launcher printed, for people."""

from pathlib import Path

_TAIL = 3
_TAIL_BYTES = 4096


def tail(log: Path) -> str:
    """The last lines of a log as one line, without characters that a terminal acts on."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - _TAIL_BYTES))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    kept = [line.strip() for line in lines if line.strip()][-_TAIL:]
    return "".join(character for character in " / ".join(kept) if character.isprintable())
