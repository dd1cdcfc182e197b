"""Figures of an alternative were measured with another plan than the present one.

## What it finds
An alternative whose `measured.plan` is not the digest of what would decide and judge its scores now: code, launchers,
commands, environment or inputs changed since, or how a task is judged.

## Why
The figures say how much a choice matters for the scores of this artifact. Of another plan, they say it of scores that
nobody gets any more.

## Example
```yaml
alternatives:
  without:
    append: [--no-warmup]
    measured: {plan: "5f0c...", scores: {...}}      # launchers/train.py was edited after it
```

## What to do
Run `rrspec run --decision ID` again, which writes the present figures, or take `measured` out.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.guide import Alternative, Decision
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import ChainError, ordered
from reprobridge_spec.rules.alternatives import present_digest
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each alternative whose figures are of another plan."""
    decisions = context.decisions
    if decisions is None:
        return
    if decisions.model is None:
        raise Unchecked(f"{decisions.file} has not the right form")
    for name, decision in decisions.model.decisions.items():
        for key, alternative in decision.alternatives.items():
            if alternative.measured is None:
                continue
            if alternative.measured.plan != _present(context, decision, alternative):
                yield Fault(
                    message=f"the figures of alternative `{key}` of decision `{name}` are of another plan than the "
                    "present one",
                    advice=f"Run `rrspec run --decision {name}` again.",
                    file=decisions.file,
                    path=("decisions", name, "alternatives", key, "measured", "plan"),
                )


def _present(context: Context, decision: Decision, alternative: Alternative) -> str:
    if isinstance(ordered(context.experiments), ChainError):
        raise Unchecked("the plan of an alternative cannot be computed: experiments wait for one another")
    try:
        return present_digest(context, decision, alternative)
    except (KeyError, OSError, ValueError) as error:
        raise Unchecked(
            f"the plan of an alternative cannot be computed, since it names what is not there: {error}"
        ) from error


RULE = Rule(code="RRG016", name="sensitivity-stale", level=Level.PRESERVED, severity=Severity.WARNING, check=check)
