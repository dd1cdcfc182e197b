"""What a package holds and is no part of its artifact: whoever receives the package gets these bytes all the same."""

from collections.abc import Iterator, Mapping

from reprobridge_spec.archive.held import Held
from reprobridge_spec.documents.files import HEAD, Entry, Kind
from reprobridge_spec.rules.handed_over_names import OUTSIDE


class HandedOver:
    """What tools left in the artifact, what lies beside it, and what the package itself says.

    It is an `ArtifactFiles`; the paths of what lies beside the artifact's folder begin with `../`.

    Attributes:
        entries: files and links by path, in sorted order.
        ignored: nothing; all that is here is handed over.
    """

    def __init__(self, held: Held, root: str, artifact: Mapping[str, Entry]) -> None:
        """What is `held` and not in the `artifact`, which lies in the folder `root`."""
        self._held = held
        paths = {self._path(place, root): place for place in held.entries}
        self._places = {path: place for path, place in paths.items() if path not in artifact}
        notes = {path: Entry(Kind.FILE, len(data), executable=False) for path, data in held.notes.items() if data}
        found = {path: held.entries[place] for path, place in self._places.items()}
        self.entries: dict[str, Entry] = dict(sorted((found | notes).items()))
        self.ignored: tuple[str, ...] = ()

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        entry = self._file(path)
        if entry.size > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return self._held.read(self._places[path]) if path in self._places else self._held.notes[path]

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `ArtifactFiles`."""
        self._file(path)
        return self._held.pieces(self._places[path]) if path in self._places else iter((self._held.notes[path],))

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file; see `ArtifactFiles`."""
        return next(iter(self.pieces(path)), b"")[:HEAD]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file of the package; see `ArtifactFiles`."""
        self._file(path)
        if path not in self._places:
            raise FileNotFoundError(f"{path} is no file of the package")
        return self._held.sha256(self._places[path])

    @staticmethod
    def _path(place: str, root: str) -> str:
        return place[len(root) :] if place.startswith(root) else OUTSIDE + place

    def _file(self, path: str) -> Entry:
        entry = self.entries.get(path)
        if entry is None or entry.kind is not Kind.FILE:
            raise FileNotFoundError(f"there is no file {path!r} beside the artifact")
        return entry
