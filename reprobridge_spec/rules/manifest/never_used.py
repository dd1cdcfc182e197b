"""Something is declared, and nothing uses it.

## What it finds
An environment that no experiment names, an input that no experiment or smoke run takes, a table at which no task is
and of which no cell is said to be left out, a metric that no task names, and an output that no later experiment
takes. It is a warning.

## Why
A reader takes every line for something that the scores rest on. What is left over from an earlier state is fetched,
built and reviewed for nothing; or it was meant to be used, and a run goes without it.

## Example
```yaml
environments:
  cpu: {python: "3.11", tool: uv, requirements: env/requirements.in}
  gpu: {python: "3.11", tool: uv, requirements: env/gpu.in}      # every experiment says `environment: cpu`
```

## What to do
Name it where it was meant, or remove it.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment


def check(context: Context) -> Iterator[Fault]:
    """Each declaration that nothing uses."""
    for place, what, user in _unused(context):
        yield Fault(
            message=f"{what} is declared, and no {user}",
            advice="Name it where it was meant, or remove it.",
            path=place,
        )


def _unused(context: Context) -> Iterator[tuple[Path, str, str]]:
    """Place and name of what is not used, and who would use it."""
    manifest, experiments = context.manifest, context.experiments.values()
    taken = {reference_text(reference) for body in experiments for reference in inputs_of(body)}
    stand_ins = {stand_in for body in experiments if body.smoke for stand_in in body.smoke.inputs.values()}
    counted = {name for name, table in manifest.tables.items() if table.left_out or table.own_cells == 0}
    at = {task.at.table for task in context.tasks.values() if task.at is not None}
    for key, what, declared, used, user in (
        (
            "environments",
            "environment",
            manifest.environments,
            {body.environment for body in experiments},
            "experiment names it",
        ),
        ("inputs", "input", manifest.inputs, taken | stand_ins, "experiment takes it"),
        ("tables", "table", manifest.tables, at | counted, "task is at it"),
        ("metrics", "metric", manifest.metrics, {task.metric for task in context.tasks.values()}, "task names it"),
    ):
        for name in declared:
            if name not in used:
                yield (key, name), f"the {what} `{name}`", user
    for name, body in context.experiments.items():
        place = of_experiment(manifest, name, "outputs")
        for output in body.outputs or {}:
            if f"{name}/{output}" not in taken:
                yield (*place, output), f"the output `{name}/{output}`", "later experiment takes it"


RULE = Rule(code="RRM018", name="never-used", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
