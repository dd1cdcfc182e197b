r"""A measure takes the spread of a value for the score.

## What it finds
A `regex` measure whose group stands behind a plus-minus sign (`±`, `+/-`, `+-`, `\pm`), or inside the brackets that
follow a number; and a `csv` or `json` measure that is named like a spread (`acc_std`, `/f1/stderr`) while the task's
metric is not.

## Why
In `66.12±2.62` the score is 66.12. The other number is small, has the same unit, and nothing about it looks wrong.

## Example
```yaml
measure: {file: log, regex: "acc [0-9.]+ ± ([0-9.]+)"}
```

## What to do
Put the group around the number before the sign, or name the column or key that holds the mean.

## Standard
SPEC.md, section "Measuring".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.measure import CsvMeasure, JsonlMeasure, JsonMeasure, RegexMeasure
from reprobridge_spec.model.task import Task
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task

_BEHIND_SIGN = lazy_pattern(r"(?:±|\\\\pm|\\\+/?-|\[±[^\]]{0,10}\]|\\(?:xb1|u00b1))[^()]{0,20}\((?!\?)")
_IN_BRACKETS = lazy_pattern(
    r"(?:\[(?:[-+.,eE]|0-9|\\[d.+-]){1,12}\]|\\d)(?:[+*]|\{[0-9,]{1,9}\})?\??\s?\\\((?:\\?[^()\\]){0,10}\((?!\?)"
)
_NAMED = lazy_pattern(
    r"(?:^|[_/ .-])(?:std|stdev|std_?dev|sd|stderr|sem|variance|var|ci95|deviation)(?:$|[_/ .-])", re.IGNORECASE
)


def check(context: Context) -> Iterator[Fault]:
    """Each such measure, once for all tasks that share it."""
    seen = set[Path]()
    for full_id, task in context.tasks.items():
        found = _spread(task)
        place = (*of_task(context.manifest, full_id, "measure"), found[0]) if found else ()
        if found and place not in seen:
            seen.add(place)
            yield Fault(
                message=f"task `{full_id}` is measured by {found[1]}, which is the spread",
                advice="Take the number before it, or the column or key that holds the mean.",
                path=place,
            )


def _spread(task: Task) -> tuple[str, str] | None:
    """The field of the measure that takes a spread, and what it takes; None where it takes none."""
    match task.measure:
        case RegexMeasure(regex=pattern):
            if _BEHIND_SIGN.search(pattern):
                return "regex", "the number behind a plus-minus sign"
            return ("regex", "the number in brackets behind another") if _IN_BRACKETS.search(pattern) else None
        case CsvMeasure(csv=name):
            field = "csv"
        case JsonMeasure(json_=name):
            field = "json"
        case JsonlMeasure(jsonl=name):
            field = "jsonl"
        case _:
            return None
    if _NAMED.search(name) and not _NAMED.search(task.name or ""):
        return field, f"`{name}`"
    return None


RULE = Rule(code="RRL029", name="spread-for-score", level=Level.SPECIFIED, check=check)
