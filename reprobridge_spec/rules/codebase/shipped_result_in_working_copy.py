"""A file that looks like a shipped score lies where launchers can read it.

## What it finds
A file of the working copy (code, launchers, environments) whose name is the one that a task is measured from, such
as `scores.json`, and that `shipped_results` does not keep out. It is a warning: the name may be a coincidence.

## Why
Releases often carry the authors' result files. A launcher that finds one may pass it on without computing anything,
on purpose or because the code skips work whose result is there already. Then a score is copied, not reproduced.

## Example
```yaml
codebase: {path: code, relation: modified}                 # code/results/scores.json is there
metrics:
  accuracy: {measure: {file: scores.json, json: /accuracy}}
```

## What to do
List such files under `shipped_results`, as globs from the code folder: they stay in the artifact and are never in
the working copy. Rename a file that is something else.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_LOG = "log"


def check(context: Context) -> Iterator[Fault]:
    """Each file of the code that has the name of a measured one."""
    measured = _measured_names(context)
    for path in working_copy.paths(context.manifest, context.files.entries):
        name = path.rpartition("/")[2]
        if name in measured:
            yield Fault(
                message=f"`{path}` has the name from which task `{measured[name]}` is measured, "
                "and launchers can read it",
                advice=_advice(context, path),
                file=path,
            )


def _advice(context: Context, path: str) -> str:
    codebase = context.manifest.codebase
    if codebase is not None and path.startswith(f"{codebase.path}/"):
        return f"Add `{path.removeprefix(f'{codebase.path}/')}` to `codebase.shipped_results`, or rename it."
    return "Move it out of the folders that launchers read, or rename it."


def _measured_names(context: Context) -> dict[str, str]:
    """Names of measured files, each with the first task that is measured from it."""
    names: dict[str, str] = {}
    for full_id, task in context.tasks.items():
        if task.measure is not None and not isinstance(task.measure, CommandMeasure) and task.measure.file != _LOG:
            names.setdefault(task.measure.file.rpartition("/")[2], full_id)
    return names


RULE = Rule(
    code="RRC002",
    name="shipped-result-in-working-copy",
    level=Level.SPECIFIED,
    severity=Severity.WARNING,
    check=check,
)
