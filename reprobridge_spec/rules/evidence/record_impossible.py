"""A record says what cannot have been.

## What it finds
A run that was measured and whose last attempt did not end with exit code 0; attempts that are not counted from one,
end before they start, or start before the one before them ended; and, of the present plan, another command or
another lock than the manifest's.

## Why
A runner writes none of this. Whoever edits a record to look better forgets that its parts depend on one another.

## Example
```text
attempts:  1: 2026-11-29T16:00:00Z to 2026-11-29T15:00:00Z, exit code 1
outcome:   measured
```

## What to do
Make the run again; a record is not edited.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Attempt, Mode, Outcome, RunPredicate
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.moments import moment
from reprobridge_spec.rules.present_methods import PresentMethods


def check(context: Context) -> Iterator[Fault]:
    """Each thing that a record says and cannot have been."""
    methods = PresentMethods(context)
    for path, record in context.records.items():
        run = record.predicate
        found = [*_outcome(run), *_attempts(run.attempts)]
        # a plan that cannot be computed is what the rules about missing runs report
        if run.experiment in context.experiments and run.plan.method == methods.of(run.experiment):
            found += _plan(context, run)
        for place, message in found:
            yield Fault(
                message=f"run `{run.run}` {message}",
                advice="Make the run again; a record is not edited.",
                file=path,
                path=("predicate", *place),
            )


def _outcome(run: RunPredicate) -> Iterator[tuple[Path, str]]:
    last = run.attempts[-1]
    if run.outcome is Outcome.MEASURED and (last.exit_code != 0 or last.ending != "exit"):
        how = f"exit code {last.exit_code}" if last.ending == "exit" else f"`{last.ending[:40]}`"
        yield ("outcome",), f"was measured, and its last attempt ended with {how}"


def _attempts(attempts: list[Attempt]) -> Iterator[tuple[Path, str]]:
    before: Attempt | None = None
    for index, attempt in enumerate(attempts):
        place: Path = ("attempts", index)
        if attempt.number != index + 1:
            yield (*place, "number"), f"calls attempt {index + 1} number {attempt.number}"
        if moment(attempt.ended) < moment(attempt.started):
            yield (*place, "ended"), f"ended at {attempt.ended}, before it started at {attempt.started}"
        if before is not None and moment(attempt.started) < moment(before.ended):
            yield (*place, "started"), f"started attempt {index + 1} before attempt {index} ended"
        before = attempt


def _plan(context: Context, run: RunPredicate) -> Iterator[tuple[Path, str]]:
    body = context.experiments[run.experiment]
    command, appended = body.command or [], body.smoke.append if body.smoke is not None else []
    if run.mode is Mode.SMOKE:
        # what it appended is of its own `smoke` section, which may have changed since
        is_declared = run.command[: len(command)] == command
    else:
        # with the arguments of a smoke run, a scored one is what smoke-as-score finds
        is_declared = run.command in (command, [*command, *appended])
    if not is_declared:
        yield ("command",), "has the present plan, and another command than the manifest's"
    environment = context.manifest.environments.get(body.environment or "")
    locks = environment.locks.values() if environment is not None else ()
    present = {context.files.sha256(lock) for lock in locks}
    if present and run.environment.lock_sha256 not in present:
        yield ("environment", "lock_sha256"), "has the present plan, and was built from another lock"


RULE = Rule(code="RRV012", name="record-impossible", level=Level.EXECUTED, check=check)
