"""An artifact without its evidence, for rules that look at every text and care for code and launchers only."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from reprobridge_spec.documents.files import ArtifactFiles, Entry
from reprobridge_spec.rules.context import Context

EVIDENCE = "evidence/"


def without_evidence(context: Context) -> Context:
    """The same documents, and files outside the evidence alone."""
    return replace(context, files=_Outside(context.files), answers={})


class _Outside:
    """Files of an artifact that are no evidence. It is an `ArtifactFiles`."""

    def __init__(self, files: ArtifactFiles) -> None:
        self._files = files

    @cached_property
    def entries(self) -> dict[str, Entry]:
        return {path: entry for path, entry in self._files.entries.items() if not path.startswith(EVIDENCE)}

    @property
    def ignored(self) -> tuple[str, ...]:
        return self._files.ignored

    def read(self, path: str, limit: int) -> bytes:
        return self._files.read(path, limit)

    def pieces(self, path: str) -> Iterator[bytes]:
        return self._files.pieces(path)

    def head(self, path: str) -> bytes:
        return self._files.head(path)

    def sha256(self, path: str) -> str:
        return self._files.sha256(path)
