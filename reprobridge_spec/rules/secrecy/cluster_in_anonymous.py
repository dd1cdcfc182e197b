"""An artifact that says it is anonymous names an account of a cluster.

## What it finds
In an artifact that is to be anonymous, in texts of up to 256 MiB: accounts and projects in the headers of batch jobs
and on their command lines (Slurm, PBS, LSF), and hosts of universities that somebody logs in to.

## Why
Projects of a cluster are listed with their leaders, and a login host names the institution.

## Example
```text
launchers/job.sh:2      #SBATCH --account=def-jdoe
```

## What to do
Take the line out, or read the account from a variable of the machine.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator
from functools import partial

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity import clusters
from reprobridge_spec.rules.identity.base import Scope, scope_of
from reprobridge_spec.rules.identity.faults import faults


def looker(context: Context) -> Look | None:
    """Each account and each host once a file."""
    return partial(_found, scope_of(context.manifest)) if context.anonymous else None


def _found(scope: Scope, path: str, data: bytes) -> Iterator[Fault]:
    found = clusters.detect(scope, path, data)
    yield from faults(
        found, path, data, advice="Take it out, or read it from a variable of the machine.", after=" of a cluster"
    )


RULE = Rule(
    code="RRS006",
    name="cluster-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
