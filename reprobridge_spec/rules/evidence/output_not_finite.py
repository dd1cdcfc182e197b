"""A recorded score stands in the kept output as NaN or infinity.

## What it finds
A kept output of which the record says that a score was read from it, and in which NaN, infinity or a number beyond
1e308 stands where the task's `measure` reads. Such values elsewhere in the file, of other metrics, do not count.

## Why
A training that diverged, a division by zero, a mean over nothing: NaN says that there is no score. It compares with
nothing, and is neither zero nor the number of another epoch.

## Example
```text
outputs/metrics.json      {"accuracy": 0.9132, "consistency": NaN}
rra.yaml                  consistency: {measure: {file: metrics.json, json: /consistency}}
run.json                  scores: {consistency: {value: "0"}}
```

## What to do
Find out why the run gave no number, and make it again. Where the paper's own code gives none, say `blocked`.

## Standard
SPEC.md, section "Measuring".
"""

import math
from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.measured_outputs import LIMIT, measured_outputs, values_at

_WORDS = frozenset(["nan", "inf", "infinity", "+inf", "+infinity", "-inf", "-infinity", "-nan", "+nan"])


def check(context: Context) -> Iterator[Fault]:
    """Each score that is no number."""
    texts: dict[str, str | None] = {}
    for output in measured_outputs(context):
        if output.path not in texts:
            texts[output.path] = context.text(output.path, LIMIT)
        text = texts[output.path]
        try:
            values = values_at(output.measure, text) if text else []
        except (ValueError, RecursionError):
            continue  # output-unreadable says so
        bad = next((value for value in values if _is_not_finite(value)), None)
        if bad is not None:
            yield Fault(
                message=f"task `{output.task}` is measured from `{output.path}`, where {str(bad)[:20]} stands, and "
                f"{output.value} was recorded",
                advice="Find out why the run gave no number, and make it again.",
                file=output.path,
            )


def _is_not_finite(value: object) -> bool:
    if isinstance(value, str):
        return value.strip().lower() in _WORDS
    return isinstance(value, float) and not math.isfinite(value)


RULE = Rule(code="RRV016", name="output-not-finite", level=Level.EXECUTED, check=check)
