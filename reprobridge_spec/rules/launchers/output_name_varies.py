"""A file that a run leaves is named by a pattern, or by a moment of the past.

## What it finds
A `measure.file` or an output whose path holds `*`, `?`, or something in brackets or braces; and one with a moment in
it: a date with a time, a folder that is a date, or a number of seconds since 1970. A date in a longer name, such as
that of a data set, is none.

## Why
A path is read as it is written. A pattern is no path; if it were one, it would match what an earlier run left, too. A
folder that was named by the clock is there once, on the author's machine.

## Example
```yaml
measure: {file: outputs/2024-05-02/10-00-01/metrics.json, json: /test_acc}
```

## What to do
Have the launcher write to one path below `RRA_OUTPUT_DIR`, which is empty when a run begins: for Hydra,
`hydra.run.dir=${oc.env:RRA_OUTPUT_DIR}`.

## Standard
SPEC.md, section "Measuring".
"""

from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task, written_experiments

_PATTERN = lazy_pattern(r"[*?]|\[[^\]]{0,100}\]|\{[^}]{0,100}\}")
_DATE = r"(?:19|20)[0-9]{2}(?P<sign>[-_.]?)(?:0[1-9]|1[0-2])(?P=sign)(?:0[1-9]|[12][0-9]|3[01])"
_DATE_ALONE = r"(?:19|20)[0-9]{2}[-_.](?:0[1-9]|1[0-2])[-_.](?:0[1-9]|[12][0-9]|3[01])"
_TIME = r"(?:[01][0-9]|2[0-3])[-_.:h]?[0-5][0-9](?:[-_.:m]?[0-5][0-9])?"
_BY_CLOCK = lazy_pattern(
    rf"(?<![0-9]){_DATE}[-_.T /]{_TIME}(?![0-9])|(?:^|(?<=/)){_DATE_ALONE}(?=/)|(?<![0-9])1[67][0-9]{{8}}(?![0-9])"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[0-9]{2}_[0-9]{2}-[0-9]{2}-[0-9]{2}"
)


def check(context: Context) -> Iterator[Fault]:
    """Each such path, once."""
    seen = set[Path]()
    for full_id, task in context.tasks.items():
        if task.measure is not None and not isinstance(task.measure, CommandMeasure):
            place = (*of_task(context.manifest, full_id, "measure"), "file")
            if place not in seen:
                seen.add(place)
                yield from _fault(f"task `{full_id}` is measured from", task.measure.file, place)
    for written in written_experiments(context.manifest):
        for name, path in (written.body.outputs or {}).items():
            who = f"output `{name}` of {written.label} is"
            yield from _fault(who, path, (*written.place, "outputs", name))


def _fault(who: str, path: str, place: Path) -> Iterator[Fault]:
    if _PATTERN.search(path):
        yield Fault(
            message=f"{who} `{path}`, which is a pattern, and paths are read as they are written",
            advice="Have the launcher write to one path below `RRA_OUTPUT_DIR`, and name that.",
            path=place,
        )
    elif found := _BY_CLOCK.search(path):
        yield Fault(
            message=f"{who} `{path}`, and no later run writes below `{found[0]}`, which the clock named",
            advice="Have the launcher write to one path below `RRA_OUTPUT_DIR`, and name that.",
            path=place,
        )


RULE = Rule(code="RRL013", name="output-name-varies", level=Level.SPECIFIED, check=check)
