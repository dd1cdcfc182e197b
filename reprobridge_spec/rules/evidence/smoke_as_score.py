"""A smoke run passes for a scored one.

## What it finds
A record of a smoke run that holds scores; a scored one with a smoke digest; and a scored one whose command ends with
what only a smoke run gets (`smoke.append`).

## Why
A smoke run shows that the machinery works, on a part of the data or of the training. Its number is no score; taken
for one, it is the score of another method.

## Example
```text
rra.yaml                           command: [python, run.py]     smoke: {append: [--limit, "8"]}
evidence/runs/eval-0/run.json      mode: scored     command: [python, run.py, --limit, "8"]
```

## What to do
Make the scored run with `rrspec run`; a record is not edited.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Mode, RunPredicate
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each record in which the two are mixed."""
    for path, record in context.records.items():
        for place, message in _mixed(context, record.predicate):
            yield Fault(
                message=f"run `{record.predicate.run}` {message}",
                advice="Make the run again; a smoke run has no scores, and a scored one the command as declared.",
                file=path,
                path=("predicate", *place),
            )


def _mixed(context: Context, run: RunPredicate) -> Iterator[tuple[Path, str]]:
    if run.mode is Mode.SMOKE:
        if any(score.value is not None for score in run.scores.values()):
            yield ("scores",), "is a smoke run, and its record holds scores"
        return
    if run.plan.smoke is not None:
        yield ("plan", "smoke"), "is a scored run, and its record holds the digest of a smoke run"
    body = context.experiments.get(run.experiment)
    appended = body.smoke.append if body is not None and body.smoke is not None else []
    if body is not None and appended and run.command == [*(body.command or []), *appended]:
        shown = " ".join(appended)[:80]
        yield ("command",), f"is a scored run, and its command ends with what a smoke run gets: {shown}"


RULE = Rule(code="RRV011", name="smoke-as-score", level=Level.EXECUTED, check=check)
