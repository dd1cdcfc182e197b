"""The artifact in a package that anybody may have made: where it lies, and what lies beside it."""

from collections.abc import Iterator
from types import TracebackType
from typing import Self

from reprobridge_spec.archive.handed_over import HandedOver
from reprobridge_spec.archive.held import Held
from reprobridge_spec.documents.files import HEAD, Entry, Kind, is_ignored
from reprobridge_spec.errors import ArtifactError, NoArtifactError
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_SHOWN = 5


class PackageFiles:
    """The files of the artifact in a package, read where they lie. It is an `ArtifactFiles`.

    Attributes:
        file: the package, as the caller named it.
        root: the folder of the package in which the artifact lies, with a slash; empty where it lies at the top.
        entries: every path below the root, with `/`, in sorted order.
        ignored: paths below the root that are no part of an artifact.
        handed_over: what of the package is no part of the artifact.
    """

    def __init__(self, held: Held, root: str) -> None:
        """The artifact in the folder `root` of what is `held`, which this closes in the end."""
        self._held = held
        self.file = held.file
        self.root = root
        inside = {path[len(root) :]: entry for path, entry in sorted(held.entries.items()) if path.startswith(root)}
        self.ignored = tuple(sorted({step for path in inside if (step := _ignored_step(path))}))
        self.entries: dict[str, Entry] = {path: entry for path, entry in inside.items() if not _ignored_step(path)}
        self.handed_over = HandedOver(held, root, self.entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        entry = self._file(path)
        if entry.size > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return self._held.read(self.root + path)

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `ArtifactFiles`."""
        self._file(path)
        return self._held.pieces(self.root + path)

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file; see `ArtifactFiles`."""
        return next(iter(self.pieces(path)), b"")[:HEAD]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `ArtifactFiles`."""
        self._file(path)
        return self._held.digests[self.root + path]

    def _file(self, path: str) -> Entry:
        entry = self.entries.get(path)
        if entry is None or entry.kind is not Kind.FILE:
            raise FileNotFoundError(f"there is no file {path!r} in {self.file}")
        return entry


def root_of(held: Held) -> str:
    """The folder in which the artifact lies: the top, or the one folder there that holds `rra.yaml`.

    Raises:
        NoArtifactError: there is none.
        ArtifactError: there are several.
    """
    if MANIFEST_FILE in held.digests:
        return ""
    tops = sorted(top for path in held.digests for top in [path.partition("/")[0]] if path == f"{top}/{MANIFEST_FILE}")
    if len(tops) == 1:
        return f"{tops[0]}/"
    if tops:
        named = ", ".join(repr(top) for top in tops[:_SHOWN]) + (", ..." if len(tops) > _SHOWN else "")
        raise ArtifactError(
            f"it holds {len(tops)} artifacts: {named}",
            hint="Put each into a package of its own.",
            place=held.file,
        )
    raise NoArtifactError(
        f"no {MANIFEST_FILE} at its top, nor in a folder there",
        hint="An artifact has one at its root; `rrspec pack` makes packages of artifacts.",
        place=held.file,
    )


def _ignored_step(path: str) -> str | None:
    """The path up to the step that is no part of an artifact; None where all are."""
    steps = path.split("/")
    for number, step in enumerate(steps, 1):
        if is_ignored(step):
            return "/".join(steps[:number])
    return None
