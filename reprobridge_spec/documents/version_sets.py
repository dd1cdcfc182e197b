"""Whether some version meets all of several constraints; a version that nobody released counts as one."""

from collections.abc import Iterable, Iterator

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version


def can_hold(specifiers: Iterable[SpecifierSet]) -> bool:
    """Whether one version is in all of them; True where that cannot be told."""
    sets = list(specifiers)
    return any(all(one.contains(version, prereleases=True) for one in sets) for version in _candidates(sets))


def _candidates(sets: list[SpecifierSet]) -> Iterator[str]:
    """The ends of all ranges, and versions just beside them: one of these is in an intersection that is not empty."""
    yield "0"
    for specifiers in sets:
        for specifier in specifiers:
            text = specifier.version.removesuffix(".*")
            try:
                version = Version(text)
            except InvalidVersion:
                yield text  # `===` compares texts
                continue
            yield text
            yield from (f"{version.base_version}.0.0.{last}" for last in (1, 2, 3))
            yield from _before(version)


def _before(version: Version) -> Iterator[str]:
    """Versions just below, for what only has an upper end besides an exclusion."""
    release = list(version.release)
    for index in reversed(range(len(release))):
        if release[index] > 0:
            head = [*release[:index], release[index] - 1]
            yield f"{version.epoch}!" * bool(version.epoch) + ".".join(map(str, [*head, 9999]))
            return
