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

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.text_files import mark_at

_ACCOUNT = lazy_pattern(
    rb"(?m)^[ \t]{0,8}#"
    rb"(?:SBATCH[ \t]{1,8}(?:--account[ =]|-A[ \t]{0,4})|PBS[ \t]{1,8}-[AP][ \t]{1,4}|BSUB[ \t]{1,8}-P[ \t]{1,4})"
    rb"([A-Za-z0-9][A-Za-z0-9_.-]{1,60})"
    rb"|\b(?:sbatch|srun|salloc)\b[^\n]{0,200}?(?:--account[ =]|[ ]-A[ ])([A-Za-z0-9][A-Za-z0-9_.-]{1,60})"
)
_HOST = lazy_pattern(
    rb"\b(?:ssh|scp|rsync|sftp)\b[^\n]{0,120}?[ @]((?:[A-Za-z0-9-]{1,40}\.){1,5}(?:edu|ac\.[a-z]{2}|edu\.[a-z]{2}))\b"
)
_NOBODY = lazy_pattern(rb"(?i)(?:your|my|xxx|account|project|example|<|\$)")


def looker(context: Context) -> Look | None:
    """Each account and each host once a file."""
    return _accounts if context.anonymous else None


def _accounts(path: str, data: bytes) -> Iterator[Fault]:
    found = [(match, "the account") for match in _ACCOUNT.finditer(data)] if _is_batch(data) else []
    if b".edu" in data or b".ac." in data:
        found += [(match, "the host") for match in _HOST.finditer(data)]
    said: set[bytes] = set()
    for match, what in sorted(found, key=lambda pair: pair[0].start()):
        text = match[match.lastindex or 0]
        if text not in said and not _NOBODY.match(text):
            said.add(text)
            yield Fault(
                message=f"the artifact is anonymous, and `{path}` names {what} `{text.decode()}` of a cluster",
                advice="Take it out, or read it from a variable of the machine.",
                file=path,
                mark=mark_at(data, match.start(match.lastindex or 0)),
            )


def _is_batch(data: bytes) -> bool:
    return any(sign in data for sign in (b"#SBATCH", b"#PBS", b"#BSUB", b"sbatch", b"srun", b"salloc"))


RULE = Rule(
    code="RRS006",
    name="cluster-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
