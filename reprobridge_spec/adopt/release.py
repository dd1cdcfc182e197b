"""What is adopted: a clone at one of its commits, an archive, or a folder; with what pins it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.archive.git_clone import clone_at, commit_named, public_address
from reprobridge_spec.archive.git_files import GitFiles, is_repository
from reprobridge_spec.archive.release import archived_release
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.errors import NoArtifactError, UsageError
from reprobridge_spec.frozen import dataclass

NO_ADDRESS = "TODO: address of the release"
_SHOWN = 5
_ENDS = (".git", ".zip", ".tgz", ".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2", ".tar")


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """A release of somebody's code.

    Attributes:
        name: what it is called where it lies, without what says how it is packed.
        files: its files.
        url: address of the repository or archive; None where nothing says it.
        commit: the commit; None where it is no repository.
        sha256: digest of the archive; None where it is none.
        facts: what is to be said about it.
    """

    name: str
    files: ArtifactFiles
    url: str | None = None
    commit: str | None = None
    sha256: str | None = None
    facts: tuple[Fact, ...] = ()

    @property
    def is_pinned(self) -> bool:
        """Whether something says which release it is, so that patches can start from it."""
        return bool(self.commit or self.sha256)


@contextmanager
def opened(path: Path, *, commit: str | None = None, url: str | None = None) -> Iterator[Release]:
    """The release at `path`.

    Args:
        path: a clone or a bare repository, an archive, or a folder.
        commit: the commit of a repository that is meant; the one that is checked out if None.
        url: its public address, where the repository does not say it, or says another.

    Raises:
        NoArtifactError: there is nothing.
        UsageError: the commit is not there.
        ArtifactError: the archive is damaged, or holds what is refused.
    """
    if not path.is_dir() and not path.is_file():
        raise NoArtifactError(f"there is no folder and no file at {path}", hint="Give a clone, a folder or an archive.")
    if url is not None and public_address(url) != url:
        raise UsageError(
            "--url is no public address of the web",
            hint="Give one that begins with https://, without user name and password.",
        )
    name = path.resolve().name
    for end in _ENDS:
        name = name.removesuffix(end)
    if path.is_dir() and is_repository(path):
        clone = clone_at(path)
        pinned = commit_named(path, commit) if commit is not None else clone.commit
        with GitFiles(path, pinned, may_lack=True) as files:
            edited = clone.edited if pinned == clone.commit else ()
            facts = (*_edits(edited), *_submodules(files), *_absent(files))
            yield Release(name=name, files=files, url=url or clone.url, commit=pinned, facts=facts)
    elif commit is not None:
        raise UsageError(f"{path} is no git repository, so it has no commits", hint="Leave --commit out.")
    elif path.is_file():
        with archived_release(path) as archived:
            yield Release(name=name, files=archived, url=url, sha256=digest.of_file(path))
    else:
        nothing = Fact(
            Topic.RELEASE,
            "the folder is no git repository, so nothing pins what was adopted",
            advice="Adopt a clone, or the archive that the authors published, where there is one.",
        )
        yield Release(name=name, files=FolderFiles(path), url=url, facts=(nothing,))


def _edits(edited: tuple[str, ...]) -> Iterator[Fact]:
    if edited:
        shown = ", ".join(edited[:_SHOWN]) + (", ..." if len(edited) > _SHOWN else "")
        yield Fact(
            Topic.RELEASE,
            f"{len(edited)} tracked files are not as in the commit, whose files were taken: {shown}",
            Place(edited[0]),
            "Commit them and adopt it again; or edit code/ and run `rrspec changes make`.",
        )


def _submodules(files: GitFiles) -> Iterator[Fact]:
    for path, commit in files.submodules.items():
        yield Fact(
            Topic.SUBMODULES,
            f"{path} is a submodule at {commit[:12]}, and its files are not part of the commit",
            Place(".gitmodules" if ".gitmodules" in files.entries else path),
            f"Put its files into code/{path}, as a change of its own; or take it as an input of kind git.",
        )


def _absent(files: GitFiles) -> Iterator[Fact]:
    for path in files.absent:
        advice = "Clone it without `--filter`, and adopt it again: code/ is not the whole release."
        yield Fact(Topic.POINTERS, "the clone is a partial one and does not hold this file", Place(path), advice)
