"""The artifact in a package that anybody may have made: where it lies, and what lies beside it."""

from collections.abc import Iterator
from functools import cached_property
from types import TracebackType
from typing import Self

from reprobridge_spec.archive.handed_over import HandedOver
from reprobridge_spec.archive.held import Held
from reprobridge_spec.archive.refusal import refusal
from reprobridge_spec.documents.files import HEAD, Entry, Kind, is_ignored
from reprobridge_spec.documents.ignore_list import IGNORE_FILE, LIMIT, IgnoreList, of_bytes
from reprobridge_spec.errors import ArtifactError, NoArtifactError
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_SHOWN = 5


class PackageFiles:
    """The files of the artifact in a package, read where they lie. It is an `ArtifactFiles`.

    Attributes:
        file: the package, as the caller named it.
    """

    def __init__(self, held: Held, root: str | None = None) -> None:
        """The artifact in what is `held`, which this closes in the end; where it lies, if `root` does not say it."""
        self._held = held
        self._root = root
        self.file = held.file

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the package."""
        self._held.close()

    @cached_property
    def root(self) -> str:
        """The folder of the package in which the artifact lies, with a slash; empty where it lies at the top."""
        return _root_of(self._held) if self._root is None else self._root

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every path below the root, with `/`, in sorted order."""
        return {path: entry for path, entry in self._inside.items() if not self._step_left_out(path)}

    @cached_property
    def ignored(self) -> tuple[str, ...]:
        """Paths below the root that are no part of an artifact."""
        return tuple(sorted({step for path in self._inside if (step := self._step_left_out(path))}))

    @cached_property
    def handed_over(self) -> HandedOver:
        """What of the package is no part of the artifact."""
        return HandedOver(self._held, self.root, self.entries)

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`.

        Raises:
            OSError: there is no such file, or the package changed meanwhile.
            ValueError: it is longer than `limit`.
            ArtifactError: its bytes are damaged.
        """
        entry = self._file(path)
        if entry.size > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return self._held.read(self.root + path)

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `ArtifactFiles`.

        Raises:
            OSError: there is no such file, or the package changed meanwhile.
            ArtifactError: its bytes are damaged.
        """
        self._file(path)
        return self._held.pieces(self.root + path)

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file; see `ArtifactFiles`."""
        return next(iter(self.pieces(path)), b"")[:HEAD]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file, computed once; see `ArtifactFiles`.

        Raises:
            OSError: there is no such file.
            ArtifactError: its bytes are damaged.
        """
        self._file(path)
        return self._held.sha256(self.root + path)

    @cached_property
    def _inside(self) -> dict[str, Entry]:
        root = self.root
        return {path[len(root) :]: entry for path, entry in sorted(self._held.entries.items()) if path.startswith(root)}

    @cached_property
    def _ignore_list(self) -> IgnoreList:
        entry = self._inside.get(IGNORE_FILE)
        # the list of a release, whose place is given, is none of an artifact
        if self._root is not None or entry is None or entry.kind is not Kind.FILE or entry.size > LIMIT:
            return IgnoreList()
        return of_bytes(self._held.read(self.root + IGNORE_FILE))

    def is_left_out(self, path: str) -> bool:
        """Whether a file at `path` is in the package, and no part of the artifact."""
        return path in self._inside and self._step_left_out(path) is not None

    def _step_left_out(self, path: str) -> str | None:
        return _ignored_step(path) or self._ignore_list.step_of(path)

    def _file(self, path: str) -> Entry:
        entry = self.entries.get(path)
        if entry is None or entry.kind is not Kind.FILE:
            raise FileNotFoundError(f"there is no file {path!r} in {self.file}")
        return entry


def refuse_without_artifact(held: Held) -> None:
    """Refuse a package in which there is not one artifact: at its top, or in a folder there.

    Raises:
        NoArtifactError: there is none.
        ArtifactError: there are several.
    """
    tops = _tops_of_artifacts(held)
    if not tops:
        raise NoArtifactError(
            f"no {MANIFEST_FILE} at its top, nor in a folder there",
            hint="An artifact has one at its root; `rrspec pack` makes packages of artifacts.",
            place=held.file,
        )
    if len(tops) > 1:
        named = ", ".join(repr(top) for top in tops[:_SHOWN]) + (", ..." if len(tops) > _SHOWN else "")
        raise ArtifactError(
            f"it holds {len(tops)} artifacts: {named}", hint="Put each into a package of its own.", place=held.file
        )


def top_of(held: Held) -> str:
    """Name of the one top folder that holds all.

    Raises:
        ArtifactError: there is none, or there are several.
    """
    outside = {path: "lies outside the top folder" for path in held.entries if "/" not in path}
    if outside:
        raise refusal(held.file, outside)
    tops = {path.partition("/")[0] for path in (*held.entries, *held.folders)}
    if len(tops) != 1:
        found = ", ".join(repr(top) for top in sorted(tops)[:_SHOWN]) or "none"
        hint = "Ask for a package that `rrspec pack` made."
        raise ArtifactError(f"a package has one top folder; this has {len(tops)}: {found}", hint=hint, place=held.file)
    return tops.pop()


def _root_of(held: Held) -> str:
    """Where the artifact lies, or would lie: without one manifest, in the one folder that holds all."""
    tops = _tops_of_artifacts(held)
    if len(tops) != 1:
        tops = sorted({path.partition("/")[0] if "/" in path else "" for path in held.entries})
    return f"{tops[0]}/" if len(tops) == 1 and tops[0] else ""


def _tops_of_artifacts(held: Held) -> list[str]:
    """The folders that hold a manifest; the package's own top stands for all below it, and is empty."""
    files = {path for path, entry in held.entries.items() if entry.kind is Kind.FILE}
    if MANIFEST_FILE in files:
        return [""]
    return sorted(top for path in files for top in [path.partition("/")[0]] if path == f"{top}/{MANIFEST_FILE}")


def _ignored_step(path: str) -> str | None:
    """The path up to the step that is no part of an artifact; None where all are."""
    steps = path.split("/")
    for number, step in enumerate(steps, 1):
        if is_ignored(step):
            return "/".join(steps[:number])
    return None
