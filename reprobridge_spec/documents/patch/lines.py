"""The lines of a patch file, one after the other."""

from reprobridge_spec.documents.patch.form import PatchError

MAX_LINES = 1_000_000
"""The most lines of a patch file, or of a file that is patched."""


class Lines:
    """A place in a patch file; only line feeds end lines, so that carriage returns stay content.

    Raises:
        PatchError: there are too many lines.
    """

    def __init__(self, data: bytes) -> None:
        if data.count(b"\n") > MAX_LINES:
            raise PatchError(f"it has more than {MAX_LINES} lines", "Part it into several entries.", 1)
        self._lines = data.split(b"\n")
        if self._lines[-1] == b"":
            self._lines.pop()
        self._at = 0

    @property
    def number(self) -> int:
        """The number of the line that comes next, from one."""
        return self._at + 1

    def peek(self, ahead: int = 0) -> bytes | None:
        """A line that comes next, without its line feed; None behind the last one."""
        at = self._at + ahead
        return self._lines[at] if at < len(self._lines) else None

    def next(self) -> bytes:
        """The line that comes next, which is taken; empty behind the last one."""
        text = self.peek()
        self._at += text is not None
        return text or b""
