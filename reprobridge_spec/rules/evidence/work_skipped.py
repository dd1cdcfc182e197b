"""A run says that it skipped the work, since its result was there already.

## What it finds
In the log of a scored run that was measured: a line that says that an evaluation, a training, an experiment or a task
is skipped, or that a result is there already and nothing is done. Lines about downloads, data, samples and checks
that were skipped do not count. It is a warning.

## Why
The output folder is empty at the first attempt. A launcher that finds a result there all the same has it from
somewhere else, and what it passes on is an old score.

## Example
```text
model roberta-large
results/mnli.json found, evaluation skipped
done in 1.8 s
```

## What to do
Take the old result out of the working copy (`codebase.shipped_results`), or give the launcher the option that
overwrites; then make the run again.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.run_logs import measured_logs

_LONGEST = 400
_WORK = r"(?:evaluation|evaluating|eval|training|inference|benchmark|experiment|run|computation|task|testing|scoring)"
_RESULT = r"(?:results?|scores?|metrics?|predictions?|outputs?|evaluations?)(?:\s(?:file|files|folder))?"
_SKIPPED = lazy_pattern(
    rf"\b(?:{_WORK}\s(?:is\s|was\s)?skipped|skip(?:s|ping|ped)?\s(?:the\s)?{_WORK})\b", re.IGNORECASE
)
_THERE = lazy_pattern(
    rf"\b(?:{_RESULT}|[\w./-]{{1,200}}\.(?:json|csv|jsonl|txt|pkl|npz|tsv))\s(?:already\s|is\s|are\s|was\s|were\s){{0,3}}"
    r"(?:exists?|found|there|done|computed|present|available|evaluated|cached)\b",
    re.IGNORECASE,
)
_NOTHING = lazy_pattern(
    r"\b(?:skip(?:s|ping|ped)?|nothing to do|not (?:re-?run|recomput)\w*|reus(?:e|ing))\b", re.IGNORECASE
)
_DATA = lazy_pattern(
    r"\b(?:download\w*|dataset|data|extract\w*|samples?|examples?|rows?|batch\w*|cache|vocab\w*)\b", re.IGNORECASE
)


def check(context: Context) -> Iterator[Fault]:
    """The first such line of each log."""
    for path, run, lines in measured_logs(context):
        if run.mode is not Mode.SCORED:
            continue
        found = next(((number, line) for number, line in enumerate(lines, start=1) if _says_skipped(line)), None)
        if found is not None:
            yield Fault(
                message=f"the log of run `{run.run}` says that its work was skipped: {found[1].strip()[:100]!r}",
                advice="Take the old result out of the working copy, or let the launcher overwrite; then run again.",
                file=path,
                mark=Mark(found[0], 1),
            )


def _says_skipped(line: str) -> bool:
    lowered = line.lower()
    if len(line) > _LONGEST or not any(word in lowered for word in ("skip", "nothing to do", "not re", "reus")):
        return False
    if _DATA.search(line):
        return False
    return bool(_SKIPPED.search(line) or (_THERE.search(line) and _NOTHING.search(line)))


RULE = Rule(code="RRV018", name="work-skipped", level=Level.EXECUTED, severity=Severity.WARNING, check=check)
