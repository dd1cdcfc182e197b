"""A recorded score cannot have been read from the output that was kept.

## What it finds
A kept output of which the record says that a score was read from it, and that is empty, no JSON, or, with `jsonl`,
has a line that is no JSON, such as a last one that was cut off.

## Why
A run that is killed while it writes leaves half a number. Read as far as it goes, 0.9 stands for 0.9274; the line
before it is an earlier state. Neither is the score, and an empty file is none at all.

## Example
```text
{"epoch": 3, "test_acc": 0.8731}
{"epoch": 4, "test_acc": 0.9
```

## What to do
Make the run again, and let the launcher write to another name first and rename the file when it is whole.

## Standard
SPEC.md, section "Measuring".
"""

import json
from collections.abc import Iterator

from reprobridge_spec.documents.json_fault import fault_of
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.measure import JsonlMeasure, JsonMeasure
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.measured_outputs import LIMIT, MeasuredOutput, measured_outputs, read_json


def check(context: Context) -> Iterator[Fault]:
    """Each kept output that gives no score, once."""
    seen: set[tuple[str, str]] = set()
    unread: list[str] = []
    for output in measured_outputs(context):
        if (output.path, type(output.measure).__name__) in seen:
            continue
        seen.add((output.path, type(output.measure).__name__))
        if output.entry.size == 0:
            yield _fault(output, "is empty", None)
            continue
        if not isinstance(output.measure, JsonMeasure | JsonlMeasure):
            continue
        try:
            text = context.files.read(output.path, LIMIT).decode("utf-8-sig")
        except UnicodeDecodeError:
            yield _fault(output, "is not UTF-8", None)
        except (OSError, ValueError) as error:
            unread.append(f"{output.path} cannot be read: {error}")
        else:
            yield from _json(output, text)
    if unread:
        raise Unchecked(unread[0])


def _json(output: MeasuredOutput, text: str) -> Iterator[Fault]:
    is_lines = isinstance(output.measure, JsonlMeasure)
    parts = (
        [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()] if is_lines else [(0, text)]
    )
    for number, part in parts:
        try:
            read_json(part)
        except json.JSONDecodeError as error:
            is_last = number == parts[-1][0] and not (is_lines and text.endswith("\n"))
            is_cut = is_last and (is_lines or error.pos >= len(part.rstrip()) or error.msg.startswith("Untermin"))
            line = number + fault_of(error).mark.line
            yield _fault(output, f"{'is cut off in' if is_cut else 'is no JSON at'} line {line}", line)
            return
        except RecursionError:
            yield _fault(output, "is nested too deeply", number + 1)
            return


def _fault(output: MeasuredOutput, what: str, line: int | None) -> Fault:
    return Fault(
        message=f"`{output.path}` {what}, and {output.value} was recorded from it for task `{output.task}`",
        advice="Make the run again; a file that is not whole gives no score.",
        file=output.path,
        mark=Mark(line, 1) if line else None,
    )


RULE = Rule(code="RRV015", name="output-unreadable", level=Level.EXECUTED, check=check)
