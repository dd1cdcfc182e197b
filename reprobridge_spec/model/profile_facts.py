"""What a profile says of a venue, fact by fact, and which of its sources each is from."""

from collections.abc import Iterator
from datetime import date, timedelta

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.profile import Limits, PolicySource, Profile

_LIMITS = "limits."
FACTS = (
    "anonymous",
    *(f"{_LIMITS}{name}" for name in Limits.model_fields),
    "formats",
    "required_files",
    "license",
    "tolerance",
    "badges",
    "badge_sets",
    "by_hand",
)
"""The fields that a venue has to have said; level, weights and waivers are whoever wrote the profile's."""

OLD = timedelta(days=365)
"""Venues change what they take from year to year."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One of these fields, where a profile gives it.

    Attributes:
        name: such as `limits.package_bytes`.
        sources: numbers of its sources, from 1.
    """

    name: str
    sources: tuple[int, ...]


def facts(profile: Profile) -> Iterator[Fact]:
    """What the profile gives, in the order of `FACTS`."""
    for name in FACTS:
        if _is_given(profile, name):
            yield Fact(name, _sources(profile.sources, name))


def _is_given(profile: Profile, name: str) -> bool:
    if name.startswith(_LIMITS):
        return profile.limits is not None and getattr(profile.limits, name.removeprefix(_LIMITS)) is not None
    return getattr(profile, name) not in (None, [], {})


def _sources(sources: list[PolicySource], name: str) -> tuple[int, ...]:
    """Those that name the field, or the mapping that it lies in; else those that name nothing."""
    named = [number for number, source in enumerate(sources, 1) if name in source.of or _around(name) in source.of]
    return tuple(named or (number for number, source in enumerate(sources, 1) if not source.of))


def _around(name: str) -> str:
    return name.partition(".")[0]


def day(text: str) -> date | None:
    """The day that is written as YYYY-MM-DD; None where it is none."""
    try:
        return date.fromisoformat(text) if len(text) == len("YYYY-MM-DD") else None
    except ValueError:
        return None


def is_old(source: PolicySource, today: date) -> bool:
    """Whether a source was read so long ago that the venue may say something else by now."""
    read = day(source.read)
    return read is None or today - read > OLD
