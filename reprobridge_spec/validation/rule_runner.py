"""Runs rules over one artifact. A rule that crashes is a defect of ours, never a pass."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

from reprobridge_spec.documents.signs import Signs
from reprobridge_spec.rules.base import Fault, Look, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.small_files import small_files
from reprobridge_spec.rules.texts_beyond import Shifted, beyond


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
    # texts first: who reads a whole file knows its digest, which other rules ask for
    for rule, outcome in zip(rules, outcomes, strict=True):
        with _asking(rule, outcome):
            if rule.looker is not None and (look := rule.looker(context)):
                looks.append((rule, look, outcome))
    if looks or beside:
        _look_into_texts(looks, context, beside)
    for rule, outcome in zip(rules, outcomes, strict=True):
        if rule.check is not None:
            with _asking(rule, outcome):
                outcome.faults.extend(rule.check(context))
    return outcomes


_Watch = tuple[Rule, Look, Outcome]
"""A rule that looks into texts, its look, and where its faults go."""


def _look_into_texts(looks: Sequence[_Watch], context: Context, beside: Callable[[str, bytes], object] | None) -> None:
    looking_always = [look for look in looks if look[0].signs is None]
    by_signs = [look for look in looks if look[0].signs is not None]
    signs = _signs_of(tuple(rule.signs or () for rule, _, _ in by_signs))
    in_binaries = [look for look in looks if look[0].binary_signs]
    of_binaries = _signs_of(tuple(rule.binary_signs for rule, _, _ in in_binaries))
    try:
        for path, data, is_text in small_files(context.files):
            if is_text:
                if beside:
                    beside(path, data)
                _show(path, data, looking_always)
                if met := signs.groups_in(data.lower()):
                    _show(path, data, [by_signs[number] for number in sorted(met)])
            elif in_binaries and (met := of_binaries.groups_in(data.lower())):
                _show(path, data, [in_binaries[number] for number in sorted(met)])
    except Unchecked as reason:
        for *_, outcome in looks:
            outcome.unchecked = str(reason)
    _look_beyond([look for look in looks if look[0].everywhere], context)


def _look_beyond(looks: Sequence[_Watch], context: Context) -> None:
    """Show large texts, and what a package hands over beside its artifact, to those who look everywhere."""
    if not looks:
        return
    signs = _signs_of(tuple(rule.signs or () for rule, _, _ in looks))
    of_binaries = _signs_of(tuple(rule.binary_signs for rule, _, _ in looks))
    shifted = [Shifted() for _ in looks]
    try:
        for piece in beyond(context):
            met = (signs if piece.is_text else of_binaries).groups_in(piece.data.lower())
            for number, (rule, look, outcome) in enumerate(looks):
                if number in met or (piece.is_text and rule.signs is None):
                    with _asking(rule, outcome):
                        outcome.faults.extend(shifted[number].faults(piece, look))
    except Unchecked as reason:
        for *_, outcome in looks:
            outcome.unchecked = outcome.unchecked or str(reason)


@cache
def _signs_of(groups: tuple[tuple[bytes, ...], ...]) -> Signs:
    return Signs(groups)


def _show(path: str, data: bytes, looks: Sequence[_Watch]) -> None:
    for rule, look, outcome in looks:
        # not `_asking`: what a context manager costs is most of what a look at a small file costs
        try:
            outcome.faults.extend(look(path, data))
        except Unchecked as reason:
            outcome.unchecked = str(reason)
        except Exception as error:
            raise _crash(rule, error) from error


@contextmanager
def _asking(rule: Rule, outcome: Outcome) -> Iterator[None]:
    try:
        yield
    except Unchecked as reason:
        outcome.unchecked = str(reason)
    except Exception as error:
        raise _crash(rule, error) from error


def _crash(rule: Rule, error: Exception) -> RuleCrashError:
    return RuleCrashError(f"rule {rule.code} {rule.name} failed: {error!r}")
