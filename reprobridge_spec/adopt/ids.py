"""Ids made of what others call their things."""

import re
from collections.abc import Iterable

LONGEST = 60
"""Signs that are kept of a name; an id of the standard may have 100, so a number at the end has room."""


def unique_ids(names: Iterable[str], otherwise: str, *, taken: Iterable[str] = ()) -> list[str]:
    """An id for each name, no two the same and none `taken`; `otherwise` where no letter of a name may be in an id."""
    ids: list[str] = []
    used = set(taken)
    for name in names:
        plain = id_of(name) or otherwise
        unique, number = plain, 2
        while unique in ids or unique in used:
            unique, number = f"{plain}-{number}", number + 1
        ids.append(unique)
    return ids


def id_of(name: str) -> str:
    """The id that is nearest to a name; empty where it has no letter that an id may have."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:LONGEST].strip("-")
