"""Published values: their numbers as they are printed, and the same numbers as programs write them."""

import re
from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.documents.signs import Signs
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.task import Published, PublishedRange, PublishedValue, Task

TELLING_DIGITS = 4
"""Significant digits from which on a number that is met is no coincidence."""
_LARGEST_POWER = 1 << 40
_HUNDRED = Decimal(100)
_FIRST_DIGITS = 8
_LONGEST = 41
"""Bytes that a number takes at most in `_NUMBER`, without its exponent."""
_NUMBER = lazy_pattern(
    rb"(?<![\w.])(?P<number>[0-9]{1,20}+(?:\.[0-9]{1,20}+)?+(?:[eE][+-]?[0-9]{1,3}+)?+)(?!\.?\w)"
    rb"(?:\s{0,4}/\s{0,4}(?P<divisor>10{1,6})(?:\.0{0,2})?(?![\w.]))?"
)
_BY_COMMA = lazy_pattern(rb"(?<=[\"'>])(?P<whole>[0-9]{1,6}),(?P<rest>[0-9]{1,12})(?=\s?%?[\"'<])")


def texts_of(published: Published | None) -> tuple[str, ...]:
    """One number, the two ends of a range, or nothing."""
    match published:
        case None:
            return ()
        case PublishedValue():
            return (published.value,)
        case PublishedRange():
            return (published.low, published.high)
        case text:
            return (text,)


@dataclass(frozen=True, slots=True)
class Met:
    """A number in a text that is a published value.

    Attributes:
        text: as it stands there.
        start: its first byte.
        task: full id of the first task that publishes it.
        digits: how many of its digits tell.
    """

    text: str
    start: int
    task: str
    digits: int

    @property
    def end(self) -> int:
        """The byte behind it."""
        return self.start + len(self.text.encode())


class PublishedNumbers:
    """The published values of an artifact, to be looked for in texts in any notation, as percentages or fractions.

    Args:
        tasks: those that publish them.
        fewest: how many digits that tell a text must have; fewer than `TELLING_DIGITS` for those without the zeros at
            the end of a published value, which programs do not print.
    """

    def __init__(self, tasks: dict[str, Task], *, fewest: int = TELLING_DIGITS) -> None:
        self._fewest = fewest
        self._tasks: dict[Decimal, str] = {}
        for full_id, task in tasks.items():
            for text in texts_of(task.published):
                if significant_digits(text) >= TELLING_DIGITS and not is_round(text):
                    # a published value that is multiplied by itself would be a 1
                    for value in forms_of(Decimal(text).copy_abs(), task):
                        if not is_round(f"{value:f}"):
                            self._tasks.setdefault(value, full_id)
        self._signs = Signs([{sign for value in self._tasks for sign in _signs_of(value, fewest)}])

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def met(self, data: bytes) -> Iterator[Met]:
        """Each number of `data` that is a published value and has as many digits that tell, in order."""
        for match in self._likely(data):
            if found := self._divided(match) or self._met(*_read(match["number"].decode()), match):
                yield found
        for match in _BY_COMMA.finditer(data) if _may_quote(data) else ():
            if found := self._met(*_read(f"{match['whole'].decode()}.{match['rest'].decode()}"), match):
                yield found

    def _divided(self, match: re.Match[bytes]) -> Met | None:
        if match["divisor"] is None:
            return None
        value = Decimal(match["number"].decode())
        # the zeros of a whole number tell too, where it is divided
        return self._met(value / Decimal(match["divisor"].decode()), len(value.as_tuple().digits), match)

    def _met(self, value: Decimal, digits: int, match: re.Match[bytes]) -> Met | None:
        task = self.task_of(value, digits)
        return Met(match[0].decode(), match.start(), task, digits) if task else None

    def task_of(self, value: Decimal, digits: int) -> str | None:
        """The task that publishes a value that was written with so many digits that tell; None where none does."""
        if digits < self._fewest or (digits < TELLING_DIGITS and len(_digits(value)) < self._fewest):
            return None
        return self._tasks.get(value)

    def _likely(self, data: bytes) -> Iterator[re.Match[bytes]]:
        """Numbers that begin with the digits of some value, in order."""
        starts = {_start_of_number(data, start) for start in self._signs.starts_in(data)}
        for start in sorted(starts):
            match = _NUMBER.match(data, start)
            if match:
                yield match


def _signs_of(value: Decimal, fewest: int) -> Iterator[bytes]:
    """What stands in each text that writes `value` with as many digits that tell: its first digits, and a point."""
    first = _digits(value).ljust(fewest, "0")[:_FIRST_DIGITS].encode()
    yield first
    for place in range(1, len(first)):
        yield first[:place] + b"." + first[place:]


def _start_of_number(data: bytes, start: int) -> int:
    """Where the number begins whose first digit that tells is at `start`: at the zeros before it."""
    before = data[max(0, start - _LONGEST) : start]
    return start - len(before) + len(before.rstrip(b"0."))


def _may_quote(data: bytes) -> bool:
    """Whether a number can stand between quotes or tags, with a comma in it."""
    return b"," in data and (b'"' in data or b"'" in data or b">" in data)


def forms_of(value: Decimal, task: Task) -> Iterator[Decimal]:
    """The value as printed, its percentage where it is a fraction or the other way round, and before `multiply`."""
    yield value
    factor = task.measure.multiply if task.measure else None
    if factor:
        yield value / factor
    if task.unit in {None, "percent", "fraction", "%"}:
        yield value * _HUNDRED if value <= 1 else value / _HUNDRED


def _digits(value: Decimal) -> str:
    return "".join(str(digit) for digit in value.normalize().as_tuple().digits)


def _read(text: str) -> tuple[Decimal, int]:
    return Decimal(text), significant_digits(text)


def significant_digits(text: str) -> int:
    """How many digits of a decimal text say something: all but the zeros before them, and behind a whole number."""
    digits, _, power = text.lstrip("+-").lower().partition("e")
    significant = digits.replace(".", "").lstrip("0")
    # in `8540e-2` the last zero stands behind the point
    return len(significant if "." in digits or power.startswith("-") else significant.rstrip("0"))


def is_round(text: str) -> bool:
    """Whether a decimal text is one digit and zeros, such as 100.0, or a power of two, such as 1024."""
    value = Decimal(text).copy_abs()
    if len(_digits(value)) <= 1:
        return True
    return value < _LARGEST_POWER and value == value.to_integral_value() and int(value).bit_count() == 1
