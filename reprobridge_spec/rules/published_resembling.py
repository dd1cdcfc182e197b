"""Numbers that resemble published values: those that round to one, and short ones under the name of the measure."""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Decimal

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.task import Precision, Published, PublishedRange, PublishedValue, Task
from reprobridge_spec.rules.published_texts import TELLING_DIGITS, Met, forms_of, significant_digits, texts_of

_LONG = lazy_pattern(rb"(?<![\w.])[0-9]{0,6}\.?[0-9]{1,20}(?!\.?\w)")
_GIVEN = lazy_pattern(rb"[:=][ \t]{0,4}[\"']?(?P<value>[0-9]{1,6}(?:\.[0-9]{1,6})?)(?![\w.])")
_NAME = lazy_pattern(rb"[A-Za-z_][A-Za-z0-9_./ -]{0,60}$")
_LONGEST_NAME = 70
_MARGIN = Decimal("0.001")
_MOST_NUMBERS = 1000


@dataclass(frozen=True, slots=True)
class _Interval:
    low: Decimal
    high: Decimal
    digits: int
    is_exact: bool
    task: str

    def heads(self) -> set[str]:
        """The first digits of all that rounds into it, or that it rounds to."""
        middle = (self.low + self.high) / 2
        ends = (self.low, middle, self.high, middle - middle * _MARGIN, middle + middle * _MARGIN)
        return {_head(f"{end:f}") for end in ends}


class NearNumbers:
    """Numbers that round to a published value, or that a published value rounds to."""

    def __init__(self, tasks: dict[str, Task]) -> None:
        self._intervals: dict[str, list[_Interval]] = {}
        for full_id, task in tasks.items():
            for interval in _intervals(full_id, task, task.published):
                for head in interval.heads():
                    self._intervals.setdefault(head, []).append(interval)

    def met(self, data: bytes) -> list[Met]:
        """Each such number of at least four digits that tell, in order."""
        if not self._intervals:
            return []
        found: list[Met] = []
        for count, match in enumerate(_LONG.finditer(data)):
            if count > _MOST_NUMBERS:
                break
            text = match[0].decode()
            digits = significant_digits(text)
            near = self._intervals.get(_head(text)) if digits >= TELLING_DIGITS else None
            if near and (interval := _around(near, Decimal(text), digits)):
                found.append(Met(text, match.start(), interval.task, digits))
        return found


def _around(near: list[_Interval], value: Decimal, digits: int) -> _Interval | None:
    for interval in near:
        if interval.is_exact:
            if digits < interval.digits and interval.low.quantize(value, ROUND_HALF_EVEN) == value:
                return interval
        elif digits > interval.digits and interval.low <= value <= interval.high:
            return interval
    return None


def _head(text: str) -> str:
    """The first digits that tell, wherever the point stands: few intervals have those of a number."""
    return text.replace(".", "").lstrip("0")[:3]


def _intervals(full_id: str, task: Task, published: Published | None) -> Iterator[_Interval]:
    is_exact = isinstance(published, PublishedValue | PublishedRange) and published.precision is Precision.EXACT
    for text in texts_of(published):
        digits = significant_digits(text)
        if digits < TELLING_DIGITS or Decimal(text) == 0:
            continue
        value = Decimal(text).copy_abs()
        half = Decimal(0) if is_exact else Decimal((0, (5,), int(value.as_tuple().exponent) - 1))
        for form in dict.fromkeys(forms_of(value, task)):
            yield _Interval(form - half * form / value, form + half * form / value, digits, is_exact, full_id)


class ShortNumbers:
    """Published values of few digits beside the name of what is measured."""

    def __init__(self, tasks: dict[str, Task]) -> None:
        self._names: dict[tuple[str, Decimal], str] = {}
        for full_id, task in tasks.items():
            for text in texts_of(task.published):
                if significant_digits(text) < TELLING_DIGITS and Decimal(text) != 0:
                    for form in forms_of(Decimal(text).copy_abs(), task):
                        for name in _names(task):
                            self._names.setdefault((name, form), full_id)
        self._values = {value for _, value in self._names}

    def __bool__(self) -> bool:
        return bool(self._names)

    def met(self, data: bytes) -> list[Met]:
        """Each such number that is given that name, in order."""
        if not self._names:
            return []
        found: list[Met] = []
        for match in _GIVEN.finditer(data):
            text = match["value"].decode()
            if Decimal(text) not in self._values:
                continue
            before = data[max(0, match.start() - _LONGEST_NAME) : match.start()].rstrip(b" \t").rstrip(b"\"']")
            name = _NAME.search(before)
            task = self._names.get((_plain(name[0].decode()), Decimal(text))) if name else None
            if task:
                found.append(Met(text, match.start("value"), task, significant_digits(text)))
        return found


def _names(task: Task) -> set[str]:
    written = [task.name or "", getattr(task.measure, "json_", "") or "", getattr(task.measure, "csv", "") or ""]
    return {_plain(name.rpartition("/")[2]) for name in written if name}


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.rpartition(".")[2].lower())
