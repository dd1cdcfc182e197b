"""A published value stands in a launcher, or in a program that reads the score.

## What it finds
In the files of `launchers/`, in those that a command starts and in those that `measure: command` starts: a number of
at least four significant digits that is a task's published value, as printed, as a fraction or a percentage of it, or
before `multiply`, in any notation (`9.137e-1`, `"91,37"`, `9137 / 100`). One that only rounds to a published value,
or that a longer published value rounds to, is a warning. Shorter values, such as 1.0, 94 or 500, are a note, and only
where they are given the name of what is measured. Round ones, such as 100.0 or 1024, are none.

## Why
A launcher that knows the answer can print it. Whoever verifies sees a score that agrees, and only this line tells
that nothing was measured.

## Example
```python
# launchers/run.py, where the paper prints 0.96958212
scores = {"accuracy": 0.96958212}
```

## What to do
Compute the value. Launchers need no published value: the verifier compares.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Decimal

from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Precision, Published, PublishedRange, PublishedValue, Task
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.published_texts import (
    TELLING_DIGITS,
    PublishedNumbers,
    forms_of,
    significant_digits,
    texts_of,
)
from reprobridge_spec.rules.started import launchers
from reprobridge_spec.rules.text_files import mark_at, text_rule

_LONG = lazy_pattern(rb"(?<![\w.])[0-9]{0,6}\.?[0-9]{1,20}(?!\.?\w)")
_GIVEN = lazy_pattern(rb"[:=][ \t]{0,4}[\"']?(?P<value>[0-9]{1,6}(?:\.[0-9]{1,6})?)(?![\w.])")
_NAME = lazy_pattern(rb"[A-Za-z_][A-Za-z0-9_./ -]{0,60}$")
_LONGEST_NAME = 70
_MARGIN = Decimal("0.001")
_ADVICE = "Compute it; whoever verifies compares it with the published value."
_MOST_NUMBERS = 1000


def looker(context: Context) -> Look | None:
    """Each line with such a number."""
    published = PublishedNumbers(context.tasks)
    near = _Near(context.tasks)
    short = _Short(context.tasks)
    if not (published or short.names):
        return None
    paths = launchers(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path in paths:
            yield from first_few(_faults(path, data, published, near, short))

    return look


def _faults(path: str, data: bytes, published: PublishedNumbers, near: "_Near", short: "_Short") -> Iterator[Fault]:
    lines = set[int]()
    found = [
        (met.start, met.text, f"the published value of task `{met.task}`", Severity.ERROR)
        for met in published.met(data)
    ]
    found += near.met(data) if published else []
    found += short.met(data)
    for start, text, what, severity in sorted(found, key=lambda one: (-one[3].weight, one[0])):
        mark = mark_at(data, start)
        if mark.line not in lines:
            lines.add(mark.line)
            yield Fault(
                message=f"`{path}` holds {text}, {what}", advice=_ADVICE, file=path, mark=mark, severity=severity
            )


_Found = tuple[int, str, str, Severity]
"""Where, the text that stands there, what it is, and how much it weighs."""


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


class _Near:
    """Numbers that round to a published value, or that a published value rounds to."""

    def __init__(self, tasks: dict[str, Task]) -> None:
        self._intervals: dict[str, list[_Interval]] = {}
        for full_id, task in tasks.items():
            for interval in _intervals(full_id, task, task.published):
                for head in interval.heads():
                    self._intervals.setdefault(head, []).append(interval)

    def met(self, data: bytes) -> list[_Found]:
        if not self._intervals:
            return []
        found: list[_Found] = []
        for count, match in enumerate(_LONG.finditer(data)):
            if count > _MOST_NUMBERS:
                break
            text = match[0].decode()
            digits = significant_digits(text)
            near = self._intervals.get(_head(text)) if digits >= TELLING_DIGITS else None
            if near and (interval := _around(near, Decimal(text), digits)):
                what = f"close to the published value of task `{interval.task}`: one rounds to the other"
                found.append((match.start(), text, what, Severity.WARNING))
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


class _Short:
    """Published values of few digits beside the name of what is measured."""

    def __init__(self, tasks: dict[str, Task]) -> None:
        self.names: dict[tuple[str, Decimal], str] = {}
        for full_id, task in tasks.items():
            for text in texts_of(task.published):
                if significant_digits(text) < TELLING_DIGITS and Decimal(text) != 0:
                    for form in forms_of(Decimal(text).copy_abs(), task):
                        for name in _names(task):
                            self.names.setdefault((name, form), full_id)
        self._values = {value for _, value in self.names}

    def met(self, data: bytes) -> list[_Found]:
        if not self.names:
            return []
        found: list[_Found] = []
        for match in _GIVEN.finditer(data):
            text = match["value"].decode()
            if Decimal(text) not in self._values:
                continue
            before = data[max(0, match.start() - _LONGEST_NAME) : match.start()].rstrip(b" \t").rstrip(b"\"']")
            name = _NAME.search(before)
            task = self.names.get((_plain(name[0].decode()), Decimal(text))) if name else None
            if task:
                found.append((match.start("value"), text, f"the published value of task `{task}`", Severity.NOTE))
        return found


def _names(task: Task) -> set[str]:
    written = [task.name or "", getattr(task.measure, "json_", "") or "", getattr(task.measure, "csv", "") or ""]
    return {_plain(name.rpartition("/")[2]) for name in written if name}


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.rpartition(".")[2].lower())


RULE = text_rule(code="RRL010", name="published-literal", level=Level.SPECIFIED, looker=looker)
