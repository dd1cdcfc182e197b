"""TOML files of other people as data, and the lines in which their keys and texts stand."""

import re
from typing import Any

from reprobridge_spec.documents.foreign.text import MAX_LOCK, ForeignError, text_of
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_HEADER = lazy_pattern(r"^[ \t]*\[\[?[ \t]*([^\]\n]{1,300})\]", re.MULTILINE)
_KEY = lazy_pattern(r"[ \t]*[\"']?([A-Za-z0-9_.-]{1,100})[\"']?[ \t]*=")
_QUOTED = lazy_pattern(r"\"((?:[^\"\\\n]|\\.){1,300})\"|'([^'\n]{1,300})'")
_MOST_WORK = 20_000_000
"""Of a key, or a line, with many dots the reader looks at each part for each part."""


@dataclass(frozen=True, slots=True)
class Toml:
    """A file.

    Attributes:
        tables: the lines of the headers, by their names, in order; of `[[package]]` and `[package]` it is `package`.
        keys: the line of a key, by the name of its table and its own.
        texts: the line of a text in quotes, by the name of its table and the text.
    """

    data: dict[str, Any]
    tables: dict[str, list[int]]
    keys: dict[tuple[str, str], int]
    texts: dict[tuple[str, str], int]

    def line(self, table: str, name: str) -> int:
        """The line of a key or a text in a table; else that of the table; 1 where there is none."""
        found = self.keys.get((table, name)) or self.texts.get((table, name))
        return found or self.tables.get(table, [1])[0]


def read(data: bytes) -> Toml:
    """The file.

    Raises:
        ForeignError: it is no TOML.
    """
    import tomllib  # noqa: PLC0415 (only where there is such a file)

    text = text_of(data, MAX_LOCK)
    if sum(line.count(".") ** 2 for line in text.split("\n")) > _MOST_WORK:
        raise ForeignError("has lines that no reader takes in reasonable time")
    try:
        found = tomllib.loads(text)
    except RecursionError as error:
        raise ForeignError("is nested too deep") from error
    except ValueError as error:
        raise ForeignError(f"is no TOML: {str(error)[:100]}") from error
    return _with_lines(found, text)


def _with_lines(data: dict[str, Any], text: str) -> Toml:
    found, table = Toml(data, {}, {}, {}), ""
    for number, raw in enumerate(text.split("\n"), start=1):
        if not raw:
            continue
        if header := _HEADER.match(raw):
            table = header[1].strip(" \t[").replace('"', "")
            found.tables.setdefault(table, []).append(number)
            continue
        if key := _KEY.match(raw):
            found.keys.setdefault((table, key[1]), number)
        for quoted in _QUOTED.finditer(raw[:2_000]):
            found.texts.setdefault((table, quoted[1] or quoted[2]), number)
    return found


def at(data: object, *keys: str) -> Any:  # noqa: ANN401 (any document value)
    """What stands under the keys, one inside the other; None where there is no such place."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def table_at(data: object, *keys: str) -> dict[str, Any]:
    """The table under the keys; an empty one where there is none."""
    found = at(data, *keys)
    return found if isinstance(found, dict) else {}


def list_at(data: object, *keys: str) -> list[Any]:
    """The list under the keys; an empty one where there is none."""
    found = at(data, *keys)
    return found if isinstance(found, list) else []
