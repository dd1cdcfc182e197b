"""What readers of YAML make of an unquoted scalar: those of YAML 1.1 in use (PyYAML) and those of YAML 1.2.

The standard's own documents are no matter of this module: there, text is text.
"""

from datetime import date

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_INT_1_1 = lazy_pattern(r"[-+]?(?:0b[01_]++|0[0-7_]++|(?:0|[1-9][0-9_]*+)|0x[0-9a-fA-F_]++)")
_SIXTY_1_1 = lazy_pattern(r"[-+]?(?:[1-9][0-9_]*+(?::[0-5]?[0-9])++|[0-9][0-9_]*+(?::[0-5]?[0-9])++\.[0-9_]*+)")
_FLOAT_1_1 = lazy_pattern(r"(?:[-+]?[0-9][0-9_]*+\.[0-9_]*+|\.[0-9][0-9_]*+)(?:[eE][-+][0-9]++)?+")
_TRUE_1_1 = frozenset({"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})
_FALSE_1_1 = frozenset({"no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})

_INT_1_2 = lazy_pattern(r"[-+]?[0-9]++|0o[0-7]++|0x[0-9a-fA-F]++")
_FLOAT_1_2 = lazy_pattern(r"[-+]?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?+)(?:[eE][-+]?[0-9]++)?+")
_TRUTH_1_2 = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_WORDS_1_1 = (_TRUE_1_1 | _FALSE_1_1) - _TRUTH_1_2.keys()

_DATE = lazy_pattern(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MOMENT = lazy_pattern(
    r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]|[ \t]++)([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]*+)?+"
    r"(?:[ \t]*+(?:Z|[-+]([0-9]{1,2})(?::?([0-9]{2}))?+))?+"
)
_DAY = 24 * 60
_LONGEST = 60
"""A longer scalar is a text for people; numbers of that length are no settings."""

FIRST_CHARACTERS = frozenset("0123456789.+-=yYnNoOtTfF")
"""What a scalar that readers may take for something else begins with."""

Meaning = tuple[str, object]
"""A kind (`text`, `integer`, `number`, `truth value`, `special`) and a value."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How two readers understand one scalar; each as the rest of a sentence, such as `the number 0.0001`."""

    older: str
    newer: str


def difference(text: str) -> Difference | None:
    """How a reader of YAML 1.1 and one of YAML 1.2 differ over the unquoted `text`; None where they agree."""
    if not text or text[0] not in FIRST_CHARACTERS or len(text) > _LONGEST:
        return None
    if text[0].isalpha() and not is_truth_word(text):
        return None  # nearly every scalar
    older, newer = _older(text), _newer(text)
    return None if older == newer else Difference(_said(older), _said(newer))


def is_text(text: str) -> bool:
    """Whether readers of both kinds take the unquoted `text` for text."""
    if not text or text[0] not in FIRST_CHARACTERS or len(text) > _LONGEST:
        return True
    return _older(text)[0] == "text" == _newer(text)[0]


def is_base_sixty(text: str) -> bool:
    """Whether a reader of YAML 1.1 takes `text` for a number in base sixty."""
    return len(text) <= _LONGEST and _SIXTY_1_1.fullmatch(text) is not None


def is_truth_word(text: str) -> bool:
    """Whether a reader of YAML 1.1 takes `text` for a truth value, and one of YAML 1.2 for text."""
    return text in _WORDS_1_1


def is_impossible_date(text: str) -> bool:
    """Whether `text` has the form that readers take for a date, and is none: reading it ends in an error."""
    found = (_DATE.fullmatch(text) or _MOMENT.fullmatch(text)) if len(text) <= _LONGEST else None
    if found is None:
        return False
    year, month, day, *time = (int(part) if part else 0 for part in found.groups())
    hour, minute, second, zone_hours, zone_minutes = time or (0, 0, 0, 0, 0)
    try:
        date(year, month, day)
    except ValueError:
        return True
    is_time = hour <= 23 and minute <= 59 and second <= 59  # noqa: PLR2004 (of a clock)
    return not is_time or zone_hours * 60 + zone_minutes >= _DAY


def _older(text: str) -> Meaning:
    if text in _TRUE_1_1 | _FALSE_1_1:
        return "truth value", text in _TRUE_1_1
    if _INT_1_1.fullmatch(text):
        return "integer", _whole(text)
    if _SIXTY_1_1.fullmatch(text):
        return "number", _base_sixty(text.replace("_", ""))
    if _FLOAT_1_1.fullmatch(text):
        return "number", float(text.replace("_", ""))
    return ("special", text) if text == "=" else ("text", text)


def _newer(text: str) -> Meaning:
    if text in _TRUTH_1_2:
        return "truth value", _TRUTH_1_2[text]
    if _INT_1_2.fullmatch(text):
        prefix = text[:2]
        return "integer", int(text, 8) if prefix == "0o" else int(text, 16) if prefix == "0x" else int(text)
    if _FLOAT_1_2.fullmatch(text):
        return "number", float(text)
    return "text", text


def _whole(text: str) -> int:
    sign, digits = (-1 if text.startswith("-") else 1), text.lstrip("+-").replace("_", "")
    for prefix, base in (("0b", 2), ("0x", 16)):
        if digits.startswith(prefix):
            return sign * int(digits[2:] or "0", base)
    is_octal = digits.startswith("0") and len(digits) > 1
    return sign * int(digits or "0", 8 if is_octal else 10)


def _base_sixty(text: str) -> float:
    sign = -1 if text.startswith("-") else 1
    value = 0.0
    for part in text.lstrip("+-").split(":"):
        value = value * 60 + float(part)
    return sign * value


def _said(meaning: Meaning) -> str:
    match meaning:
        case "number", float(value):
            return f"the number {value:g}"
        case "integer", value:
            return f"the integer {value}"
        case "truth value", value:
            return f"the truth value `{str(value).lower()}`"
        case kind, _:
            return "a special value" if kind == "special" else "text"
