"""It is not clear over what a statistic is: over the runs, or inside one.

## What it finds
`over` with a word that means runs and is not `seeds`, such as `seed`, `runs` or `trials`, where the experiment has
one run. With several runs, statistic-against-runs (RRL004) says it. It is a warning.

## Why
`over: seeds` is folded by the verifier; every other word says that one run computes it by itself. Read in one way,
the score is a mean of several trainings, in the other it is a single one: that is left to decide after the score is
seen.

## Example
```yaml
statistic: {estimator: mean, over: runs, n: 5}
```

## What to do
Write `over: seeds` with as many `seeds` or `runs`; or say what one run repeats, such as `folds` or `resamples`.

## Standard
SPEC.md, section "Measuring".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.runnable import is_task_blocked

_RUNS = frozenset(
    ["seed", "randomseeds", "run", "runs", "trial", "trials", "repetitions", "repeats", "restarts", "replicates"]
)


def check(context: Context) -> Iterator[Fault]:
    """Each statistic whose runs may be meant."""
    for full_id, task in context.tasks.items():
        over = task.statistic.over if task.statistic is not None else None
        if over is None or over == "seeds" or is_task_blocked(context, full_id):
            continue
        word = "".join(character for character in over.lower() if character.isalpha())
        if (word in _RUNS or word == "seeds") and len(runs_of(context.experiments[full_id.partition("/")[0]])) == 1:
            yield Fault(
                message=f"the statistic of task `{full_id}` is over {over!r}: whether its experiment's runs are meant "
                "is not clear",
                advice="Write `over: seeds` where they are, else what one run repeats.",
                path=of_task(context.manifest, full_id, "statistic"),
            )


RULE = Rule(code="RRM028", name="over-unclear", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
