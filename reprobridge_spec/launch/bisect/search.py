"""The search for what moved a score, over numbered states; how a state is measured is its caller's."""

from collections.abc import Callable
from fractions import Fraction

from reprobridge_spec.frozen import dataclass

Look = Callable[[int], Fraction | None]
"""The score of a state; None where it fails."""


@dataclass(frozen=True, slots=True)
class Move:
    """Between the states `after` and `upto` the score moves, or the experiment begins to run."""

    after: int
    upto: int


def search(last: int, look: Look, threshold: Fraction) -> list[Move]:
    """Where the score moves by more than `threshold` between state 0 and state `last`, which must not fail.

    A state that fails is passed over for the nearest one that runs; where none between two states does, the whole
    range is told. So is one in which the score drifts, and no half of it moves it by more than the threshold. Each
    part of a range is looked at only where its two ends differ: what moves a score and is taken back between two
    states that were looked at is not seen.
    """
    begin = _first_that_runs(last, look)
    found = [Move(begin - 1, begin)] if begin else []
    return found + _between(begin, last, look, threshold)


def _first_that_runs(last: int, look: Look) -> int:
    """The state from which on it runs, where state 0 does not."""
    if look(0) is not None:
        return 0
    low, high = 0, last
    while high - low > 1:
        middle = (low + high) // 2
        if look(middle) is None:
            low = middle
        else:
            high = middle
    return high


def _between(first: int, last: int, look: Look, threshold: Fraction) -> list[Move]:
    found: list[Move] = []
    waiting = [(first, last)]
    while waiting:
        low, high = waiting.pop()
        if not _differ(low, high, look, threshold):
            continue
        middle = _middle(low, high, look)
        parts = [] if middle is None else [(low, middle), (middle, high)]
        if any(_differ(*part, look, threshold) for part in parts):
            waiting += reversed(parts)
        else:
            found.append(Move(low, high))
    return found


def _differ(low: int, high: int, look: Look, threshold: Fraction) -> bool:
    before, now = look(low), look(high)
    return before is not None and now is not None and abs(now - before) > threshold


def _middle(low: int, high: int, look: Look) -> int | None:
    """The state between two that runs and is nearest to their middle."""
    middle = (low + high) // 2
    inner = sorted(range(low + 1, high), key=lambda state: abs(state - middle))
    return next((state for state in inner if look(state) is not None), None)
