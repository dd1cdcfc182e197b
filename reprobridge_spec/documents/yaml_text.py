"""Values as YAML text that every reader reads the same: texts in quotes on one line, numbers and truth values bare."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from reprobridge_spec.lazy_pattern import lazy_pattern

Value = str | int | float | bool | Decimal | Mapping[str, "Value"] | Sequence["Value"]
"""What can be written; a text is no sequence."""

_PLAIN = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./-]*")
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LAST_OF_FOUR_DIGITS = 0xFFFF
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def yaml_text(value: Value) -> str:
    """A document that holds `value`; keys are written as they are, so they are names.

    Raises:
        ValueError: a number that is not finite.
    """
    return "\n".join(_lines(value)) + "\n"


def yaml_string(text: str) -> str:
    """`text` as a double-quoted YAML scalar on one line, which every reader reads as `text`.

    What cannot be seen is written as an escape. It is not JSON's form: JSON writes what lies beyond U+FFFF as
    two halves, which YAML refuses.
    """
    return '"' + "".join(_escaped(character) for character in text) + '"'


def yaml_scalar(text: str) -> str:
    """`text` without quotes where every reader takes it as the same text, else as `yaml_string` writes it."""
    return text if _PLAIN.fullmatch(text) and not is_word(text) else yaml_string(text)


def yaml_flow(value: Value) -> str:
    """`value` on one line.

    Raises:
        ValueError: a number that is not finite.
    """
    if isinstance(value, str):
        return yaml_scalar(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{yaml_scalar(key)}: {yaml_flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, Sequence):
        return f"[{', '.join(yaml_flow(item) for item in value)}]"
    return _scalar(value)


def is_word(text: str) -> bool:
    """Whether a reader of some version of YAML takes `text`, without quotes, for a truth value or for nothing."""
    return text.lower() in _WORDS


def _lines(value: Value) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _entry(f"{key}:", item)
    elif isinstance(value, Sequence) and not isinstance(value, str) and value:
        for item in value:
            first, *rest = _lines(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
    else:
        yield _scalar(value)


def _entry(key: str, item: Value) -> Iterator[str]:
    lines = list(_lines(item))
    if isinstance(item, str | int | float | Decimal) or not item:
        yield f"{key} {lines[0]}"
    else:
        yield key
        yield from (f"  {line}" for line in lines)


def _scalar(value: Value) -> str:
    match value:
        case str():
            return yaml_string(value)
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float() | Decimal():
            return _number(value)
        case Mapping():
            return "{}"
        case _:
            return "[]"


def _number(value: float | Decimal) -> str:
    number = Decimal(str(value))
    if not number.is_finite():
        raise ValueError(f"{value} is no number that YAML and JSON share")
    return f"{number:f}"


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"
