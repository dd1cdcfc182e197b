"""Interval cards for people: where an interval comes from, what lies in it, and what it can tell."""

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from reprobridge_spec.model.comparison import IntervalCard
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.table import decided, short, verdict
from reprobridge_spec.render.text import printable

_COLUMNS = 61
_WIDTH = 100
_ASIDE = Fraction(1, 5)
"""How far the scale goes beyond the interval on both sides, as a part of its width."""
_SHOWN = 10


def text(cards: Sequence[IntervalCard], style: Style) -> Iterator[str]:
    """The cards, one below the other."""
    for card in cards:
        yield style.paint("bold", card.task)
        for line in _lines(card, style):
            yield from textwrap.wrap(line, _WIDTH, initial_indent="  ", subsequent_indent="    ") if line else [line]
        yield from _scale(card)
        yield ""


def _lines(card: IntervalCard, style: Style) -> Iterator[str]:
    judgement = card.judgement
    yield f"references: {_references(card)}"
    if judgement is None:
        if card.half_width is not None:
            yield f"half-width: {short(card.half_width)}"
        yield f"no value to judge: {printable(card.values_from)}"
    else:
        yield from _interval(card, judgement)
        yield from _value(card, judgement, style)
    if card.smallest_shift is not None:
        likely = card.likely_shift
        more = f"; one of {short(likely)} is found in four of five reproductions" if likely is not None else ""
        yield f"smallest shift: {short(card.smallest_shift)}; a smaller one is always inside{more}"
    if card.halved_by is not None:
        more_needed = card.halved_by.more
        needed = f"{more_needed} more reference{'s' if more_needed != 1 else ''}. " if more_needed else ""
        yield f"half as wide: {needed}{card.halved_by.why}"
    if judgement is not None:
        for note in judgement.notes:
            yield printable(note)


def _references(card: IntervalCard) -> str:
    if not card.references:
        return "none"
    more = f" and {len(card.references) - _SHOWN} more" if len(card.references) > _SHOWN else ""
    return f"{len(card.references)}: {', '.join(short(value) for value in card.references[:_SHOWN])}{more}"


def _interval(card: IntervalCard, judgement: Judgement) -> Iterator[str]:
    if judgement.interval is None:
        return
    spread = f", standard deviation {short(judgement.spread)}" if judgement.spread else ""
    yield f"centre: {short(judgement.center)}{spread}; published: {printable(judgement.published or '-')}"
    part = f" ({float(judgement.resolution):.2%} of its centre)" if judgement.resolution is not None else ""
    by = decided(judgement.decided_by) if judgement.decided_by else "-"
    ends = f"[{short(judgement.interval.low)}, {short(judgement.interval.high)}]"
    yield f"interval: {ends}, half-width {short(card.half_width)}{part}, decided by {by}"


def _value(card: IntervalCard, judgement: Judgement, style: Style) -> Iterator[str]:
    position = f", position {float(judgement.position):+.2f} of 1" if judgement.position is not None else ""
    good = judgement.verdict is Verdict.COMPATIBLE or judgement.as_expected
    answer = style.paint("green" if good else "red", verdict(judgement))
    yield f"value: {short(judgement.measured)} ({printable(card.values_from)}){position}: {answer}"
    widths = (judgement.at_half_width, judgement.verdict, judgement.at_double_width)
    if judgement.at_half_width is not None:
        factors = zip(("half", "one", "double"), widths, strict=True)
        said = (f"{factor}: {one.replace('-', ' ')}" for factor, one in factors if one is not None)
        yield f"by width, {'; '.join(said)}"


def _scale(card: IntervalCard) -> Iterator[str]:
    """The interval as a line: `[` and `]` its ends, `o` references, `P` the published value, `X` the value."""
    judgement = card.judgement
    if judgement is None or judgement.interval is None:
        return
    low, high = Fraction(judgement.interval.low), Fraction(judgement.interval.high)
    if low == high:
        return
    first = low - (high - low) * _ASIDE
    step = (high - low) * (1 + 2 * _ASIDE) / (_COLUMNS - 1)
    signs = [" "] * _COLUMNS
    marks = [("[", low), ("]", high), *(("o", Fraction(value)) for value in card.references)]
    for column in range(_column(low, first, step), _column(high, first, step)):
        signs[column] = "-"
    if judgement.published and judgement.published.replace(".", "", 1).lstrip("+-").isdecimal():
        marks.append(("P", Fraction(judgement.published)))
    if judgement.measured is not None:
        marks.append(("X", Fraction(judgement.measured)))
    for sign, value in marks:
        column = _column(value, first, step)
        signs[column] = sign if 0 < column < _COLUMNS - 1 else ("<" if column == 0 else ">")
    yield "  " + "".join(signs).rstrip()
    yield "  [ ] ends   o references   P published   X the value   < > beyond this line"


def _column(value: Fraction, first: Fraction, step: Fraction) -> int:
    return min(max(round((value - first) / step), 0), _COLUMNS - 1)
