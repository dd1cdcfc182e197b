"""Configuration files of code, which is no document of the standard: YAML, JSON and TOML as their authors wrote them.

What is read is what can go wrong in any of them: a file that no reader reads, a key that stands twice, scalars that
readers understand differently. Values are not kept.
"""

from enum import StrEnum

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark

MAX_BYTES = 256 << 10
"""Larger files are data."""
MAX_DEPTH = 200
MAX_VALUES = 200_000
"""Of a YAML file, aliases counted with all that they stand for."""


class Form(StrEnum):
    """In which language a configuration is written."""

    YAML = "YAML"
    JSON = "JSON"
    TOML = "TOML"


_ENDS = {".yaml": Form.YAML, ".yml": Form.YAML, ".json": Form.JSON, ".toml": Form.TOML}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """Why no reader reads the file.

    Attributes:
        message: the rest of a sentence about the file.
        mark: where, if known.
    """

    message: str
    advice: str
    mark: Mark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyTwice:
    """A key that stands twice in one mapping.

    Attributes:
        owner: the key of that mapping; empty where it has none.
        first: line of the first of the two.
        mark: place of the second.
    """

    key: str
    owner: str
    first: int
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainScalar:
    """An unquoted scalar that begins like a number, a date or a truth value.

    Attributes:
        key: the key that it is the value of, or is; of an entry of a list the key of that list.
        owner: the key of the mapping that it stands in; empty where that has none.
        is_key: whether it is a key itself.
        is_entry: whether it is an entry of a list.
    """

    text: str
    key: str
    owner: str
    is_key: bool
    is_entry: bool
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigFile:
    """What was read; of a file that cannot be read, what stands before the fault."""

    unreadable: Unreadable | None = None
    twice: tuple[KeyTwice, ...] = ()
    scalars: tuple[PlainScalar, ...] = ()


def form_of(path: str) -> Form | None:
    """The language of a file, by how its name ends; None where it is no configuration."""
    return _ENDS.get(path[path.rfind(".") :].lower())
