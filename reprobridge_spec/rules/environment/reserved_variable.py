"""An environment sets a variable that is not its own to set.

## What it finds
Among an environment's `variables`: names that begin with `RRA_` or `LD_`, `HOME`, `TMPDIR`, `PATH`, `PYTHONPATH`,
`PYTHONHOME`, `PYTHONSTARTUP`, `PYTHONUSERBASE`, `BASH_ENV`, `ENV`, `CUDA_VISIBLE_DEVICES`, and names of secrets
(ending in `TOKEN`, `KEY`, `SECRET` or `PASSWORD`) with a value. `PYTHONHASHSEED` and the like may be set.

## Why
Whoever runs a launcher sets the first kind, for each run anew; a value in the manifest would fight with it, or load
code that is not in the artifact. The second kind is a secret that everybody can read.

## Example
```yaml
environments:
  gpu: {variables: {CUDA_VISIBLE_DEVICES: "0", HF_TOKEN: "hf_..."}}
```

## What to do
Remove the variable. A token for gated inputs is named by `access: {gated: {token: HF_TOKEN}}` and read from the
machine; a service's by `key`.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_OF_THE_RUN = frozenset(["HOME", "TMPDIR", "PATH", "CUDA_VISIBLE_DEVICES"])
_LOADS_CODE = frozenset(["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE", "BASH_ENV", "ENV"])
_SECRET_WORDS = frozenset(["TOKEN", "KEY", "APIKEY", "SECRET", "PASSWORD", "PASSWD"])


def check(context: Context) -> Iterator[Fault]:
    """Each variable that is not the environment's."""
    for name, environment in context.manifest.environments.items():
        for variable, value in environment.variables.items():
            reason = _reason(variable.upper(), value)
            if reason is not None:
                yield Fault(
                    message=f"environment `{name}` sets {variable}, {reason[0]}",
                    advice=reason[1],
                    path=("environments", name, "variables", variable),
                )


def _reason(variable: str, value: str) -> tuple[str, str] | None:
    """Why it must not be set, as the rest of a sentence, and what to do."""
    if variable in _LOADS_CODE or variable.startswith("LD_"):
        return "which can change the code that is executed", "Remove it."
    if variable in _OF_THE_RUN or variable.startswith("RRA_"):
        return "which is set for each run by whoever runs it", "Remove it."
    if value and variable.rpartition("_")[2] in _SECRET_WORDS:
        return (
            "which has the name of a secret",
            "Remove it, and have the secret changed; inputs name theirs by `access: {gated: {token}}` or `key`.",
        )
    return None


RULE = Rule(code="RRE005", name="reserved-variable", level=Level.DRAFT, check=check)
