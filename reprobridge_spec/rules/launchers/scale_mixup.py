"""Two numbers of one task differ by a factor of one hundred: one is in percent, the other a fraction.

## What it finds
A score of a record, or a reference, that is the published value times or divided by one hundred, within a tenth; a
published value above 1 where the unit is `fraction`; `multiply: 100` where the unit is `fraction`; and, as a warning,
tasks of one metric whose published values are partly fractions and partly percentages. 0.8 percent beside 0.82
percent is none.

## Why
Nothing is converted by guess. The comparison would be wrong by a factor of one hundred, in either direction.

## Example
```yaml
metrics:
  accuracy: {unit: percent, measure: {file: scores.json, json: /accuracy}}     # scores.json holds 0.926
```

## What to do
Declare the unit in which the paper prints the value, and `multiply: 100` where the launcher writes a fraction.

## Standard
SPEC.md, section "Measuring".
"""

from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Metric
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task, written_metrics
from reprobridge_spec.rules.published_texts import texts_of
from reprobridge_spec.schemas.kinds import REFERENCES_FILE

_HUNDRED = Decimal(100)
_NEAR = (Decimal("0.9"), Decimal("1.1"))
_ADVICE = "Declare the unit in which the paper prints it, and `multiply: 100` where the launcher writes a fraction."


def check(context: Context) -> Iterator[Fault]:
    """Declarations that do not go together, then published values, then references and scores."""
    for written in written_metrics(context.manifest):
        yield from _declared(written.label, written.body, written.place)
    yield from _fractions(context)
    yield from _mixed(context)
    yield from _measured(context)


def _declared(label: str, body: Metric, place: Path) -> Iterator[Fault]:
    factor = body.measure.multiply if body.measure else None
    if body.unit == "fraction" and factor == _HUNDRED:
        yield Fault(
            message=f"{label} has the unit `fraction`, and `multiply: 100` makes a percentage of it",
            advice="Write `unit: percent`, or leave `multiply` out.",
            path=place,
        )


def _fractions(context: Context) -> Iterator[Fault]:
    for full_id, task in context.tasks.items():
        values = [Decimal(text) for text in texts_of(task.published)]
        if task.unit == "fraction" and task.range is None and any(value > 1 for value in values):
            yield Fault(
                message=f"the published value {max(values)} of task `{full_id}` is above 1, and its unit is `fraction`",
                advice=_ADVICE,
                path=of_task(context.manifest, full_id, "published"),
            )


def _mixed(context: Context) -> Iterator[Fault]:
    """Tasks of one metric, higher is better, that print most values in percent and a few as fractions."""
    groups: dict[str, list[tuple[str, Decimal]]] = {}
    for full_id, task in context.tasks.items():
        for text in texts_of(task.published)[:1]:
            if task.metric and task.unit == "percent" and task.better == "higher":
                groups.setdefault(task.metric, []).append((full_id, Decimal(text)))
    for metric, values in groups.items():
        small = [(name, value) for name, value in values if 0 < value <= 1]
        large = [value for _, value in values if value > 1]
        for name, value in small:
            if large and value * _HUNDRED >= min(large) * _NEAR[0]:
                yield Fault(
                    message=f"the published value {value} of task `{name}` looks like a fraction beside others of "
                    f"metric `{metric}`, which are in percent",
                    advice="Write it as the paper prints it, and its unit in the task.",
                    path=of_task(context.manifest, name, "published"),
                    severity=Severity.WARNING,
                )


def _measured(context: Context) -> Iterator[Fault]:
    references = context.references.model if context.references else None
    for full_id, observations in (references.references if references else {}).items():
        for index, observation in enumerate(observations):
            if factor := _factor(context, full_id, observation.value):
                yield Fault(
                    message=f"a reference of task `{full_id}` is {observation.value}, {factor} the published value",
                    advice=_ADVICE,
                    file=REFERENCES_FILE,
                    path=("references", full_id, index, "value"),
                )
    said = set[str]()
    for record in context.records.values():
        for name, score in record.predicate.scores.items():
            full_id = f"{record.predicate.experiment}/{name}"
            if full_id not in said and (factor := _factor(context, full_id, score.value)):
                said.add(full_id)
                yield Fault(
                    message=f"run `{record.predicate.run}` measured {score.value} for task `{full_id}`, {factor} the "
                    "published value",
                    advice=_ADVICE,
                    path=of_task(context.manifest, full_id, "measure"),
                )


def _factor(context: Context, full_id: str, measured: str | None) -> str | None:
    """How a measured value stands to the published one, where that is one hundred times more or less."""
    task = context.tasks.get(full_id)
    texts = texts_of(task.published) if task else ()
    if not texts or task is None or measured is None or task.unit not in {None, "fraction", "percent"}:
        return None
    published, value = Decimal(texts[0]), Decimal(measured)
    if not published or not value:
        return None
    ratio = value / published
    if _NEAR[0] <= ratio * _HUNDRED <= _NEAR[1]:
        return "a hundredth of"
    return "a hundred times" if _NEAR[0] <= ratio / _HUNDRED <= _NEAR[1] else None


RULE = Rule(code="RRL028", name="scale-mixup", level=Level.SPECIFIED, check=check)
