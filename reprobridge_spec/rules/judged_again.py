"""A row of a verification, judged again from the value that it says was measured."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.verdict import Interval, Judgement
from reprobridge_spec.rules.context import Context
from reprobridge_spec.stats.judge import judge

_EQUAL = ("verdict", "direction", "published", "decided_by", "references", "stable", "at_half_width")
_EQUAL_TOO = ("at_double_width", "published_in_interval", "score_in_interval", "plain_rule", "as_expected")
_NEAR = ("center", "spread", "resolution")
_MARGIN = Fraction(1, 10**9)
"""What is written is rounded."""
_WHOLE = Fraction(1)
"""A position is a part of the half-width, and may be near 0."""


def difference(context: Context, full_id: str, said: Judgement) -> str | None:
    """What the row of a task says otherwise than the artifact and its measured value give; None where nothing.

    The result goes on a sentence that begins with the task.
    """
    if said.measured is None:
        return f"is {said.verdict}, and says no measured value"
    experiment = context.experiments[full_id.partition("/")[0]]
    references = context.references.model.references if context.references and context.references.model else {}
    computed = judge(
        task=context.tasks[full_id],
        values=[said.measured],
        references=references.get(full_id, []),
        deterministic=experiment.deterministic is True,
        runs=len(runs_of(experiment)),
        are_folded=True,
    )
    return next(_differences(said, computed), None)


def _differences(said: Judgement, computed: Judgement) -> Iterator[str]:
    for name in (*_EQUAL, *_EQUAL_TOO):
        told, found = getattr(said, name), getattr(computed, name)
        if told != found:
            yield _sentence(said, name, told, found)
    if not _are_near(said.interval, computed.interval):
        yield _sentence(said, "interval", _ends(said.interval), _ends(computed.interval))
    for name in _NEAR:
        told, found = getattr(said, name), getattr(computed, name)
        if not _is_near(told, found):
            yield _sentence(said, name, told, found)
    if not _is_near(said.position, computed.position, least=_WHOLE):
        yield _sentence(said, "position", said.position, computed.position)


def _sentence(said: Judgement, name: str, told: object, found: object) -> str:
    return f"says `{name}: {_shown(told)}`, and measured {said.measured} gives {_shown(found)}"


def _shown(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case other:
            return str(other)


def _ends(interval: Interval | None) -> str | None:
    return f"{interval.low} to {interval.high}" if interval else None


def _are_near(told: Interval | None, found: Interval | None) -> bool:
    if told is None or found is None:
        return told is found
    return _is_near(told.low, found.low) and _is_near(told.high, found.high)


def _is_near(told: str | Decimal | None, found: str | Decimal | None, *, least: Fraction = Fraction(0)) -> bool:
    if told is None or found is None:
        return told is found
    first, second = Fraction(told), Fraction(found)
    return abs(first - second) <= _MARGIN * max(least, abs(first), abs(second))
