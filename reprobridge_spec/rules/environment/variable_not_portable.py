"""A variable of an environment holds what is true on one machine only.

## What it finds
Among an environment's `variables`: a value that is a folder of one person or one cluster, such as `/home/me/data`; a
value with `$NAME`, `%NAME%` or a leading `~`, which no shell expands; and `PYTHONHASHSEED: random`. System folders
such as `/usr` and `/tmp` are fine.

## Why
Variables are given to launchers as they are written. A folder that only its author has is missing everywhere else, and
`${HOME}/data` is a folder of that very name.

## Example
```yaml
environments:
  cpu: {variables: {DATA_ROOT: /home/me/data, CACHE: "${HOME}/cache"}}
```

## What to do
Take data from `RRA_INPUT_<ID>` and places to write from `RRA_OUTPUT_DIR`, `HOME` and `TMPDIR`.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_OF_ONE = lazy_pattern(
    r"(?:^|[:;,= ])(?:/(?:home|Users|root|scratch|data\d{0,2}|mnt|media|work|gpfs|lustre|nfs\d{0,2}|storage|projects?"
    r"|share|ssd\d?|hdd\d?|raid\d?|workspace)/|[A-Za-z]:\\)"
)
_NOT_EXPANDED = lazy_pattern(r"\$\{?[A-Za-z_]\w{0,100}|%[A-Za-z_]\w{0,100}%|^~(?:/|$)")


def check(context: Context) -> Iterator[Fault]:
    """Each value that holds on one machine only."""
    for name, environment in context.manifest.environments.items():
        for variable, value in environment.variables.items():
            reason = _reason(variable, value)
            if reason is not None:
                yield Fault(
                    message=f"environment `{name}` sets {variable} to {value[:60]!r}, {reason}",
                    advice="Take data from `RRA_INPUT_<ID>`, and places to write from `RRA_OUTPUT_DIR`, `HOME` or "
                    "`TMPDIR`."
                    if variable != "PYTHONHASHSEED"
                    else 'Write a number, such as "0".',
                    path=("environments", name, "variables", variable),
                )


def _reason(variable: str, value: str) -> str | None:
    if variable == "PYTHONHASHSEED" and value == "random":
        return "so that no run can be repeated"
    if _NOT_EXPANDED.search(value):
        return "in which nothing is expanded"
    return "a folder of one machine" if _OF_ONE.search(value) else None


RULE = Rule(code="RRE019", name="variable-not-portable", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
