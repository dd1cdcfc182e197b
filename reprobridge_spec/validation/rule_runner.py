"""Runs rules over one artifact. A rule that crashes is a defect of ours, never a pass."""

from collections.abc import Iterable, Iterator, Sequence
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


def run_rules(rules: Sequence[Rule], context: Context) -> dict[str, Outcome]:
    """What each rule found, by its code. Each text file is read once for all the rules that look into texts.

    Raises:
        RuleCrashError: a rule failed.
    """
    outcomes = {rule.code: Outcome() for rule in rules}
    looks: list[tuple[Rule, Look]] = []
    for rule in rules:
        with _outcome(rule, outcomes[rule.code]):
            if rule.looker is None:
                _take(rule.check(context), outcomes[rule.code])
            elif look := rule.looker(context):
                looks.append((rule, look))
    if looks:
        _look_into_texts(looks, context, outcomes)
    return outcomes


def _look_into_texts(looks: Sequence[tuple[Rule, Look]], context: Context, outcomes: dict[str, Outcome]) -> None:
    try:
        for path, data in contents(context):
            for rule, look in looks:
                with _outcome(rule, outcomes[rule.code]):
                    _take(look(path, data), outcomes[rule.code])
    except Unchecked as reason:
        for rule, _ in looks:
            outcomes[rule.code].unchecked = str(reason)


def _take(faults: Iterable[Fault], outcome: Outcome) -> None:
    outcome.faults.extend(faults)


@contextmanager
def _outcome(rule: Rule, outcome: Outcome) -> Iterator[None]:
    try:
        yield
    except Unchecked as reason:
        outcome.unchecked = str(reason)
    except Exception as error:
        raise RuleCrashError(f"rule {rule.code} {rule.name} failed: {error!r}") from error
