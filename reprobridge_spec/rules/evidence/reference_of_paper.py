"""An imported reference is the published value itself.

## What it finds
An observation that is `imported` and is the same number as the task's published value, where that has four
significant digits or more and is no end of the metric's range. It is a warning.

## Why
A reference comes from a reproduction. Later papers print earlier numbers as they found them: such a one is no new
observation, and an interval that is built on it holds the published value by itself.

## Example
```yaml
references:
  eval/accuracy:
    - {value: "91.37", by: imported, n: 3, source: "Table 3 of a later paper"}      # the paper says 91.37, too
```

## What to do
Look whether the source ran the method. Where it quotes the paper, remove the observation.

## Standard
SPEC.md, section "Comparing".
"""

from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.references import Origin
from reprobridge_spec.model.task import Task
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.published_texts import texts_of

_DIGITS = 4


def check(context: Context) -> Iterator[Fault]:
    """Each imported observation that quotes the paper."""
    loaded = context.references
    for full_id, observations in (loaded.model.references if loaded and loaded.model else {}).items():
        published = _telling(context.tasks[full_id]) if full_id in context.tasks else None
        for index, observation in enumerate(observations):
            if loaded and observation.by is Origin.IMPORTED and Decimal(observation.value) == published:
                yield Fault(
                    message=f"reference {index + 1} of task `{full_id}` is the published value, {observation.value}, "
                    "to the last digit",
                    advice="Look whether its source ran the method; where it quotes the paper, remove it.",
                    file=loaded.file,
                    path=("references", full_id, index),
                )


def _telling(task: Task) -> Decimal | None:
    """The published number, where another one that is equal can hardly be by chance."""
    texts = texts_of(task.published)
    if len(texts) != 1:
        return None
    value = Decimal(texts[0])
    digits = "".join(map(str, value.as_tuple().digits)).lstrip("0")
    return value if len(digits) >= _DIGITS and value not in (task.range or ()) else None


RULE = Rule(code="RRV022", name="reference-of-paper", level=Level.EXECUTED, severity=Severity.WARNING, check=check)
