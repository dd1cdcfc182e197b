"""Versions as Poetry, Pipenv, conda and images of Docker say them, in the form of pip."""

from collections.abc import Callable

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from reprobridge_spec.documents.python_bound import bound_of
from reprobridge_spec.lazy_pattern import lazy_pattern

_NUMBER = lazy_pattern(r"v?(\d{1,9}(?:\.\d{1,9}){0,5})((?:[-._+]?[A-Za-z][A-Za-z0-9.+_-]{0,40})?)")
_PLAIN = lazy_pattern(r"[0-9][0-9A-Za-z.+!_-]{0,60}")
_STAR = lazy_pattern(r"(\d{1,9}(?:\.\d{1,9}){0,5})\.[*xX]")
_STAR_BEHIND = lazy_pattern(r"(>=|<=|>|<)\s*([0-9][0-9.]{0,40}?)\.\*")
_LONGEST = 200
_SPACE_BETWEEN = lazy_pattern(r"(?<=[0-9A-Za-z*])\s+(?=[<>=!~^])")
_SPACE_BEHIND = lazy_pattern(r"(?<=[<>=!~^])\s+")


def specifier(said: str) -> str | None:
    """A constraint of Poetry or Pipenv (`^1.2`, `~1.2`, `1.2.*`, `*`, `>=1,<2`) as pip writes it.

    Returns:
        empty where any version will do, None where pip cannot say it.
    """
    said = _SPACE_BETWEEN.sub(",", _SPACE_BEHIND.sub("", said.strip()[:_LONGEST]))
    parts = [_one(part.strip()) for part in said.split(",")]
    if None in parts:
        return None
    joined = ",".join(part for part in parts if part)
    try:
        SpecifierSet(joined)
    except InvalidSpecifier:
        return None
    return joined


def _one(part: str) -> str | None:
    if part in {"", "*"}:
        return ""
    if part[0] == "^":
        return _until(part[1:].strip(), _caret_place)
    if part[0] == "~" and not part.startswith("~="):
        return _until(part[1:].strip(), lambda release: min(1, len(release) - 1))
    if star := _STAR.fullmatch(part.removeprefix("==").removeprefix("=").strip()):
        return f"=={star[1]}.*"
    if behind := _STAR_BEHIND.fullmatch(part):
        return f"{behind[1]}{behind[2]}"
    if part[0] == "=" and part[1:2] != "=":
        part = part[1:].strip()
    return f"=={part}" if _PLAIN.fullmatch(part) else part


def _until(version: str, place: Callable[[tuple[int, ...]], int]) -> str | None:
    if _NUMBER.fullmatch(version) is None:
        return None
    try:
        release = Version(version).release
    except InvalidVersion:
        return None
    index = place(release)
    above = [*release[:index], release[index] + 1]
    return f">={version.removeprefix('v')},<{'.'.join(map(str, above))}"


def _caret_place(release: tuple[int, ...]) -> int:
    """The first number that is not zero may not grow; of zeros alone, the last."""
    return next((index for index, number in enumerate(release) if number), len(release) - 1)


def python(said: str) -> str | None:
    """What is said of Python as a manifest writes it: `3.8`, `3.8.5`, `>=3.7,<3.9`; None where it cannot be told."""
    found = specifier(said.strip().removeprefix("python").strip().removeprefix("-"))
    if not found:
        return None
    exact = found.removeprefix("==").removesuffix(".*")
    for text in (exact, found) if found.startswith("==") and "," not in found else (found,):
        try:
            bound_of(text)
        except ValueError:
            continue
        return text
    return None


def marker_of_python(said: str) -> str | None:
    """The marker that a constraint on Python makes; empty where it makes none, None where it cannot be said."""
    found = specifier(said)
    if found is None:
        return None
    parts = [f'{_variable(part.version)} {part.operator} "{part.version}"' for part in SpecifierSet(found)]
    return " and ".join(sorted(parts))


def _variable(version: str) -> str:
    return "python_full_version" if version.count(".") > 1 and not version.endswith(".*") else "python_version"
