"""The lines that git puts before a change: names, modes, renames and copies."""

import re

from reprobridge_spec.documents.patch import names
from reprobridge_spec.documents.patch.form import PatchError
from reprobridge_spec.documents.patch.lines import Lines
from reprobridge_spec.lazy_pattern import lazy_pattern

_MODE = lazy_pattern(rb"(old mode|new mode|new file mode|deleted file mode) ([0-7]{5,6})\r?")
_MOVED = lazy_pattern(rb"(rename|copy) (from|to) (.+)", re.DOTALL)
_OTHER = lazy_pattern(rb"(?:similarity|dissimilarity) index |index ")
_EXECUTABLE, _LINK, _MODULE = b"100755", b"120000", b"160000"


class GitHeader:
    """What stands between `diff --git` and the hunks.

    Attributes:
        is_copy: whether the old file stays.
        is_link: whether it is about a link.
        executable: whether the new file can be executed; None where no line says its mode.
    """

    def __init__(self, pair: tuple[str, str] | None) -> None:
        self.is_copy = False
        self.is_link = False
        self.executable: bool | None = None
        self._pair = None if pair is None else names.without_prefix(*pair)
        self._moved: dict[bytes, str] = {}
        self._is_new = False
        self._is_gone = False

    @classmethod
    def read(cls, lines: Lines) -> "GitHeader":
        """The header that begins at the next line, `diff --git`.

        Raises:
            PatchError: a name cannot be read, or it is about another repository inside.
        """
        number = lines.number
        try:
            header = cls(names.names_of_header(lines.next().removeprefix(b"diff --git ")))
            while (text := lines.peek()) is not None:
                number = lines.number
                if not header._take(text, number):
                    break
                lines.next()
        except ValueError as error:
            raise PatchError(str(error), "Make the patch again with `git diff`.", number) from error
        return header

    def take_names(self, old: str, new: str) -> None:
        """The names of the `---` and `+++` lines, which count where the first line did not tell."""
        self._is_new |= old == names.NOWHERE
        self._is_gone |= new == names.NOWHERE
        if self._pair is None:
            old, new = names.without_prefix(old, new)
            self._pair = (new if old == names.NOWHERE else old, old if new == names.NOWHERE else new)

    def paths(self) -> tuple[str | None, str | None]:
        """The paths before and after; None where there is no file, and twice None where nothing tells."""
        if self._pair is None and len(self._moved) < len((b"from", b"to")):
            return None, None
        old, new = self._pair or ("", "")
        old, new = self._moved.get(b"from", old), self._moved.get(b"to", new)
        return None if self._is_new else old, None if self._is_gone else new

    def _take(self, text: bytes, number: int) -> bool:
        """Whether the line belongs to the header; what it says is kept."""
        if mode := _MODE.fullmatch(text):
            self._is_new |= mode[1] == b"new file mode"
            self._is_gone |= mode[1] == b"deleted file mode"
            if mode[1].startswith(b"new"):
                self.executable = mode[2] == _EXECUTABLE
            self._look_at(mode[2], number)
            return True
        if moved := _MOVED.fullmatch(text):
            self.is_copy |= moved[1] == b"copy"
            self._moved[moved[2]] = names.name_of(moved[3])
            return True
        if not _OTHER.match(text):
            return False
        if text.startswith(b"index "):
            self._look_at(text.rstrip(b"\r").rpartition(b" ")[2], number)
        return True

    def _look_at(self, mode: bytes, number: int) -> None:
        self.is_link |= mode == _LINK
        if mode == _MODULE:
            raise PatchError(
                "it changes which commit of another repository is inside (a submodule), and no file",
                "Put the files of that repository into the code folder, and their content into the patch.",
                number,
            )
