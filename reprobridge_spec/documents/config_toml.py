"""Configuration files in TOML."""

from reprobridge_spec.documents.config_file import MAX_DEPTH, ConfigFile, KeyTwice, Unreadable
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark

_PLACE = lazy_pattern(r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")
_TWICE = ("Cannot overwrite a value", "Cannot declare ")
_TWICE_INLINE = lazy_pattern(r"Duplicate inline table key '([^'\n]{1,200})'")
_MAX_LENGTH = 64 << 10
"""Longer ones, and lines with so many dots or brackets, are data, or made to cost time."""
_MAX_STEPS = 1000


def read(text: str) -> ConfigFile:
    """What can be said about a file in TOML."""
    if len(text) > _MAX_LENGTH or _costs_time(text):
        return ConfigFile()
    import tomllib  # noqa: PLC0415 (only where there is such a file)

    try:
        tomllib.loads(text.replace("\r\n", "\n"), parse_float=str)
    except RecursionError:
        message, advice = f"is nested deeper than {MAX_DEPTH}", "Flatten it."
        return ConfigFile(unreadable=Unreadable(message=message, advice=advice))
    except ValueError as error:
        return _at_fault(text, str(error))
    return ConfigFile()


def _costs_time(text: str) -> bool:
    return any(line.count(".") > _MAX_STEPS for line in text.splitlines() if len(line) > _MAX_STEPS)


def _at_fault(text: str, said: str) -> ConfigFile:
    place = _PLACE.search(said)
    message = said[: place.start()] if place else said
    mark = Mark(int(place[1]), int(place[2])) if place and place[1] else None
    if message.startswith(_TWICE) and mark is not None and (twice := _twice(text, mark.line)):
        return ConfigFile(twice=(twice,))
    if (inline := _TWICE_INLINE.match(message)) and mark is not None:
        return ConfigFile(twice=(KeyTwice(key=inline[1], owner="", first=mark.line, mark=mark),))
    shown = message[:100] if message.isprintable() else "it holds characters that TOML does not allow"
    return ConfigFile(
        unreadable=Unreadable(message=f"is no TOML: {shown}", advice="Mend the line.", mark=mark),
    )


def _twice(text: str, second: int) -> KeyTwice | None:
    """The key whose second place is in line `second`: the reader says no more than that."""
    lines = text.splitlines()[:second]
    name, owner = _name(lines[-1]), ""
    first = 0
    for number, line in enumerate(lines[:-1], start=1):
        is_table = line.lstrip().startswith("[")
        if is_table and not name.startswith("["):
            first, owner = 0, _name(line).strip("[] ")
        if _name(line) == name:
            first = number
    if not first:
        return None
    column = len(lines[-1]) - len(lines[-1].lstrip()) + 1
    return KeyTwice(key=name.strip("[] "), owner=owner, first=first, mark=Mark(second, column))


def _name(line: str) -> str:
    return line.partition("#")[0].strip() if line.lstrip().startswith("[") else line.partition("=")[0].strip()
