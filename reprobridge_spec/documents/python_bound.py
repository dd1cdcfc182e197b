"""What an environment says about its Python: a version (`3.11`, `3.11.7`), or a bound (`>=3.11,<3.15`)."""

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from reprobridge_spec.lazy_pattern import lazy_pattern

_VERSION = lazy_pattern(r"[0-9]+(\.[0-9]+){0,2}")
_MINORS = range(6, 41)
_LAST_PATCH = 99
"""No line of Python has had as many patch releases."""


def bound_of(text: str) -> SpecifierSet:
    """The versions of Python that `text` allows.

    Raises:
        ValueError: `text` is neither a version nor a bound on versions.
    """
    text = text.strip()
    if _VERSION.fullmatch(text):
        exact = text.count(".") == 2  # noqa: PLR2004 (major.minor.patch)
        return SpecifierSet(f"=={text}" if exact else f"=={text}.*")
    try:
        specifiers = SpecifierSet(text)
    except InvalidSpecifier as error:
        raise ValueError(f"{text!r} is neither a version of Python nor a bound on it") from error
    if not len(specifiers):
        raise ValueError("no version of Python is given")
    return specifiers


def admits(text: str, version: str) -> bool:
    """Whether `text` allows the exact `version`; a pre-release counts as the version that it is.

    Raises:
        ValueError: `text` is neither a version nor a bound on versions.
    """
    return bound_of(text).contains(version, prereleases=True)


def admitted(text: str) -> tuple[str, ...]:
    """Versions that stand for all that `text` allows: the first and the last patch of each minor version.

    Raises:
        ValueError: `text` is neither a version nor a bound on versions, or allows none of Python 3.
    """
    bound = bound_of(text)
    patches = {0, _LAST_PATCH}
    for specifier in bound:
        release = Version(specifier.version.removesuffix(".*")).release
        if len(release) > 2:  # noqa: PLR2004 (major.minor.patch)
            patches |= {release[2], max(release[2] - 1, 0), release[2] + 1}
    every = (f"3.{minor}.{patch}" for minor in _MINORS for patch in sorted(patches))
    allowed = tuple(version for version in every if bound.contains(version))
    if not allowed:
        raise ValueError(f"{text!r} allows no version of Python 3 from 3.{_MINORS[0]} on")
    return allowed


def admitted_minors(text: str) -> tuple[str, ...]:
    """The minor versions, such as `3.11`, of which `text` allows at least one release.

    Raises:
        ValueError: `text` is neither a version nor a bound on versions, or allows none of Python 3.
    """
    return tuple(dict.fromkeys(version.rpartition(".")[0] for version in admitted(text)))
