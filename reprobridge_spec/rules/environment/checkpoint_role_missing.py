"""A checkpoint does not say what it stands for.

## What it finds
A checkpoint that scored runs take and that has no `role`; a `result` without `permitted`; and a `role` on what is
no checkpoint.

## Why
From a checkpoint that the paper too starts from, a task is reproduced in full. One that stands in for training that
the paper did makes it an evaluation, which never shows that the training works, and somebody has to have allowed
that.

## Example
```yaml
inputs:
  released: {kind: checkpoint, source: {url: "https://example.org/model.pt"}, sha256: "..."}      # base or result?
```

## What to do
Write `role: base`, or `role: result` with `permitted: {by, where}`. Stand-ins that only smoke runs take need none.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.model.inputs import InputKind, Role
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each input whose role is missing, not allowed or out of place."""
    stand_ins = _only_stand_ins(context)
    for name, body in context.manifest.inputs.items():
        if body.kind is not InputKind.CHECKPOINT:
            if body.role is not None:
                yield Fault(
                    message=f"the {body.kind} `{name}` has a role, which only checkpoints have",
                    advice="Remove it, or say `kind: checkpoint`.",
                    path=("inputs", name, "role"),
                )
        elif body.role is None and name not in stand_ins:
            yield Fault(
                message=f"the checkpoint `{name}` does not say its role",
                advice="Write `role: base` where the paper too starts from it, `role: result` where it stands in for "
                "training that the paper did.",
                path=("inputs", name),
            )
        elif body.role is Role.RESULT and body.permitted is None:
            yield Fault(
                message=f"the checkpoint `{name}` stands in for training, and does not say who allows that",
                advice="Write `permitted: {by, where}`.",
                path=("inputs", name, "role"),
            )


def _only_stand_ins(context: Context) -> set[str]:
    bodies = context.experiments.values()
    stand_ins = {name for body in bodies if body.smoke for name in body.smoke.inputs.values()}
    return stand_ins - {reference_text(reference) for body in bodies for reference in inputs_of(body)}


RULE = Rule(code="RRE006", name="checkpoint-role-missing", level=Level.SPECIFIED, check=check)
