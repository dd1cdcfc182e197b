"""Numbers in other notations than digits and a point, and pieces of names that look like numbers."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from decimal import Decimal, DecimalException

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_GROUPED = lazy_pattern(
    rb"(?<![\w.])[0-9]{1,20}+(?:_[0-9]{1,20}+){0,6}+(?:\.[0-9]{1,20}+(?:_[0-9]{1,20}+){0,6}+)?+"
    rb"(?:[eE][+-]?[0-9]{1,3}+)?+(?!\.?\w)"
)
_OPERAND = rb"(?:[0-9]{1,12}+(?:_[0-9]{1,12}+){0,4}+(?:\.[0-9]{0,12}+)?+|\.[0-9]{1,12}+)"
_COMPUTED = lazy_pattern(
    rb"(?<![\w.])(?P<left>" + _OPERAND + rb")[ \t]{0,4}(?P<sign>\*\*|[-+*/])"
    rb"[ \t]{0,4}(?P<right>" + _OPERAND + rb")(?![\w.*])"
)
_OTHER_DIGITS = lazy_pattern(r"(?<![\w.])\d{1,20}+(?:[.\uff0e\u066b]\d{1,20}+)?+(?![.\uff0e\u066b]?\w)")
_POINTS = "\uff0e\u066b"
_OPERATIONS: dict[bytes, Callable[[Decimal, Decimal], Decimal]] = {
    b"+": lambda left, right: left + right,
    b"-": lambda left, right: left - right,
    b"*": lambda left, right: left * right,
    b"/": lambda left, right: left / right,
}
_LETTERS = lazy_pattern(rb"\w")
_MOST = 2000
"""Numbers of one kind in one text that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenNumber:
    """A number in a text.

    Attributes:
        start: its first byte.
        text: as it stands there.
        value: what it is.
        digits: how many of its digits tell.
    """

    start: int
    text: str
    value: Decimal
    digits: int


def unusual(data: bytes) -> Iterator[WrittenNumber]:
    """Numbers with `_` between digits, in digits of other scripts, and those that one operation of two gives."""
    if b"_" in data:
        yield from _grouped(data)
    yield from _computed(data)
    if not data.isascii():
        yield from _in_other_digits(data)


def _grouped(data: bytes) -> Iterator[WrittenNumber]:
    for match in _few(_GROUPED, data):
        if b"_" in match[0]:
            yield _written(match.start(), match[0].decode(), _read(match[0]))


def _computed(data: bytes) -> Iterator[WrittenNumber]:
    for match in _few(_COMPUTED, data):
        operation = _OPERATIONS.get(match["sign"])
        # two whole numbers with a hyphen between them are a date or a range
        if operation is None or (match["sign"] in b"+-" and b"." not in match[0]):
            continue
        try:
            left, right = _read(match["left"]), _read(match["right"])
            value = operation(left, right)
        except DecimalException:
            continue
        # of 8540 / 100 the last zero tells too
        is_moved = match["sign"] == b"/" and right.normalize().as_tuple().digits == (1,)
        yield _written(match.start(), match[0].decode(), value, len(left.as_tuple().digits) if is_moved else 0)


def _in_other_digits(data: bytes) -> Iterator[WrittenNumber]:
    text = data.decode("utf-8", "replace")
    for count, match in enumerate(_OTHER_DIGITS.finditer(text)):
        if count > _MOST:
            return
        if match[0].isascii():
            continue
        plain = "".join("." if char in _POINTS or char == "." else str(unicodedata.decimal(char)) for char in match[0])
        yield _written(len(text[: match.start()].encode()), match[0], Decimal(plain))


def _read(text: bytes) -> Decimal:
    return Decimal(text.decode().replace("_", ""))


def _written(start: int, text: str, value: Decimal, digits: int = 0) -> WrittenNumber:
    return WrittenNumber(start=start, text=text, value=value, digits=max(digits, len(value.as_tuple().digits)))


def _few(pattern: re.Pattern[bytes], data: bytes) -> Iterator[re.Match[bytes]]:
    for count, match in enumerate(pattern.finditer(data)):
        if count > _MOST:
            return
        yield match


def is_piece_of_name(data: bytes, start: int, end: int, code: Callable[[], bytes] | None) -> bool:
    """Whether a number is joined to a word by a hyphen, as in `run-91.37`, and is thus no value.

    Args:
        data: the text.
        start: the number's first byte.
        end: the byte behind it.
        code: the text without strings, where it is a program in which a hyphen between words subtracts.
    """
    before = start > 1 and data[start - 1 : start] == b"-" and _LETTERS.match(data, start - 2) is not None
    behind = data[end : end + 1] == b"-" and data[end + 1 : end + 2].isalpha()
    if not (before or behind):
        return False
    return code is None or code()[start : start + 1].isspace()
