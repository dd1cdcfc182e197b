"""A published value stands in the code that is to compute it, or in data that it is given.

## What it finds
A number with at least four significant digits that is a task's published value and stands, digit for digit, in a
text file of the working copy (launchers, code, environments) or of a bundled input outside the code folder, as
printed or before `multiply`. It is a warning: configurations and data may hold it for good reasons.

## Why
A launcher that knows the answer can print it. Whoever verifies sees a score that agrees, and only this line tells
that nothing was measured.

## Example
```python
# launchers/run.py, where the paper prints 0.96958212
scores = {"accuracy": 0.96958212}
```

## What to do
Compute the value. Where the number belongs to documentation or to the authors' result files, list the file under
`codebase.docs` or `codebase.shipped_results`, which keeps it out of the working copy. Take it out of bundled data, or
say in the guide why it is there.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Task
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.published_texts import texts_of
from reprobridge_spec.rules.text_files import mark_at, text_rule

_NUMBER = re.compile(rb"(?<![\w.])[0-9]++(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+(?!\.?\w)")
_TELLING_DIGITS = 4
_OF_CODE = "Compute it, or keep the file out of the working copy by `codebase.docs` or `shipped_results`."
_OF_DATA = "Take it out of the bundled input, or say in the guide why the data holds it."


def looker(context: Context) -> Look | None:
    """One fault a file, at the first published value in it."""
    published = _telling_values(context)
    if not published:
        return None
    copied = set(working_copy.paths(context.manifest, context.files.entries))
    data_only = _bundled(context) - copied

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in copied and path not in data_only:
            return
        if not any(value in data for value in published):
            return  # nearly every file, and far faster than to look at each number
        found = [match for match in _NUMBER.finditer(data) if match[0] in published]
        if not found:
            return
        others = {match[0] for match in found} - {found[0][0]}
        more = f", and {len(others)} more such values" if others else ""
        yield Fault(
            message=f"`{path}` holds {found[0][0].decode()}, the published value of task "
            f"`{published[found[0][0]]}`{more}",
            advice=_OF_DATA if path in data_only else _OF_CODE,
            file=path,
            mark=mark_at(data, found[0].start()),
        )

    return look


def _bundled(context: Context) -> set[str]:
    """Files of bundled inputs outside the code folder: launchers get them besides the working copy."""
    codebase = context.manifest.codebase
    code = f"{codebase.path if codebase else 'code'}/"
    files = (path for _, root in bundled_inputs.of(context) for path in bundled_inputs.files_at(context, root))
    return {path for path in files if not path.startswith(code)}


def _telling_values(context: Context) -> dict[bytes, str]:
    """Published values that are no coincidence when they are met, each with its first task."""
    values: dict[bytes, str] = {}
    for full_id, task in context.tasks.items():
        for text in _texts(task):
            if _significant_digits(text) >= _TELLING_DIGITS:
                values.setdefault(text.encode(), full_id)
    return values


def _texts(task: Task) -> Iterator[str]:
    """The published numbers as printed, and as a launcher writes them before they are multiplied."""
    factor = task.measure.multiply if task.measure else None
    for text in texts_of(task.published):
        yield text.lstrip("+-")
        if factor:
            yield f"{(Decimal(text) / factor).copy_abs():f}"


def _significant_digits(text: str) -> int:
    digits = re.split("[eE]", text)[0]
    significant = digits.replace(".", "").lstrip("0")
    return len(significant if "." in digits else significant.rstrip("0"))


RULE = text_rule(
    code="RRL010",
    name="published-literal",
    level=Level.SPECIFIED,
    severity=Severity.WARNING,
    looker=looker,
)
