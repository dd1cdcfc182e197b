"""What a venue asks of a package besides sizes and anonymity: its form, the files in it, the licence."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from reprobridge_spec.model.profile import LicenseAsked, Profile
from reprobridge_spec.rules.base import Fault

_LARGER = ("tar.gz", "tar.zst")
"""Endings of two parts, which a form that looks at the last part alone takes for that part."""

_LONGEST = 500
"""No expression that a person wrote has more characters, and each parenthesis of it is a call."""


def faults(venue: Profile, *, license_: str | None, paths: Iterable[str], package: str | None) -> Iterator[Fault]:
    """What is not as `venue` asks.

    Args:
        venue: its profile.
        license_: the SPDX expression that the manifest has.
        paths: the artifact's files.
        package: the package's name; None where there is none yet.
    """
    if package is not None and (said := format_fault(venue, package)):
        yield said
    tops = [path.lower() for path in paths if "/" not in path]
    for wanted in venue.required_files:
        if not any(fnmatchcase(top, name.strip().lower()) for top in tops for name in wanted.split("|")):
            yield Fault(
                message=f"`{venue.id}` asks for {_names(wanted)} at the top of the artifact, and none is there",
                advice="Write one; it may lead to the guide.",
            )
    if venue.license and (said := _license_fault(venue.id, venue.license, license_)):
        yield said


def format_fault(venue: Profile, package: str) -> Fault | None:
    """What is wrong with the ending of a package's name."""
    if not venue.formats or any(package.lower().endswith(f".{end.value}") for end in venue.formats):
        return None
    taken = ", ".join(f".{end.value}" for end in venue.formats)
    end = next((end for end in _LARGER if package.lower().endswith(end)), package.rpartition(".")[2])
    return Fault(
        message=f"`{venue.id}` takes files that end in {taken}, and `{package}` ends in .{end}",
        advice="Pack it in a form that is taken: `rrspec pack -o NAME.rra.zip`, for one.",
    )


def _names(wanted: str) -> str:
    return " or ".join(f"`{name.strip()}`" for name in wanted.split("|"))


def _license_fault(venue: str, asked: LicenseAsked, said: str | None) -> Fault | None:
    if said is None:
        if not asked.required and not asked.accepted:
            return None
        return Fault(
            message=f"`{venue}` asks for a licence, and the manifest says none",
            advice="Write `license: ` with an SPDX expression, such as MIT, into rra.yaml.",
        )
    if not asked.accepted or _is_accepted(said, {one.lower() for one in asked.accepted}):
        return None
    return Fault(
        message=f"the licence is {said}, and `{venue}` accepts {', '.join(asked.accepted)}",
        advice="Choose one that is accepted, if all holders agree, or ask the venue.",
        path=("license",),
    )


def _is_accepted(expression: str, accepted: set[str]) -> bool:
    """Whether one side of each OR is accepted, with all that AND joins; WITH is a part of the name before it."""
    if len(expression) > _LONGEST:
        return False
    words = expression.replace("(", " ( ").replace(")", " ) ").split()
    value, rest = _either(words, accepted)
    return value and not rest


def _either(words: list[str], accepted: set[str]) -> tuple[bool, list[str]]:
    value, rest = _both(words, accepted)
    while rest and rest[0].upper() == "OR":
        other, rest = _both(rest[1:], accepted)
        value = value or other
    return value, rest


def _both(words: list[str], accepted: set[str]) -> tuple[bool, list[str]]:
    value, rest = _one(words, accepted)
    while rest and rest[0].upper() == "AND":
        other, rest = _one(rest[1:], accepted)
        value = value and other
    return value, rest


def _one(words: list[str], accepted: set[str]) -> tuple[bool, list[str]]:
    if not words:
        return False, []
    if words[0] == "(":
        value, rest = _either(words[1:], accepted)
        return value, rest[1:]
    name, rest = words[0].lower(), words[1:]
    if len(rest) > 1 and rest[0].upper() == "WITH":
        return name in accepted or f"{name} with {rest[1].lower()}" in accepted, rest[2:]
    return name in accepted, rest
