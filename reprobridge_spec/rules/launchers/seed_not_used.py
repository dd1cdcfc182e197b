"""An experiment has seeds, and its program does not get them.

## What it finds
An experiment with `seeds` for which nothing in the working copy names `RRA_SEED`; and a command that fixes a seed
itself (`--seed 0`, `seed=0`) while the experiment has several seeds, or another one. One that says how data is split
(`--split-seed 0`) is none.

## Why
Each run is recorded with its seed. Where the program draws without it, or always with the same one, the runs are not
what their records say: their spread is too small, or is chance that nobody can repeat.

## Example
```yaml
command: [python, launchers/train.py, --seed, "0"]
seeds: [0, 1, 2]
```

## What to do
Read `RRA_SEED` in the launcher, and hand it on. Where nothing can be seeded, write `runs: 3` in place of `seeds`.

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
from reprobridge_spec.rules.started import of_started
from reprobridge_spec.rules.variables_named import is_named_in_code

_VARIABLE = "RRA_SEED"
_OPTION = lazy_pattern(
    r"(?:-{0,2}[A-Za-z_.-]{0,60}[-_.])?-{0,2}(?:seed|random[-_]state)(?:=(?P<value>[0-9]+))?", re.IGNORECASE
)
_OF_DATA = lazy_pattern(r"data|split|fold|eval|test|shuffle|sample|corpus|noise", re.IGNORECASE)


def check(context: Context) -> Iterator[Fault]:
    """Each such experiment."""
    seeded = {name: body for name, body in context.experiments.items() if body.seeds and not is_blocked(body)}
    fixed = {name: found for name, body in seeded.items() if (found := _fixed(body.command or [], body.seeds or []))}
    for name, (index, value) in fixed.items():
        yield Fault(
            message=f"the command of experiment `{name}` fixes the seed {value}, and its seeds are "
            + _listed(seeded[name].seeds or []),
            advice="Take it out of the command, and read `RRA_SEED` in the launcher.",
            path=(*of_experiment(context.manifest, name, "command"), index),
        )
    started = {name for names in of_started(context).values() for name in names}
    waiting = [name for name in seeded if name in started and name not in fixed]
    if not waiting or is_named_in_code(context, _VARIABLE):
        return
    for name in waiting:
        if not any(_VARIABLE in argument for argument in seeded[name].command or []):
            yield Fault(
                message=f"experiment `{name}` has seeds, and nothing that it runs reads `{_VARIABLE}`",
                advice=f"Read `{_VARIABLE}` in the launcher and hand it on; write `runs` where nothing can be seeded.",
                path=of_experiment(context.manifest, name, "seeds"),
            )


def _fixed(command: Sequence[str], seeds: Sequence[int]) -> tuple[int, str] | None:
    """Index and value of a seed in a command that is not the only seed of its experiment."""
    for index, argument in enumerate(command):
        found = _OPTION.fullmatch(argument)
        if found is None or _OF_DATA.search(argument):
            continue
        following = command[index + 1] if index + 1 < len(command) else ""
        value = found["value"] or (following if argument.startswith("-") and following.isdecimal() else None)
        if value is not None and list(seeds) != [int(value[:18])]:
            return index, value
    return None


def _listed(seeds: Sequence[int]) -> str:
    few = ", ".join(map(str, seeds[:3]))
    return f"{few}, ..." if len(seeds) > 3 else few  # noqa: PLR2004 (as many as a line holds)


RULE = Rule(code="RRL025", name="seed-not-used", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
