"""An environment loads what executes code, and does not say so.

## What it finds
For each environment, through the experiments that run in it: an input that is a pickle by its name (`.pkl`, `.pt`,
`.pth`, `.ckpt`, `.joblib`, `pytorch_model.bin`), or, where the artifact carries it, by its bytes, without `hazards:
[pickle]`; and a command with `--trust-remote-code` without `hazards: [remote-code]`. As a note, a declared hazard
nothing of which is seen. Code is looked at by `hazardous-code`. What an experiment leaves for the next is its own.

## Why
Loading a pickle runs whatever its author wrote into it, and remote code is somebody else's program. Whoever opens the
artifact wants to know that before the first run, and chooses the isolation by it.

## Example
```yaml
environments:
  gpu: {python: "3.11", tool: uv, requirements: env/requirements.in}      # no `hazards`
inputs:
  weights: {kind: checkpoint, source: {url: "https://example.org/model.pt"}}
```

## What to do
Declare the hazard; better, take the same weights as `.safetensors`, or data as `.npz` without objects.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterator
from functools import cache

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.environment import Hazard
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules import hazards, text_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_blocked


def check(context: Context) -> Iterator[Fault]:
    """What each environment should declare, then what it declares for nothing."""
    pickled = cache(lambda name: hazards.pickled_file(context, context.manifest.inputs[name]))
    for name, environment in context.manifest.environments.items():
        bodies = {
            key: body for key, body in context.experiments.items() if body.environment == name and not is_blocked(body)
        }
        inputs = dict.fromkeys(one for body in bodies.values() for one in _inputs(body))
        found = {one: file for one in inputs if one in context.manifest.inputs and (file := pickled(one))}
        remote = next((key for key, body in bodies.items() if hazards.in_command(body)), None)
        if found and Hazard.PICKLE not in environment.hazards:
            yield _pickles(name, found)
        if remote is not None and Hazard.REMOTE_CODE not in environment.hazards:
            yield Fault(
                message=f"the command of experiment `{remote}` trusts remote code, and environment `{name}` does not "
                "declare it",
                advice="Declare `hazards: [remote-code]`, or bring the code into `code/`.",
                path=("environments", name),
            )
        seen = {Hazard.PICKLE} if found else set[Hazard]()
        seen |= {Hazard.REMOTE_CODE} if remote is not None else set()
        yield from _unseen(context, name, [one for one in environment.hazards if one not in seen])


def _inputs(body: Experiment) -> Iterator[str]:
    yield from map(reference_text, inputs_of(body))
    yield from body.smoke.inputs.values() if body.smoke else ()


def _pickles(name: str, found: dict[str, str]) -> Fault:
    first, file = next(iter(found.items()))
    more = f" (and {len(found) - 1} more inputs)" if len(found) > 1 else ""
    return Fault(
        message=f"input `{first}`{more} is a pickle, `{file}`, and environment `{name}` does not declare that it loads "
        "one",
        advice="Declare `hazards: [pickle]`; better, take the same as `.safetensors`, or as arrays without objects.",
        path=("environments", name),
    )


def _unseen(context: Context, name: str, declared: list[Hazard]) -> Iterator[Fault]:
    if not declared:
        return
    copied = working_copy.paths(context.manifest, context.files.entries)
    if not any(path.endswith(".py") for path in copied):
        return  # nothing is there yet that could be seen
    texts = text_files.contents(context, copied)
    seen = {hazard for path, data in texts for hazard, _ in hazards.in_text(path, data)}
    for hazard in declared:
        if hazard not in seen:
            yield Fault(
                message=f"environment `{name}` declares the hazard `{hazard}`, and nothing of the kind is seen",
                advice="Leave it where a library does it; else remove it.",
                path=("environments", name, "hazards"),
                severity=Severity.NOTE,
            )


RULE = Rule(code="RRE026", name="hazard-undeclared", level=Level.SPECIFIED, check=check)
