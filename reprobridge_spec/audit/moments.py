"""How much time lies between two moments of documents."""

from datetime import datetime
from decimal import Decimal

_FAR = Decimal(10) ** 12
"""In place of what lies between moments of which no calendar has one."""


def between(start: str, end: str) -> Decimal:
    """Seconds from `start` to `end`; very many where no calendar has one of them."""
    try:
        passed = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    except ValueError:
        return _FAR
    return Decimal(passed.days * 86_400 + passed.seconds) + Decimal(passed.microseconds) / 1_000_000
