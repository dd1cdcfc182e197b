"""Lines of an artifact's files as they may be shown: without the secrets in them."""

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.source_lines import source_lines
from reprobridge_spec.rules.secret_mask import Mask, mask_for

_WHOLE = 1 << 20
"""Files up to this size are searched as wholes for what is to be hidden; of larger ones, the line that is shown."""


class Excerpts:
    """Lines of files, each file read and searched once.

    Args:
        files: the artifact's files.
    """

    def __init__(self, files: ArtifactFiles) -> None:
        self._files = files
        self._line = source_lines(files)
        self._masks: dict[str, Mask | None] = {}

    def line(self, path: str, number: int) -> str | None:
        """Line `number` of a file, with its secrets hidden; None where there is none."""
        text = self._line(path, number)
        return None if text is None else self.masked(path, number, text)

    def masked(self, path: str, number: int, text: str) -> str:
        """A text that may quote line `number` of a file, with the secrets of the file hidden."""
        if path not in self._masks:
            self._masks[path] = self._mask(path)
        mask = self._masks[path] or mask_for(path, (self._line(path, number) or "").encode("utf-8", "replace"))
        return mask(text)

    def _mask(self, path: str) -> Mask | None:
        entry = self._files.entries.get(path)
        if entry is None or entry.size > _WHOLE:
            return None
        lines: list[str] = []
        while (line := self._line(path, len(lines) + 1)) is not None:
            lines.append(line)
        return mask_for(path, "\n".join(lines).encode("utf-8", "replace"))
