"""The files of one commit of a git repository, read from its objects: no checkout, no hook, no filter."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from reprobridge_spec.documents.files import HEAD, Entry, Kind, is_ignored
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError

_EXECUTABLE = 0o100755
_LINK = 0o120000
_SUBMODULE = 0o160000
_FOLDER = 0o040000
_MOST_FILES = 1_000_000


def is_repository(path: Path) -> bool:
    """Whether a folder is a git repository: a clone, or a bare one."""
    return (path / ".git").exists() or ((path / "objects").is_dir() and (path / "HEAD").is_file())


class GitFiles:
    """What a commit holds. It is an `ArtifactFiles`; submodules are no part of it.

    Attributes:
        submodules: the commit that each of them is pinned to, by path.
        absent: paths of files that the commit has and a partial clone does not hold; they are no entries.
    """

    def __init__(self, repository: Path, commit: str, *, may_lack: bool = False) -> None:
        """Look into `repository`, a clone or a bare repository.

        Args:
            repository: where it is.
            commit: the commit.
            may_lack: whether a partial clone will do, which does not hold each file of it.

        Raises:
            UsageError: it is no repository that can be read, or does not hold the commit.
            NotDoneError: it does not hold each file of the commit.
            ArtifactError: what the commit holds cannot be read.
        """
        # late: only whoever compares with a release needs it
        from dulwich.errors import NotGitRepository  # noqa: PLC0415
        from dulwich.repo import Repo  # noqa: PLC0415

        try:
            self._repo = Repo(str(repository))
        except NotGitRepository as error:
            raise UsageError(f"{repository} is no git repository", hint="Give a clone, or an archive.") from error
        self._objects: dict[str, bytes] = {}
        self._digests: dict[str, str] = {}
        self.ignored: tuple[str, ...] = ()
        self.submodules: dict[str, str] = {}
        self.absent: tuple[str, ...] = ()
        self._may_lack = may_lack
        try:
            tree = self._tree_of(commit, repository)
            self.entries = dict(sorted(self._walk(tree)))
        except BaseException:
            self._repo.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._repo.close()

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        if path not in self._objects:
            raise FileNotFoundError(f"there is no {path!r} in the commit")
        data = self._data(path)
        if len(data) > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return data

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, as one piece; see `ArtifactFiles`."""
        yield self.read(path, 1 << 40)

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file; see `ArtifactFiles`."""
        return self._data(path)[:HEAD] if path in self._objects else self.read(path, 0)

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `ArtifactFiles`."""
        if path not in self._digests:
            self._digests[path] = hashlib.sha256(self.read(path, 1 << 40)).hexdigest()
        return self._digests[path]

    def _data(self, path: str) -> bytes:
        _, data = self._repo.object_store.get_raw(self._objects[path])  # type: ignore[arg-type]
        return bytes(data)

    def _tree_of(self, commit: str, repository: Path) -> bytes:
        from dulwich.objects import Commit  # noqa: PLC0415

        try:
            found = self._repo.get_object(commit.encode())  # type: ignore[arg-type]
        except KeyError as error:
            raise UsageError(
                f"{repository} does not hold the commit {commit[:12]}",
                hint="Fetch it: `git fetch origin COMMIT`, or clone without `--depth`.",
            ) from error
        if not isinstance(found, Commit):
            raise UsageError(f"{commit[:12]} is no commit in {repository}", hint="Pin a commit, not a tree or a tag.")
        return bytes(found.tree)

    def _walk(self, tree: bytes) -> Iterator[tuple[str, Entry]]:
        from dulwich.objects import Tree  # noqa: PLC0415

        folders = [("", tree)]
        count = 0
        while folders:
            prefix, sha = folders.pop()
            held = self._repo.get_object(sha)  # type: ignore[arg-type]
            if not isinstance(held, Tree):
                raise ArtifactError(f"{prefix or 'its root'} is no folder in the release")
            for name, mode, item in held.iteritems():
                path = prefix + name.decode("utf-8", "surrogateescape")
                count += 1
                if count > _MOST_FILES:
                    raise ArtifactError(f"the release holds more than {_MOST_FILES} files")
                if mode == _SUBMODULE:
                    self.submodules[path] = item.decode("ascii", "replace")
                    continue
                if is_ignored(path.rpartition("/")[2]):
                    continue
                if mode == _FOLDER:
                    folders.append((f"{path}/", item))
                    continue
                self._objects[path] = item
                entry = self._entry(path, mode)
                if entry is not None:
                    yield path, entry

    def _entry(self, path: str, mode: int) -> Entry | None:
        try:
            data = self._data(path)
        except KeyError as error:
            if not self._may_lack:
                raise NotDoneError(
                    "the clone is a partial one and does not hold this file",
                    hint="Clone it without `--filter`, or fetch what is missing.",
                    place=path,
                ) from error
            self.absent = (*self.absent, path)
            del self._objects[path]
            return None
        if mode == _LINK:
            return Entry(Kind.LINK, 0, executable=False, target=data.decode("utf-8", "surrogateescape"))
        return Entry(Kind.FILE, len(data), executable=mode == _EXECUTABLE)
