"""Which versions of the standard are read, and what happens with the others."""

import re
from enum import Enum
from typing import Any

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.schemas.kinds import SPEC_VERSION, Kind

SUPPORTED = SPEC_VERSION
_MAJOR, _MINOR = (int(part) for part in SPEC_VERSION.split("."))


class Standing(Enum):
    """How a document's version stands to the one that is known here."""

    KNOWN = "known"
    NEWER_MINOR = "newer-minor"


@dataclass(frozen=True, slots=True)
class Refused:
    """A version that cannot be read."""

    message: str
    advice: str


def standing(data: Any, kind: Kind[Any]) -> Standing | Refused:  # noqa: ANN401 (any document value)
    """Whether a document of `kind` with this data can be read.

    A document whose version is absent or misspelt is read as the known one: its schema then says so.
    """
    value = data
    for step in kind.version_path:
        value = value.get(step) if isinstance(value, dict) else None
    match = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", value) if isinstance(value, str) else None
    if match is None:
        return Standing.KNOWN
    major, minor = int(match[1]), int(match[2])
    if major != _MAJOR:
        return Refused(
            f"the {kind.name} follows version {value} of the standard; this rrspec reads {_MAJOR}.x",
            f'No version before {SUPPORTED} was released: write `rra: "{SUPPORTED}"`, and see what is left.'
            if major < _MAJOR
            else "Use a newer rrspec.",
        )
    return Standing.NEWER_MINOR if minor > _MINOR else Standing.KNOWN
