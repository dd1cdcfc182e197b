"""Numbers as people read them: durations, sizes, counts."""

from collections.abc import Iterable
from decimal import Decimal

DASH, MINUS, TIMES = "\N{EN DASH}", "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
"""A dash where there is nothing, and signs that the keyboard has no key for."""

_MINUTE, _TEN_MINUTES, _HOUR, _DAY = 60, 600, 3_600, 86_400
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")
_STEP = 1024


def duration(seconds: Decimal | float) -> str:
    """`5.2 s`, `12 min`, `3.4 h`, `2.1 d`."""
    value = float(seconds)
    if value < 10:  # noqa: PLR2004 (one digit after the point says something below ten only)
        return f"{value:.1f} s"
    if value < 2 * _MINUTE:
        return f"{value:.0f} s"
    if value < 2 * _HOUR:
        return f"{_short(value / _MINUTE) if value < _TEN_MINUTES else f'{value / _MINUTE:.0f}'} min"
    return f"{_short(value / _HOUR)} h" if value < 2 * _DAY else f"{_short(value / _DAY)} d"


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def size(count: int) -> str:
    """`512 B`, `1.3 MiB`."""
    value, unit = float(count), 0
    while value >= _STEP and unit < len(_UNITS) - 1:
        value, unit = value / _STEP, unit + 1
    return f"{count} B" if unit == 0 else f"{value:.1f} {_UNITS[unit]}"


def number(count: int, what: str, plural: str = "") -> str:
    """`1 run`, `3 runs`."""
    return f"{count:,} {what if count == 1 else plural or what + 's'}"


def listed(names: Iterable[str], most: int = 6) -> str:
    """`a, b, c and 4 more`."""
    all_ = list(names)
    more = f" and {len(all_) - most} more" if len(all_) > most else ""
    return ", ".join(all_[:most]) + more
