"""Runs rules over one artifact. A rule that crashes is a defect of ours, never a pass."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from reprobridge_spec.rules.base import Fault, Look, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.text_files import contents


class RuleCrashError(Exception):
    """A rule that did not come to an answer; its name is in the message, the cause behind it."""


@dataclass(slots=True)
class Outcome:
    """What one rule found.

    Attributes:
        unchecked: why it could not look any further; None where it looked everywhere.
    """

    faults: list[Fault] = field(default_factory=list)
    unchecked: str | None = None


def run_rules(
    rules: Sequence[Rule], context: Context, beside: Callable[[str, bytes], object] | None = None
) -> list[Outcome]:
    """What each rule found, in the order of `rules`; each text file is read once for all that look into texts.

    Args:
        rules: in the order in which they run.
        context: the artifact.
        beside: shown each text file too.

    Raises:
        RuleCrashError: a rule failed.
    """
    outcomes = [Outcome() for _ in rules]
    looks: list[_Watch] = []
    for rule, outcome in zip(rules, outcomes, strict=True):
        with _asking(rule, outcome):
            if rule.looker is None:
                outcome.faults.extend(rule.check(context))
            elif look := rule.looker(context):
                looks.append((rule, look, outcome))
    if looks or beside:
        _look_into_texts(looks, context, beside)
    return outcomes


_Watch = tuple[Rule, Look, Outcome]
"""A rule that looks into texts, its look, and where its faults go."""


def _look_into_texts(looks: Sequence[_Watch], context: Context, beside: Callable[[str, bytes], object] | None) -> None:
    try:
        for path, data in contents(context):
            if beside:
                beside(path, data)
            for rule, look, outcome in looks:
                with _asking(rule, outcome):
                    outcome.faults.extend(look(path, data))
    except Unchecked as reason:
        for *_, outcome in looks:
            outcome.unchecked = str(reason)


@contextmanager
def _asking(rule: Rule, outcome: Outcome) -> Iterator[None]:
    try:
        yield
    except Unchecked as reason:
        outcome.unchecked = str(reason)
    except Exception as error:
        raise RuleCrashError(f"rule {rule.code} {rule.name} failed: {error!r}") from error
