"""A smoke run does what a scored run does.

## What it finds
An experiment whose smoke run appends nothing (or only what the command says already), takes no stand-in, and whose
code does not ask for `RRA_MODE`, while a scored run is expected to take longer than the smoke run may, or does not say
how long it takes.

## Why
A smoke run shows in minutes that the machinery works, before hours are spent. One that does all the work ends at its
limit, and shows nothing.

## Example
```yaml
resources: {time: {expected: 6h, limit: 12h}}
smoke: {time: 5min}
```

## What to do
Append what makes it short (`smoke: {append: [--epochs, "1"], ...}`), let small inputs stand in, or ask for `RRA_MODE`
in the launcher.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator, Sequence

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.scalars import seconds
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.rules.variables_named import is_named_in_code

_VARIABLE = "RRA_MODE"


def check(context: Context) -> Iterator[Fault]:
    """Each such experiment."""
    alike = [name for name, body in context.experiments.items() if not is_blocked(body) and _is_alike(body)]
    if not alike or is_named_in_code(context, _VARIABLE):
        return
    for name in alike:
        yield Fault(
            message=f"the smoke run of experiment `{name}` does what a scored run does",
            advice="Append what makes it short, let small inputs stand in, or ask for `RRA_MODE` in the launcher.",
            path=of_experiment(context.manifest, name, "smoke"),
        )


def _is_alike(body: Experiment) -> bool:
    smoke, command = body.smoke, body.command or []
    if smoke is None or smoke.inputs or (smoke.append and not _says_again(command, smoke.append)):
        return False
    time = body.resources.time if body.resources else None
    if time is None or time.expected is None:
        return True
    return seconds(time.expected) > seconds(smoke.time)


def _says_again(command: Sequence[str], appended: Sequence[str]) -> bool:
    """Whether the appended arguments stand in the command already, in a row."""
    length = len(appended)
    return any(list(command[start : start + length]) == list(appended) for start in range(len(command) - length + 1))


RULE = Rule(code="RRL024", name="smoke-like-scored", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
