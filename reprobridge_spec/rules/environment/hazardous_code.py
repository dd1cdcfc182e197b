"""Code loads pickles or code from elsewhere, and no environment declares it.

## What it finds
In Python, shell, notebooks and configurations of the working copy: `pickle.load`, `joblib.load`, `read_pickle`,
`allow_pickle=True`, `weights_only=False`; `trust_remote_code=True` and `torch.hub.load`. It is reported once for each
hazard, at the first place: in a launcher, where an environment of its experiments does not declare it, elsewhere where
no environment does. Comments and tests are passed over, and what code loads by other names is not seen.

## Why
The call runs what its file holds, or what an address serves that day. Code that only reads what it wrote itself is
harmless, which a reader cannot tell from the call: hence a warning.

## Example
```python
model = AutoModel.from_pretrained(path, trust_remote_code=True)      # no `hazards: [remote-code]`
```

## What to do
Declare it under `hazards` of the environment; or load arrays and tensors only, and bring the remote code into `code/`.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.environment import Hazard
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules import hazards
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.rules.text_files import mark_at

_HOW = {Hazard.PICKLE: "loads pickles", Hazard.REMOTE_CODE: "loads code from elsewhere"}


def looker(context: Context) -> Look | None:
    """One fault for each hazard, at the first file that has it."""
    environments = context.manifest.environments
    bodies = context.experiments.values()
    running = [body for body in bodies if body.environment in environments and not is_blocked(body)]
    used = {body.environment for body in running if body.environment}
    if not used:
        return None
    copied = set(working_copy.paths(context.manifest, context.files.entries))
    launchers: dict[str, set[str]] = {}
    for body in running:
        for argument in body.command or []:
            launchers.setdefault(argument.removeprefix("./"), set()).add(body.environment or "")
    told: set[Hazard] = set()

    def look(path: str, data: bytes) -> Iterator[Fault]:
        for hazard, offset in hazards.in_text(path, data) if path in copied else ():
            lacking = sorted(name for name in launchers.get(path, used) if hazard not in environments[name].hazards)
            if hazard in told or not lacking or (path not in launchers and len(lacking) < len(used)):
                continue
            told.add(hazard)
            yield Fault(
                message=f"`{path}` {_HOW[hazard]}, and environment `{lacking[0]}` does not declare it",
                advice=f"Declare `hazards: [{hazard}]`, or load arrays and tensors only, with code that is in `code/`.",
                file=path,
                mark=mark_at(data, offset),
            )

    return look


RULE = Rule(code="RRE027", name="hazardous-code", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
