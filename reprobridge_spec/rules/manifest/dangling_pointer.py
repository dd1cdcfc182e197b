"""A name points to something that is not declared.

## What it finds
An id that is named and not there: an environment, an input, a stand-in of a smoke run, a metric, a table, an output
of another experiment, the decision behind an `expected` or a change, the task that a decision, a change or a
reference is about, and the experiment whose command an alternative's arguments go after.

## Why
Everything in an artifact is joined by ids: this cell, this command, this environment, this record. Where one of
them leads nowhere, nobody can tell what the author meant, and whatever hangs on it cannot be run or judged.

## Example
```yaml
environments:
  cpu: {python: "3.11", tool: uv, requirements: env/requirements.in}
experiments:
  italy:
    environment: gpu        # there is only `cpu`
```

## What to do
Name what is there (the message gives the nearest name), or declare what is missing.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterable, Iterator

from reprobridge_spec.location import Path
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.places import Written, of_experiment, written_experiments, written_tasks
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_MANY = 8


def check(context: Context) -> Iterator[Fault]:
    """Each name that leads nowhere."""
    for experiment in written_experiments(context.manifest):
        yield from _experiment(context, experiment)
    for name in context.experiments:
        yield from _stood_in_for(context, name)
    yield from _tasks(context)
    yield from _guide(context)
    yield from _alternatives(context)
    yield from _references(context)
    yield from _decisions_named(context)


def _experiment(context: Context, written: Written[Experiment]) -> Iterator[Fault]:
    manifest, body = context.manifest, written.body
    if body.environment is not None:
        yield from _unless_known(
            body.environment,
            manifest.environments,
            f"{written.label} names the environment",
            "`environments:`",
            (*written.place, "environment"),
        )
    outputs = dict.fromkeys(_outputs(context))
    for index, reference in enumerate(inputs_of(body)):
        text = reference_text(reference)
        step: Path = () if isinstance(reference, str) else ("from",)
        known, what, where = (
            (outputs, "the output", "`outputs:` of the experiment before")
            if "/" in text
            else (manifest.inputs, "the input", "`inputs:`")
        )
        yield from _unless_known(
            text, known, f"{written.label} takes {what}", where, (*written.place, "inputs", index, *step)
        )
    for replaced, stand_in in (body.smoke.inputs if body.smoke else {}).items():
        place = (*written.place, "smoke", "inputs", replaced)
        yield from _unless_known(
            stand_in, manifest.inputs, f"the smoke run of {written.label} takes the input", "`inputs:`", place
        )


def _outputs(context: Context) -> list[str]:
    return [f"{name}/{output}" for name, body in context.experiments.items() for output in body.outputs or {}]


def _stood_in_for(context: Context, name: str) -> Iterator[Fault]:
    written, body = context.manifest.experiments[name], context.experiments[name]
    known = [reference_text(reference) for reference in inputs_of(body)]
    for replaced in written.smoke.inputs if written.smoke else {}:
        yield from _unless_known(
            replaced,
            known,
            f"the smoke run of experiment `{name}` replaces the input",
            "`inputs:` of the experiment",
            (*of_experiment(context.manifest, name, "smoke"), "inputs", replaced),
        )


def _tasks(context: Context) -> Iterator[Fault]:
    manifest = context.manifest
    for task in written_tasks(manifest):
        if task.body.metric is not None:
            yield from _unless_known(
                task.body.metric,
                manifest.metrics,
                f"{task.label} names the metric",
                "`metrics:`",
                (*task.place, "metric"),
            )
        if task.body.at is not None:
            yield from _unless_known(
                task.body.at.table,
                manifest.tables,
                f"{task.label} stands in the table",
                "`tables:`",
                (*task.place, "at", "table"),
            )


def _guide(context: Context) -> Iterator[Fault]:
    for loaded, kind in ((context.decisions, "decision"), (context.changes, "change")):
        if loaded is None or loaded.model is None:
            continue
        entries = getattr(loaded.model, f"{kind}s")
        for name, entry in entries.items():
            for index, task in enumerate(entry.tasks):
                yield from _unless_known(
                    task,
                    context.tasks,
                    f"{kind} `{name}` affects the task",
                    "`experiments:`",
                    (f"{kind}s", name, "tasks", index),
                    loaded.file,
                )


def _alternatives(context: Context) -> Iterator[Fault]:
    decisions = context.decisions
    if decisions is None or decisions.model is None:
        return
    for name, decision in decisions.model.decisions.items():
        for key, alternative in decision.alternatives.items():
            for index, experiment in enumerate(alternative.experiments):
                yield from _unless_known(
                    experiment,
                    context.experiments,
                    f"alternative `{key}` of decision `{name}` names the experiment",
                    "`experiments:`",
                    ("decisions", name, "alternatives", key, "experiments", index),
                    decisions.file,
                )


def _references(context: Context) -> Iterator[Fault]:
    if context.references is None or context.references.model is None:
        return
    for task in context.references.model.references:
        yield from _unless_known(
            task,
            context.tasks,
            "the references are for the task",
            "`experiments:`",
            ("references", task),
            context.references.file,
        )


def _decisions_named(context: Context) -> Iterator[Fault]:
    """Decisions that something names; they are a document of their own, which may come later."""
    named = list(_names_of_decisions(context))
    if context.decisions is None or not named:
        return
    if context.decisions.model is None:
        raise Unchecked(f"{context.decisions.file} has not the right form, so the decisions are not known")
    for decision, who, place, file in named:
        yield from _unless_known(
            decision, context.decisions.model.decisions, who, f"`{context.decisions.file}`", place, file
        )


def _names_of_decisions(context: Context) -> Iterator[tuple[str, str, Path, str]]:
    for task in written_tasks(context.manifest):
        if task.body.expected is not None:
            place = (*task.place, "expected", "why")
            yield task.body.expected.why, f"{task.label} is expected to disagree by the decision", place, MANIFEST_FILE
    if context.changes is not None and context.changes.model is not None:
        for name, change in context.changes.model.changes.items():
            if change.decision is not None:
                who = f"change `{name}` follows from the decision"
                yield change.decision, who, ("changes", name, "decision"), context.changes.file


def _unless_known(
    name: str, known: Iterable[str], who: str, where: str, place: Path, file: str = MANIFEST_FILE
) -> Iterator[Fault]:
    if name not in known:
        yield Fault(
            message=f"{who} `{name}`, which is not there",
            advice=nearest(name, known, otherwise=_declare(list(known), where)),
            file=file,
            path=place,
        )


def _declare(known: list[str], where: str) -> str:
    if known and len(known) <= _MANY:
        return f"Known are {', '.join(f'`{name}`' for name in known)}; declare others under {where}."
    return f"Declare it under {where}, or name one that is there."


RULE = Rule(code="RRM010", name="dangling-pointer", level=Level.DRAFT, check=check)
