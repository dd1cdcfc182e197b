"""A published value stands in a launcher, or in a program that reads the score.

## What it finds
In the files of `launchers/`, in those that a command starts and in those that `measure: command` starts, and in what
the manifest gives to runs and extractors: commands, `smoke.append`, variables of environments, the command, the
pattern and `multiply` of `measure`. It is a number of at least four significant digits that is a task's published
value, as printed, as a fraction or a percentage of it, or before `multiply`, in any notation (`9.137e-1`, `"91,37"`,
`9137 / 100`, `91_37e-2`, `91 + 0.37`, digits of other scripts). A warning is one with the zeros at the end left out,
as Python prints it, where three digits stay (`85.4` for 85.40), one that only rounds to a published value, or that a
longer published value rounds to. Shorter values, such as 1.0, 94 or 500, are a note, and only where they are given the
name of what is measured. Round ones, such as 100.0 or 1024, are none, and neither are pieces of names, such as
`run-91.37`.

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

from collections.abc import Callable, Iterator

from reprobridge_spec.documents.python_text import code_of, is_python
from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Task
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.number_notations import is_piece_of_name, unusual
from reprobridge_spec.rules.published_resembling import NearNumbers, ShortNumbers
from reprobridge_spec.rules.published_texts import TELLING_DIGITS, Met, PublishedNumbers
from reprobridge_spec.rules.run_texts import RunText, run_texts
from reprobridge_spec.rules.started import launchers
from reprobridge_spec.rules.text_files import mark_at
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_ADVICE = "Compute it; whoever verifies compares it with the published value."
_SAME = "the published value of task `{}`"
_SHORTENED = f"{_SAME} without the zeros at its end"
_NEAR = "close to the published value of task `{}`: one rounds to the other"
_WITHOUT_ZEROS = 3
"""Digits that tell of a published value without the zeros at its end, which programs do not print."""


def looker(context: Context) -> Look | None:
    """Each line, and each text of the manifest that runs get, with such a number."""
    answers = _Answers(context.tasks)
    if not answers:
        return None
    paths = launchers(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path in paths:
            yield from first_few(_faults(path, data, answers))
        elif path == MANIFEST_FILE:
            for text in run_texts(context):
                yield from _in_manifest(text, answers)

    return look


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    text: str
    what: str
    severity: Severity


class _Answers:
    """The published values, and what resembles them."""

    def __init__(self, tasks: dict[str, Task]) -> None:
        self._published = PublishedNumbers(tasks, fewest=_WITHOUT_ZEROS)
        self._near = NearNumbers(tasks)
        self._short = ShortNumbers(tasks)

    def __bool__(self) -> bool:
        return bool(self._published or self._short)

    def found_in(self, data: bytes, code: Callable[[], bytes] | None) -> list[_Found]:
        """The numbers of a text, those that weigh most first."""
        found = [_as_published(met) for met in (*self._published.met(data), *self._unusual(data))]
        found += [_Found(met.start, met.text, _NEAR.format(met.task), Severity.WARNING) for met in self._nearly(data)]
        found += [_Found(met.start, met.text, _SAME.format(met.task), Severity.NOTE) for met in self._short.met(data)]
        values = (
            one for one in found if not is_piece_of_name(data, one.start, one.start + len(one.text.encode()), code)
        )
        return sorted(values, key=lambda one: (-one.severity.weight, one.start))

    def _nearly(self, data: bytes) -> list[Met]:
        return self._near.met(data) if self._published else []

    def _unusual(self, data: bytes) -> Iterator[Met]:
        for number in unusual(data) if self._published else ():
            if task := self._published.task_of(number.value.copy_abs(), number.digits):
                yield Met(number.text, number.start, task, number.digits)


def _as_published(met: Met) -> _Found:
    if met.digits < TELLING_DIGITS:
        return _Found(met.start, met.text, _SHORTENED.format(met.task), Severity.WARNING)
    return _Found(met.start, met.text, _SAME.format(met.task), Severity.ERROR)


def _faults(path: str, data: bytes, answers: _Answers) -> Iterator[Fault]:
    lines = set[int]()
    code = (lambda: code_of(data)) if is_python(path, data) else None
    for found in answers.found_in(data, code):
        mark = mark_at(data, found.start)
        if mark.line not in lines:
            lines.add(mark.line)
            yield _fault(f"`{path}`", found, file=path, mark=mark)


def _in_manifest(text: RunText, answers: _Answers) -> Iterator[Fault]:
    for found in answers.found_in(text.text.encode("utf-8", "replace"), None)[:1]:
        yield _fault(text.label, found, path=text.place)


def _fault(where: str, found: _Found, *, file: str = MANIFEST_FILE, path: Path = (), mark: Mark | None = None) -> Fault:
    return Fault(
        message=f"{where} holds {found.text}, {found.what}",
        advice=_ADVICE,
        file=file,
        path=path,
        mark=mark,
        severity=found.severity,
    )


RULE = Rule(code="RRL010", name="published-literal", level=Level.SPECIFIED, looker=looker)
