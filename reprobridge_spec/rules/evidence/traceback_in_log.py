"""A run passes for a success, and its log ends in a crash.

## What it finds
The log of a run that was measured which ends with a Python traceback, or with a line such as `Segmentation fault`. A
traceback with anything but blank lines behind it was caught, and does not count; nor does one that Python only tells
of, such as `Exception ignored in`, nor that of a child process that was interrupted. Of exceptions that were raised
while others were handled, the last ended the program, and the finding is where its traceback begins; those before it
lead there. It is a warning.

## Why
`python train.py | tee log` ends with the exit code of `tee`. A crash then counts as a success, and the score is read
from whatever lay there: an earlier epoch, an earlier run.

## Example
```text
Traceback (most recent call last):
  File "train.py", line 3, in <module>
RuntimeError: CUDA out of memory
```

## What to do
Write `set -o pipefail`, or call the program without a pipe; rrspec keeps the log. Then make the run again.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.run_logs import measured_logs

_BEGIN = "Traceback (most recent call last):"
_RAISED = lazy_pattern(r"[A-Za-z_][\w.]{0,200}(?::\s.{0,10000})?", re.DOTALL)
_CRASHES = ("Segmentation fault", "Bus error", "Aborted", "Killed", "Illegal instruction", "Floating point exception")
_CHAINED = ("During handling of the above exception", "The above exception was the direct cause")
_IGNORED = ("Exception ignored", "--- Logging error ---")
"""What stands before the traceback of an exception that ends nothing."""
_OF_CHILD = lazy_pattern(r"Process [^\s:]{1,100}:")
"""What stands before the traceback of a child process, which ends no more than that."""
_INTERRUPTED = "KeyboardInterrupt"
_FARTHEST = 400
"""Lines from the end in which the last traceback begins."""


def check(context: Context) -> Iterator[Fault]:
    """Each log that ends in a crash."""
    for path, run, lines in measured_logs(context):
        found = _crash(lines)
        if found is not None:
            line, what = found
            yield Fault(
                message=f"run `{run.run}` was measured, and its log ends with {what}",
                advice="Let the launcher pass the exit code on, and make the run again.",
                file=path,
                mark=Mark(line, 1),
            )


def _crash(lines: list[str]) -> tuple[int, str] | None:
    """Line and words of the crash that a log ends with."""
    said = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()][-_FARTHEST:]
    if not said:
        return None
    number, last = said[-1]
    if last.startswith(_CRASHES) and len(last) < len("Segmentation fault (core dumped)") + 8:
        return number, f"`{last.strip()}`"
    begin = _traceback_before(said, len(said))
    if begin is None:
        return None
    raised = next((index for index in range(begin + 1, len(said)) if not said[index][1][:1].isspace()), None)
    # whatever stands behind it was written by a program that went on
    if raised is None or raised != len(said) - 1 or not _RAISED.fullmatch(last.strip()):
        return None
    first = _first_of_chain(said, begin)
    before = said[first - 1][1].strip() if first > 0 else ""
    if before.startswith(_IGNORED) or (_OF_CHILD.fullmatch(before) and last.startswith(_INTERRUPTED)):
        return None
    return said[begin][0], f"the traceback of {said[raised][1].strip()[:80]!r}"


def _traceback_before(said: list[tuple[int, str]], end: int) -> int | None:
    """Where the last traceback before `end` begins."""
    return next((index for index in range(end - 1, -1, -1) if said[index][1].lstrip("| +").startswith(_BEGIN)), None)


def _first_of_chain(said: list[tuple[int, str]], begin: int) -> int:
    """Where the first traceback of an exception begins that was raised while others were handled."""
    while begin > 0 and said[begin - 1][1].lstrip("| +").startswith(_CHAINED):
        before = _traceback_before(said, begin)
        if before is None:
            break
        begin = before
    return begin


RULE = Rule(code="RRV017", name="traceback-in-log", level=Level.EXECUTED, severity=Severity.WARNING, check=check)
