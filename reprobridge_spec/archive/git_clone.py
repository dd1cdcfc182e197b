"""What a clone says of itself: its newest commit, where it was cloned from, and what was edited since.

Nothing of git is started, so neither hooks nor filters of the clone's settings are.
"""

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_LIKE_SCP = lazy_pattern(r"(?:[\w.-]+@)?(?P<host>[\w.-]+\.[a-z]+):(?P<path>[\w./~-]+)")
_NAME = lazy_pattern(r"\w[\w./~^@{}-]{0,200}", re.ASCII)
_SUBMODULE = 0o160000
_OPEN = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Clone:
    """A clone, or a bare repository.

    Attributes:
        commit: the commit that is checked out.
        url: where it was cloned from, as an `https` address without user and password; None where it says none.
        edited: paths that are tracked and not as in that commit; none in a bare repository.
    """

    commit: str
    url: str | None
    edited: tuple[str, ...]


def clone_at(path: Path) -> Clone:
    """What the clone at `path` says of itself.

    Raises:
        UsageError: it is no repository that can be read, or has no commit.
    """
    from dulwich.errors import NotGitRepository  # noqa: PLC0415 (only whoever adopts a clone needs it)
    from dulwich.repo import Repo  # noqa: PLC0415

    try:
        repo = Repo(str(path))
    except NotGitRepository as error:
        raise UsageError(f"{path} is no git repository", hint="Give a clone, a folder or an archive.") from error
    with repo:
        try:
            commit = repo.head().decode("ascii")
        except KeyError as error:
            raise UsageError(f"{path} has no commit yet", hint="Commit what is there first.") from error
        edited = () if repo.bare else tuple(sorted(_edited(path, repo.index_path())))
        return Clone(commit=commit, url=_url(repo.get_config()), edited=edited)


def commit_named(path: Path, name: str) -> str:
    """The whole id of the commit that `name` is: an id, its beginning, a branch or a tag.

    Raises:
        UsageError: the clone at `path` does not have it.
    """
    from dulwich.objectspec import parse_commit  # noqa: PLC0415 (as above)
    from dulwich.repo import Repo  # noqa: PLC0415

    unknown = UsageError(
        f"{path} does not hold the commit {name!r}",
        hint="Give its id, or the name of a branch or tag; fetch it first where it is newer than the clone.",
    )
    if not _NAME.fullmatch(name):
        raise unknown
    with Repo(str(path)) as repo:
        try:
            return parse_commit(repo, name).id.decode("ascii")
        except (KeyError, ValueError, AttributeError, AssertionError, OSError) as error:
            raise unknown from error


def _url(config: object) -> str | None:
    try:
        written = config.get((b"remote", b"origin"), b"url").decode("utf-8", "replace")  # type: ignore[attr-defined]
    except KeyError:
        return None
    return public_address(written)


def public_address(written: str) -> str | None:
    """The address of a repository for everybody: over `https`, without user and password; None where it has none."""
    if "://" not in written:
        found = _LIKE_SCP.fullmatch(written)
        return f"https://{found['host']}/{found['path'].lstrip('/')}" if found else None
    try:
        parts = urlsplit(written)
        port = f":{parts.port}" if parts.port and parts.scheme in _OPEN else ""
    except ValueError:
        return None
    if not parts.hostname or parts.scheme not in {*_OPEN, "ssh", "git"}:
        return None
    scheme = parts.scheme if parts.scheme in _OPEN else "https"
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return urlunsplit((scheme, host + port, parts.path, "", ""))


def _edited(root: Path, index: str) -> Iterator[str]:
    from dulwich.index import ConflictedIndexEntry, Index  # noqa: PLC0415 (as above)

    if not Path(index).is_file():
        return
    for name, entry in Index(index).items():
        path = name.decode("utf-8", "surrogateescape")
        if not isinstance(entry, ConflictedIndexEntry) and stat.S_IFMT(entry.mode) == _SUBMODULE:
            continue
        if isinstance(entry, ConflictedIndexEntry) or not _is_same(root / path, entry.size, entry.sha):
            yield path


def _is_same(path: Path, size: int, sha: bytes) -> bool:
    """Whether a file has the bytes that were committed; one of another size is not even read."""
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            data = os.fsencode(path.readlink())
        elif stat.S_ISREG(status.st_mode):
            if status.st_size != size & 0xFFFFFFFF and size:
                return False
            data = path.read_bytes()
        else:
            return False
    except OSError:
        return False
    # the name of an object in git: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
    named = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return named.encode() == sha
