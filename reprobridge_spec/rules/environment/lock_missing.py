"""An environment has no lock.

## What it finds
An environment that declares no lock, and a lock that is declared and not in the artifact.

## Why
Requirements say what was asked for; a lock says what was there. From requirements alone the same command brings
other packages next year, and with them other scores or none.

## Example
```yaml
environments:
  cpu: {python: "3.11", tool: uv, requirements: env/requirements.in}      # no `locks:`
```

## What to do
Run `rrspec lock`, which writes the lock of each platform, and declare it under `locks:`.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each environment without lock, each lock that is not there."""
    for name, environment in context.manifest.environments.items():
        if not environment.locks:
            yield Fault(
                message=f"environment `{name}` has no lock",
                advice=f"Run `rrspec lock {name}`, and declare what it writes under `locks:`.",
                path=("environments", name),
            )
        for platform, lock in environment.locks.items():
            if lock not in context.files.entries:
                yield Fault(
                    message=f"the lock `{lock}` of environment `{name}` for {platform} is not in the artifact",
                    advice=f"Run `rrspec lock {name}`, or mend the path.",
                    path=("environments", name, "locks", platform),
                )


RULE = Rule(code="RRE001", name="lock-missing", level=Level.EXECUTED, check=check)
