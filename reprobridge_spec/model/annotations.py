"""What an annotation says of a value besides its type. The names are those that pydantic users know."""

from collections.abc import Callable
from typing import Any

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Bounds of a value, and the key of a field where that is not its name.

    Attributes:
        alias: the key in documents.
        ge: least number.
        gt: the number that it must be above.
        min_length: least number of entries or characters.
        max_length: largest number of entries or characters.
        pattern: a regular expression that a text has somewhere in it.
        unique: what a JSON Schema says of a list whose entries all differ; `After` sees to it.
    """

    alias: str | None = None
    ge: int | None = None
    gt: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Before:
    """Sees the value as it stands in the document, and what the reader brings along; gives what is checked."""

    read: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class After:
    """Sees the value when its type is right."""

    check: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class InJson:
    """How the value is written in JSON, where that is not how it is held."""

    write: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Tag:
    """The name of a union's branch."""

    tag: str


@dataclass(frozen=True, slots=True)
class Discriminator:
    """Names the branch of a union that a value belongs to; None where it belongs to none.

    Attributes:
        choose: from value to tag.
        keys: what is told where none is chosen: the keys of which one was to be there.
    """

    choose: Callable[[Any], str | None]
    keys: tuple[str, ...]
