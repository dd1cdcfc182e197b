"""Two inputs of an experiment reach its launcher under one name.

## What it finds
Two inputs, or the same input twice, whose ids give one `RRA_INPUT_` variable: upper case, with `-` and `/` as `_`.

## Why
A launcher finds an input in a variable of that name. Of two inputs with one name it would see only one.

## Example
```yaml
experiments:
  eval: {inputs: [train/checkpoint, train-checkpoint]}      # both are RRA_INPUT_TRAIN_CHECKPOINT
```

## What to do
Give one of the inputs or outputs another id.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import written_experiments


def check(context: Context) -> Iterator[Fault]:
    """Each input whose name is taken."""
    for written in written_experiments(context.manifest):
        taken: dict[str, str] = {}
        for index, reference in enumerate(inputs_of(written.body)):
            text = reference_text(reference)
            name = f"RRA_INPUT_{text.upper().replace('-', '_').replace('/', '_')}"
            if name in taken:
                yield Fault(
                    message=f"{written.label} takes `{taken[name]}` and `{text}`, and both are {name}",
                    advice="Give one of them another id, or take it once.",
                    path=(*written.place, "inputs", index),
                )
            taken.setdefault(name, text)


RULE = Rule(code="RRL006", name="input-name-collision", level=Level.DRAFT, check=check)
