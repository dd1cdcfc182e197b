"""A command asks for a card that its experiment does not declare.

## What it finds
An experiment without `resources.gpus` whose command asks for one (`--device cuda`, `--gpu 0`, `torchrun`), and one
whose command starts more processes (`--nproc_per_node 4`) or names more cards than `gpus.count`. A command that says
`cpu` or `gloo` asks for none.

## Why
A run gets the cards that it declares, and no others. Whoever looks for a machine learns from the manifest what is
needed.

## Example
```yaml
command: [python, launchers/train.py, --device, "cuda:0"]
resources: {cpus: 4, time: {limit: 2h}}
```

## What to do
Write `gpus: {count: 1, memory: 16GiB}` in the experiment's resources, with the least that it was run on.

## Standard
SPEC.md, section "Experiments".
"""

import re
from collections.abc import Iterator, Sequence

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment
from reprobridge_spec.rules.runnable import is_blocked

_DEVICE = lazy_pattern(r"(?:.*=)?(?:cuda|gpu)(?::[0-9]+)?", re.IGNORECASE)
_COUNT = lazy_pattern(
    r"--(?:nproc[-_]per[-_]node|num[-_]?gpus|ngpus?|n[-_]gpus?|gpus|num_processes)(?:=(?P<value>[0-9]+))?"
)
_IDS = lazy_pattern(r"--?(?:gpu|gpu[-_]?ids?|gpus|devices?)(?:=(?P<value>[0-9,]+))?")
_SWITCH = lazy_pattern(r"--?(?:use[-_])?cuda|--?use[-_]gpu")
_NO = frozenset({"0", "-1", "false", "no", "none", "off"})
_WITHOUT = lazy_pattern(r"(?:.*=)?(?:cpu|gloo|mps)", re.IGNORECASE)
_STARTERS = frozenset({"torchrun", "deepspeed"})


def check(context: Context) -> Iterator[Fault]:
    """Each such command."""
    for name, body in context.experiments.items():
        if is_blocked(body) or not body.command:
            continue
        index, least = _asked(body.command)
        gpus = body.resources.gpus if body.resources else None
        declared = gpus.count if gpus else 0
        if least > declared:
            has = f"declares {declared}" if declared else "declares none"
            yield Fault(
                message=f"the command of experiment `{name}` asks for {'a card' if least == 1 else f'{least} cards'} "
                f"by `{body.command[index]}`, and the experiment {has}",
                advice="Write `gpus: {count: ..., memory: ...}` in its resources, or change the command.",
                path=(*of_experiment(context.manifest, name, "command"), index),
            )


def _asked(command: Sequence[str]) -> tuple[int, int]:
    """Where a command asks for cards, and for how many at least; 0 where it does not."""
    if any(map(_WITHOUT.fullmatch, command)):
        return 0, 0
    asked = [(1 if word.rpartition("/")[2] in _STARTERS else 0, -index) for index, word in enumerate(command[:1])]
    for index, word in enumerate(command[1:], start=1):
        following = command[index + 1] if index + 1 < len(command) else ""
        if _DEVICE.fullmatch(word):
            asked.append((1, -index))
        elif found := _COUNT.fullmatch(word):
            value = found["value"] or following
            asked.append((int(value[:6]) if value.isdecimal() and "num_processes" not in word else 0, -index))
        elif found := _IDS.fullmatch(word):
            ids = (found["value"] or following).split(",")
            asked.append((len(ids) if all(one.isdecimal() for one in ids) else 0, -index))
        elif _SWITCH.fullmatch(word) and following.lower() not in _NO:
            asked.append((1, -index))
    least, place = max(asked)
    return -place, least


RULE = Rule(code="RRL027", name="gpu-undeclared", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
