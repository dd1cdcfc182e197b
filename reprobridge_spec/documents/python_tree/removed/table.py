"""All rows of the table of removals, by name."""

from collections.abc import Mapping
from functools import cache

from packaging.version import InvalidVersion, Version

from reprobridge_spec.documents.python_tree.removed import (
    of_learning,
    of_numpy,
    of_pandas,
    of_plots,
    of_python,
    of_scipy,
    of_sklearn,
)
from reprobridge_spec.documents.python_tree.removed.base import Removal

REMOVALS: tuple[Removal, ...] = (
    *of_numpy.ROWS,
    *of_scipy.ROWS,
    *of_pandas.ROWS,
    *of_sklearn.ROWS,
    *of_plots.ROWS,
    *of_learning.ROWS,
    *of_python.ROWS,
)


@cache
def by_name() -> Mapping[str, tuple[Removal, ...]]:
    """The rows of each name; those that ask for a value come first, as they are written."""
    found: dict[str, list[Removal]] = {}
    for removal in REMOVALS:
        found.setdefault(removal.name, []).append(removal)
    return {name: tuple(rows) for name, rows in found.items()}


def applies(removal: Removal, versions: Mapping[str, str | None]) -> bool:
    """Whether the environment has a version without it; one that is not given counts as the newest."""
    version = versions.get(removal.distribution)
    if version is None:
        return removal.back is None
    try:
        here = Version(version)
    except InvalidVersion:
        return False
    # of a pre-release, and of a local build, what counts is the release
    release = Version(here.base_version)
    return Version(removal.removed) <= release and (removal.back is None or release < Version(removal.back))
