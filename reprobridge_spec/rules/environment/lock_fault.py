"""A lock holds a line that a lock must not have.

## What it finds
A package without a hash, or not pinned to one version; a line that takes a package from an address or another file; an
option that names an index or a place; a password in an address; the same package twice; text that is not UTF-8; and a
file that is the lock of another tool, such as `uv.lock` or `poetry.lock`. In a lock of conda-lock: a package without a
hash, or as a note with MD5 alone, one that is locked to a source distribution, and a platform for which nothing is
locked. And a lock that is declared at the path of something else: the manifest, requirements, the guide, its decisions.
What comes from a place outside the artifact is `requirement-outside-artifact`. Whether an index still serves a version,
or has yanked it, is not looked at: that takes the network.

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

from reprobridge_spec.documents.requirement_lines import FaultKind
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import lock_places
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.conda_locks import conda_locks
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.local_references import outside
from reprobridge_spec.rules.pip_locks import PipLock, pip_locks


def check(context: Context) -> Iterator[Fault]:
    """Each fault of each lock, in the order of lines."""
    yield from _misplaced(context)
    seen: set[str] = set()
    for lock in pip_locks(context):
        if lock.path not in seen and lock_places.taken_by(context.manifest, lock.path) is None:
            yield from first_few(_of_pip(context, lock), "such line")
        seen.add(lock.path)
    for conda_lock in conda_locks(context):
        if lock_places.taken_by(context.manifest, conda_lock.path) is None:
            yield from conda_lock.faults()


def _misplaced(context: Context) -> Iterator[Fault]:
    for name, environment in context.manifest.environments.items():
        for platform, path in environment.locks.items():
            if what := lock_places.taken_by(context.manifest, path):
                yield Fault(
                    message=f"the lock of environment `{name}` for {platform} is declared at `{path}`, which is {what}",
                    advice="Give the lock a path of its own, such as `env/requirements.lock`.",
                    path=("environments", name, "locks", platform),
                )


def _of_pip(context: Context, lock: PipLock) -> Iterator[Fault]:
    unhashed = [fault for fault in lock.content.faults if fault.kind is FaultKind.UNHASHED]
    has_none = len(unhashed) == len(lock.content.pins) > 1
    for fault in lock.content.faults:
        if outside(context, lock.path, fault) or (has_none and fault in unhashed[1:]):
            continue
        is_first = has_none and fault in unhashed
        message = f"none of the {len(unhashed)} packages has a hash" if is_first else fault.message
        yield Fault(message=message, advice=fault.advice, file=lock.path, mark=Mark(fault.line, 1))


RULE = Rule(code="RRE003", name="lock-fault", level=Level.EXECUTED, check=check)
