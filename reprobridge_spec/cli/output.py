"""What the caller's streams can show, and in which form the result is wanted."""

import io
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TextIO

from reprobridge_spec.render.style import Style


@dataclass
class Output:
    """Result on standard output, progress on standard error.

    Attributes:
        format: `text`, or a form for programs, in which standard output carries nothing else.
        answered: whether the one document for programs is written.
    """

    format: str = "text"
    answered: bool = False
    out: Style = field(default_factory=lambda: _style(sys.stdout))
    err: Style = field(default_factory=lambda: _style(sys.stderr))
    _is_passing: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        # a character that the stream's encoding lacks becomes an escape
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")

    @property
    def is_json(self) -> bool:
        """Whether the result is for programs."""
        return self.format in {"json", "jsonl"}

    def lines(self, lines: Iterable[str]) -> None:
        """Result for people."""
        for line in lines:
            sys.stdout.write(f"{line}\n")

    def json(self, value: Any) -> None:  # noqa: ANN401 (any JSON value)
        """Result for programs, as one JSON document."""
        import json  # noqa: PLC0415 (only for programs)

        # in ASCII, as a name may hold bytes that no encoding can write
        sys.stdout.write(json.dumps(value, indent=None if self.format == "jsonl" else 2) + "\n")
        self.answered = True

    def raw(self, data: bytes) -> None:
        """Result that is exact to the byte."""
        sys.stdout.flush()
        sys.stdout.buffer.write(data)

    def progress(self, text: str) -> None:
        """One line on what is being done."""
        sys.stderr.write(f"{self._wipe()}{text}\n")
        sys.stderr.flush()

    def passing(self, text: str) -> None:
        """A line that the next one takes the place of; nothing where standard error is no terminal that can do so."""
        if self.err.color and self.err.width:
            sys.stderr.write(f"{self._wipe()}{text[: self.err.width - 1]}")
            sys.stderr.flush()
            self._is_passing = bool(text)

    def _wipe(self) -> str:
        wiped = "\r\x1b[K" if self._is_passing else ""
        self._is_passing = False
        return wiped


def _style(stream: TextIO) -> Style:
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb" or not stream.isatty()
    encoding = (stream.encoding or "").lower().replace("-", "")
    width = shutil.get_terminal_size().columns if stream.isatty() else None
    return Style(color=not plain, unicode=encoding == "utf8", width=width)
