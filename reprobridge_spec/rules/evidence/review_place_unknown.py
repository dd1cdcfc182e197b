"""A finding of a review is about a place that is not there.

## What it finds
Findings of the reviews in `evidence/reviews/` that are not `fixed`, whose `place` names a file that is not in the
artifact, a line behind its end, or a JSON pointer that leads nowhere in the manifest. It is a warning.

## Why
A finding is checked again where it was made. If the file was renamed or removed, either the finding is done and should
say so, or nobody can tell any more what it was about.

## Example
```yaml
findings:
  seeds: {place: "launchers/old.py:12", claim: "the seed is not used", evidence: "equal scores", request: "use it"}
```

## What to do
Write `status: fixed` where it is done, or name the place where it stands now: `file`, `file:line`, `file#pointer`, or
a JSON pointer into the manifest.

## Standard
SPEC.md, section "Conformance levels".
"""

import re
from collections.abc import Iterator
from typing import Any

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_LINE = lazy_pattern(r":([1-9][0-9]{0,8})(?::[0-9]{1,9})?", re.ASCII)
_ADVICE = "Write `status: fixed` where it is done, or name the place where it stands now."


def check(context: Context) -> Iterator[Fault]:
    """Each finding whose place is gone."""
    for review in context.reviews:
        for name, finding in (review.model.findings if review.model is not None else {}).items():
            found = None if finding.status == "fixed" else _missing(context, finding.place)
            if found is not None:
                place = ("findings", name, "place")
                yield Fault(
                    message=f"the review's finding `{name}` is about {finding.place[:100]!r}, and {found[0]}",
                    advice=found[1],
                    file=review.file,
                    path=place,
                    mark=review.tree.mark(place) if review.tree is not None else None,
                )


def _missing(context: Context, text: str) -> tuple[str, str] | None:
    """What of a place is not there, and what to do."""
    if text.startswith("/"):
        return _nowhere(context.manifest_tree.data, text)
    file, hash_mark, pointer = text.partition("#")
    line = _LINE.search(file) if file not in context.files.entries else None
    if line is not None and line.end() == len(file):
        file = file[: line.start()]
    if file not in context.files.entries:
        if any(path.startswith(f"{file.rstrip('/')}/") for path in context.files.entries):
            return None
        return "there is no such file", nearest(file, context.files.entries, otherwise=_ADVICE)
    if hash_mark and file == MANIFEST_FILE:
        return _nowhere(context.manifest_tree.data, pointer)
    content = context.text(file) if line is not None else None
    if line is not None and content is not None and int(line[1]) > content.count("\n") + 1:
        return f"the file has {content.count(chr(10)) + 1} lines", _ADVICE
    return None


def _nowhere(value: Any, pointer: str) -> tuple[str, str] | None:  # noqa: ANN401 (any document value)
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        inner = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, list) and key.isdecimal() and len(key) < 10 and int(key) < len(value):  # noqa: PLR2004 (no list is longer)
            inner = value[int(key)]
        if inner is None:
            return f"{MANIFEST_FILE} has nothing there", _ADVICE
        value = inner
    return None


RULE = Rule(code="RRV024", name="review-place-unknown", level=Level.PRESERVED, severity=Severity.WARNING, check=check)
