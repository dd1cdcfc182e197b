"""Two runs have one nonce.

## What it finds
Records of different runs with the same `nonce`.

## Why
A nonce is drawn for one run before it starts; it tells that run from all others, and salts the digests of its
machine. Two runs with one nonce are one run that was recorded twice, or a record that was copied and edited.

## Example
```text
evidence/runs/eval-0/run.json     nonce: 5e1f0c2a...
evidence/runs/eval-1/run.json     nonce: 5e1f0c2a...
```

## What to do
Remove the copy, and make the run that it stands for.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each record whose nonce another one has."""
    first: dict[str, str] = {}
    for path, record in context.records.items():
        run, nonce = record.predicate.run, record.predicate.nonce
        if nonce in first:
            yield Fault(
                message=f"run `{run}` has the nonce of run `{first[nonce]}`",
                advice="Remove the copy, and make the run that it stands for.",
                file=path,
                path=("predicate", "nonce"),
            )
        first.setdefault(nonce, run)


RULE = Rule(code="RRV009", name="nonce-used-twice", level=Level.EXECUTED, check=check)
