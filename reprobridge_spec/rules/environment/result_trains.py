"""A training starts from the checkpoint that stands in for it.

## What it finds
An experiment that takes a checkpoint with `role: result` in its scored runs and leaves a checkpoint for others: an
output whose name or path is that of weights. Outputs such as predictions are fine: then the chain evaluates.

## Why
A `result` is what the paper's training came to. What is trained from it is not what the paper trained, and its scores
look better than a training from the start would make them.

## Example
```yaml
inputs:
  released: {kind: checkpoint, role: result, source: {url: "https://example.org/model.safetensors"}}
experiments:
  train: {inputs: [released], outputs: {checkpoint: model.pt}}
```

## What to do
Take the input out of the training. Where the paper too goes on from this checkpoint, it is `role: base`.

## Standard
SPEC.md, section "Inputs".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.inputs import Role
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment

_WEIGHTS = lazy_pattern(r"checkpoints?|ckpts?|weights?|models?|.*\.(?:pt|pth|ckpt|safetensors)")


def check(context: Context) -> Iterator[Fault]:
    """Each experiment that leaves weights and starts from a result."""
    results = [name for name, body in context.manifest.inputs.items() if body.role is Role.RESULT]
    for name, body in context.experiments.items():
        taken = next((text for text in map(reference_text, inputs_of(body)) if text in results), None)
        left = next((key for key, path in (body.outputs or {}).items() if _is_weights(key, path)), None)
        if taken is not None and left is not None:
            yield Fault(
                message=f"experiment `{name}` leaves `{left}` for others and starts from `{taken}`, which stands in "
                "for training",
                advice="Take the input out of the training; or say `role: base`, where the paper too goes on from it.",
                path=of_experiment(context.manifest, name, "inputs"),
            )


def _is_weights(key: str, path: str) -> bool:
    return any(_WEIGHTS.fullmatch(text.lower()) for text in (key, path.rpartition("/")[2]))


RULE = Rule(code="RRE013", name="result-trains", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
