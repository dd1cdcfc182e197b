"""The end of what a launcher printed, for people."""

from pathlib import Path

_TAIL = 3
_TAIL_BYTES = 4096
_LONGEST = 300


def tail(log: Path) -> str:
    """The last lines of a log as one line, without characters that a terminal acts on."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - _TAIL_BYTES))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    kept = [_short(line.strip()) for line in lines if line.strip()][-_TAIL:]
    return "".join(character for character in " / ".join(kept) if character.isprintable())


def _short(line: str) -> str:
    """The line, or its end with what it began with left out: what a program died of stands last."""
    return line if len(line) <= _LONGEST else f"... {line[-_LONGEST:]}"
