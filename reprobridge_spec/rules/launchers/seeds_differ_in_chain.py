"""An experiment takes outputs seed for seed from one that has other seeds.

## What it finds
An input written as `experiment/output` where the two experiments have different seeds, or different numbers of
runs.

## Why
Written so, the run of seed 3 takes what the run of seed 3 left. Where the earlier experiment has no seed 3, there
is nothing to take.

## Example
```yaml
experiments:
  train: {seeds: [0], outputs: {checkpoint: model.pt}}
  eval: {seeds: [0, 1, 2], inputs: [train/checkpoint]}
```

## What to do
Give both the same seeds, or say which runs are taken: `{from: train/checkpoint, seeds: first}` or `seeds: all`.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment


def check(context: Context) -> Iterator[Fault]:
    """Each input that is taken seed for seed from other seeds."""
    for name, body in context.experiments.items():
        for index, reference in enumerate(inputs_of(body)):
            source = reference.partition("/")[0] if isinstance(reference, str) and "/" in reference else None
            before = context.experiments.get(source) if source else None
            if before is None or not _declared(before) or not _declared(body) or _same_runs(before, body):
                continue
            yield Fault(
                message=f"experiment `{name}` ({_said(body)}) takes `{reference}` seed for seed, "
                f"and `{source}` has {_said(before)}",
                advice=f"Give both the same, or write `{{from: {reference}, seeds: first}}` or `seeds: all`.",
                path=(*of_experiment(context.manifest, name, "inputs"), index),
            )


def _declared(body: Experiment) -> bool:
    return body.seeds is not None or body.runs is not None


def _same_runs(one: Experiment, other: Experiment) -> bool:
    if one.seeds is None or other.seeds is None:
        return one.seeds is other.seeds and one.runs == other.runs
    return set(one.seeds) == set(other.seeds)


def _said(body: Experiment) -> str:
    return f"seeds {', '.join(map(str, body.seeds))}" if body.seeds is not None else f"runs: {body.runs}"


RULE = Rule(code="RRL007", name="seeds-differ-in-chain", level=Level.DRAFT, check=check)
