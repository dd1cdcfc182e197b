"""The lists of digests that lie in an artifact, and the files that they are about."""

from collections.abc import Iterable

from reprobridge_spec.documents import digest_list
from reprobridge_spec.documents.digest_list import Listed
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.inputs import BundledSource
from reprobridge_spec.rules.context import Context

_OF_A_PACKAGE = "MANIFEST.sha256"
"""At the root it is written anew by whatever packs the artifact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One list of digests.

    Attributes:
        path: of the list.
        base: folder from which its paths go, with `/` at the end; empty for the root.
        files: what it lists.
        input: id of the bundled input that it belongs to; None where no input names it.
    """

    path: str
    base: str
    files: tuple[Listed, ...]
    input: str | None = None

    def place(self, listed: Listed) -> str:
        """The path of a listed file inside the artifact."""
        return self.base + listed.path


class DigestLists:
    """Reads the lists of one artifact."""

    def __init__(self, context: Context) -> None:
        self._entries = context.files.entries
        self._bundled: dict[str, tuple[str, str] | None] = {}
        for name, body in context.manifest.inputs.items():
            if body.digests is not None:
                bundled = body.source.bundled if isinstance(body.source, BundledSource) else None
                self._bundled[body.digests] = (name, f"{bundled}/") if bundled is not None else None

    def read(self, path: str, data: bytes) -> Listing | None:
        """The list that a file is; None where it is none, or is not about files of the artifact."""
        if path == _OF_A_PACKAGE or path.startswith("evidence/") or not digest_list.is_one(data):
            return None
        # `sha256sum` takes the carriage return of a Windows line for a part of the name
        files = digest_list.read(data.replace(b"\r\n", b"\n")).files
        if path in self._bundled:
            of_input = self._bundled[path]
            return Listing(path=path, base=of_input[1], files=files, input=of_input[0]) if of_input else None
        folder = path.rpartition("/")[0]
        bases = dict.fromkeys([f"{folder}/" if folder else "", _above(folder), ""])
        present = {base: sum(self._is_file(base + listed.path) for listed in files) for base in bases}
        best = max(present, key=lambda base: present[base])
        return Listing(path=path, base=best, files=files) if present[best] else None

    def base_of(self, path: str, named: Iterable[str]) -> str | None:
        """The folder from which the paths `named` in the file `path` go; None where no such file is there."""
        folder = path.rpartition("/")[0]
        paths = list(named)
        bases = [f"{folder}/" if folder else "", ""]
        return next((base for base in bases if any(self._is_file(base + one) for one in paths)), None)

    def _is_file(self, path: str) -> bool:
        entry = self._entries.get(path)
        return entry is not None and entry.kind is Kind.FILE


def _above(folder: str) -> str:
    above = folder.rpartition("/")[0]
    return f"{above}/" if above else ""
