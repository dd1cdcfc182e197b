"""Whether git leaves a file out, by its own rules; nothing of the repository is executed."""

import os
from pathlib import Path


def is_ignored(root: Path, path: str) -> bool:
    """Whether the file is not tracked, and git's rules ignore it; no where there is no repository that can be read.

    Args:
        root: a folder in a working tree.
        path: of the file, below `root`.
    """
    # late: only what was built is asked for
    from dulwich.errors import NotGitRepository  # noqa: PLC0415
    from dulwich.ignore import IgnoreFilterManager  # noqa: PLC0415
    from dulwich.repo import Repo  # noqa: PLC0415

    try:
        with Repo.discover(str(root)) as repository:
            inside = os.path.relpath(root.resolve() / path, Path(repository.path).resolve())
            if inside.encode() in repository.open_index():
                return False
            return bool(IgnoreFilterManager.from_repo(repository).is_ignored(inside))
    except (NotGitRepository, OSError, ValueError):
        return False
