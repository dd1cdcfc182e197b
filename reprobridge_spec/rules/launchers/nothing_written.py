"""Nothing that an experiment runs seems to write where its scores are read.

## What it finds
An experiment whose tasks are measured from files, or which has outputs, while no file of the working copy and no
argument of its command names `RRA_OUTPUT_DIR`. It is a note: a name that is put together when the program runs is not
seen.

## Why
The output folder is the only place where a run may leave its files, and its path is in that variable.

## Example
```python
with open("scores.json", "w") as file:       # in the working copy, which is read-only
    json.dump(scores, file)
```

## What to do
Read `RRA_OUTPUT_DIR` in the launcher, and write below it.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.rules.started import of_started
from reprobridge_spec.rules.variables_named import is_named_in_code

_VARIABLE = "RRA_OUTPUT_DIR"
_LOG = "log"


def check(context: Context) -> Iterator[Fault]:
    """Each such experiment; those whose program is not in the artifact are passed over."""
    asked = [name for name, body in context.experiments.items() if _leaves_files(body)]
    started = {name for names in of_started(context).values() for name in names}
    waiting = [name for name in asked if name in started and not _by_arguments(context.experiments[name])]
    if not waiting or is_named_in_code(context, _VARIABLE):
        return
    for name in waiting:
        yield Fault(
            message=f"experiment `{name}` leaves files, and nothing that it runs names `{_VARIABLE}`",
            advice=f"Read `{_VARIABLE}` in the launcher, and write below it.",
            path=of_experiment(context.manifest, name, "command"),
        )


def _leaves_files(body: Experiment) -> bool:
    if is_blocked(body) or not body.command:
        return False
    measures = (task.measure for task in (body.tasks or {}).values())
    return bool(body.outputs) or any(
        measure is not None and not isinstance(measure, CommandMeasure) and measure.file != _LOG for measure in measures
    )


def _by_arguments(body: Experiment) -> bool:
    return any(_VARIABLE in argument for argument in body.command or [])


RULE = Rule(code="RRL017", name="nothing-written", level=Level.SPECIFIED, severity=Severity.NOTE, check=check)
