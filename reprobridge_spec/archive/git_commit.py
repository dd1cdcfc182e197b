"""Single files of one commit of a git repository, read from its objects: no checkout, no hook, no filter."""

from pathlib import Path
from types import TracebackType
from typing import Self

from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.rules.nearest import one_of

_LINK, _SUBMODULE, _FOLDER = 0o120000, 0o160000, 0o040000
_MODULES = ".gitmodules"


class GitCommit:
    """What a commit holds, looked up step by step; nothing else of it is read."""

    def __init__(self, repository: Path, commit: str) -> None:
        """Look into a bare repository.

        Raises:
            ArtifactError: it does not hold the commit.
            NotDoneError: it cannot be read.
        """
        # late: only inputs that lie in git need it
        from dulwich.errors import NotGitRepository  # noqa: PLC0415
        from dulwich.repo import Repo  # noqa: PLC0415

        try:
            self._repo = Repo(str(repository))
        except NotGitRepository as error:
            raise NotDoneError(f"{repository} is no git repository") from error
        try:
            self._root = self._tree_of(commit)
        except BaseException:
            self._repo.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._repo.close()

    def is_folder(self, path: str) -> bool:
        """Whether a folder lies at `path`."""
        try:
            return self._find(path)[0] == _FOLDER
        except ArtifactError:
            return False

    def read(self, path: str) -> bytes:
        """The bytes of the file at `path`.

        Raises:
            ArtifactError: there is none; it is told what is there.
        """
        mode, item = self._find(path)
        match mode:
            case 0o120000:
                raise _error(f"{path!r} is a link in the commit", "Give the path that it leads to.")
            case 0o160000:
                raise _error(f"{path!r} is a submodule{self._address_of(path)}", "Declare its repository as an input.")
            case 0o040000:
                raise _error(f"{path!r} is a folder in the commit", "Give the path of a file.")
        _, data = self._repo.object_store.get_raw(item)  # type: ignore[arg-type]
        return bytes(data)

    def _find(self, path: str) -> tuple[int, bytes]:
        from dulwich.objects import Tree  # noqa: PLC0415

        mode, item = _FOLDER, self._root
        before = ""
        for step in path.split("/"):
            if mode == _SUBMODULE:
                raise _error(
                    f"{path!r} lies in the submodule {before!r}{self._address_of(before)}, a repository of its own",
                    "Declare that repository and its commit as the source.",
                )
            folder = self._repo.get_object(item)  # type: ignore[arg-type]
            names = (
                {name.decode("utf-8", "surrogateescape"): (found, sha) for name, found, sha in folder.iteritems()}
                if isinstance(folder, Tree)
                else {}
            )
            if step not in names:
                where = f" in {before!r}" if before else ""
                raise _error(f"the commit holds no {path!r}: there is no {step!r}{where}", one_of(step, names))
            mode, item = names[step]
            before = f"{before}/{step}" if before else step
        return mode, item

    def _address_of(self, path: str) -> str:
        """Where a submodule comes from, as the repository says, for a sentence."""
        from dulwich.config import ConfigFile, parse_submodules  # noqa: PLC0415

        try:
            mode, item = self._find(_MODULES)
            if mode in {_LINK, _SUBMODULE, _FOLDER}:
                return ""
            import io  # noqa: PLC0415

            _, data = self._repo.object_store.get_raw(item)  # type: ignore[arg-type]
            for at, url, _ in parse_submodules(ConfigFile.from_file(io.BytesIO(data))):
                if at.decode("utf-8", "replace") == path:
                    commit = self._find(path)[1].decode()
                    return f" of {url.decode('utf-8', 'replace')} at commit {commit}"
        except (ArtifactError, ValueError, KeyError):
            pass
        return ""

    def _tree_of(self, commit: str) -> bytes:
        from dulwich.objects import Commit  # noqa: PLC0415

        try:
            found = self._repo.get_object(commit.encode())  # type: ignore[arg-type]
        except KeyError as error:
            raise _error(f"the repository does not hold the commit {commit[:12]}", "Correct the commit id.") from error
        if not isinstance(found, Commit):
            raise _error(f"{commit[:12]} is no commit", "Pin a commit, not a tree or a tag.")
        return bytes(found.tree)


def _error(message: str, hint: str) -> ArtifactError:
    return ArtifactError(message, hint=hint, place="rra.yaml")
