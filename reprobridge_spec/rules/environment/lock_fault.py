"""A lock holds a line that a lock must not have.

## What it finds
A package without a hash, or not pinned to one version; a line that takes a package from a path, an address or
another file; an option that names an index or a place; a password in an address; the same package twice; and text
that is not UTF-8. In a lock of conda-lock: a package without SHA-256, and a platform for which nothing is locked.

## Why
A lock is to bring the same bytes anywhere. A line without a hash brings whatever the index serves that day, and one
with a path works on one machine.

## Example
```text
numpy==1.26.4                                    # no --hash
torch @ file:///home/conda/build/torch.whl       # nobody else has it
```

## What to do
Make the lock with `rrspec lock`, which writes one pin with its SHA-256 digests a line, and nothing else.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.conda_locks import conda_locks
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.pip_locks import pip_locks


def check(context: Context) -> Iterator[Fault]:
    """Each fault of each lock, in the order of lines."""
    seen: set[str] = set()
    for lock in pip_locks(context):
        for fault in lock.content.faults if lock.path not in seen else ():
            yield Fault(message=fault.message, advice=fault.advice, file=lock.path, mark=Mark(fault.line, 1))
        seen.add(lock.path)
    for conda_lock in conda_locks(context):
        yield from conda_lock.faults()


RULE = Rule(code="RRE003", name="lock-fault", level=Level.EXECUTED, check=check)
