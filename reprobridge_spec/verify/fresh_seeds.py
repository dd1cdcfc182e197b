"""Seeds that nobody could know before: drawn on the spot, the same for a whole chain."""

from collections.abc import Callable, Collection

_DIGITS = 8
_BELOW = 1 << 31
"""Every generator of random numbers takes a seed below this."""


def draw(count: int, taken: Collection[int], nonce: Callable[[], str]) -> tuple[int, ...]:
    """`count` different seeds, none of which is among `taken`.

    Args:
        count: how many.
        taken: those of the experiments, of their references and of their records.
        nonce: draws 32 hex digits.
    """
    drawn: dict[int, None] = {}
    while len(drawn) < count:
        seed = int(nonce()[:_DIGITS], 16) % _BELOW
        if seed not in taken:
            drawn[seed] = None
    return tuple(drawn)
