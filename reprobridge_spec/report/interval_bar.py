"""The interval of a task as a picture: its band, the references, the published value, and the new score."""

from collections.abc import Iterator
from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.render.amounts import DASH
from reprobridge_spec.report.markup import Html, attribute, join, tag
from reprobridge_spec.report.numbers import Numbers
from reprobridge_spec.stats import exact

WIDTH, _HEIGHT = 220, 40
_LEFT, _RIGHT = 12, 208
_TOP, _BOTTOM = 8, 24
_MIDDLE = (_TOP + _BOTTOM) / 2
_FARTHEST = 3
"""Half-widths from the band's middle at which the scale ends: what lies beyond is drawn at its edge, as an arrow."""
_MARGIN = Fraction(115, 100)
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class _Scale:
    low: Fraction
    high: Fraction

    def at(self, value: Fraction) -> float:
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return _LEFT + float(part) * (_RIGHT - _LEFT)

    def beyond(self, value: Fraction) -> int:
        return -1 if value < self.low else 1 if value > self.high else 0


def bar(numbers: Numbers) -> Html:
    """The picture, with the same said in words; a dash where there is no number."""
    scale = _scale(numbers)
    if scale is None:
        return tag("span", DASH, class_="none")
    parts = join(_parts(numbers, scale))
    label = attribute(in_words(numbers))
    return Html(
        f'<svg class="bar" viewBox="0 0 {WIDTH} {_HEIGHT}" width="{WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="{label}">{parts}</svg>'
    )


def in_words(numbers: Numbers) -> str:
    """What the picture shows, in one sentence."""
    said = []
    if numbers.interval:
        said.append(f"interval from {_short(numbers.interval[0])} to {_short(numbers.interval[1])}")
    if numbers.references:
        said.append(f"references {', '.join(map(_short, numbers.references))}")
    if numbers.published is not None:
        said.append(f"published {_short(numbers.published)}")
    for name, value in (("measured", numbers.measured), ("verified", numbers.verified)):
        if value is not None:
            said.append(f"{name} {_short(value)}{_inside(numbers, value)}")
    return "; ".join(said) or "no numbers"


def legend() -> Html:
    """What the marks of a picture mean."""
    pictures = (
        ('<rect class="band" x="1" y="3" width="22" height="10" rx="2"/>', "compatibility interval"),
        ('<path class="reference" d="M12 8V14"/>', "a reference"),
        ('<path class="published" d="M12 1V15"/><path class="flag" d="M8.5 0h7L12 4.5z"/>', "published value"),
        ('<circle class="measured" cx="12" cy="8" r="4.2"/>', "score from the records"),
        ('<path class="verified" d="M12 2.6 17.4 8 12 13.4 6.6 8z"/>', "score of the verification"),
        ('<path class="measured" d="M8 3.4 16 8 8 12.6z"/>', "lies outside the picture"),
    )
    items = [
        tag(
            "li",
            Html(f'<svg class="bar" viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">{picture}</svg>'),
            tag("span", name),
        )
        for picture, name in pictures
    ]
    return tag("ul", *items, class_="legend", aria_label="Marks in the interval bars")


def _scale(numbers: Numbers) -> _Scale | None:
    values = [value for value in _values(numbers) if value is not None]
    if not values:
        return None
    low, high = min(values), max(values)
    if numbers.interval:
        start, end = numbers.interval
        middle, half = (start + end) / 2, (end - start) / 2
        if half:
            low = max(low, middle - _FARTHEST * half)
            high = min(high, middle + _FARTHEST * half)
    if low == high:
        margin = abs(low) / 100 or Fraction(1)
        return _Scale(low - margin, high + margin)
    middle, half = (low + high) / 2, (high - low) / 2 * _MARGIN
    return _Scale(middle - half, middle + half)


def _values(numbers: Numbers) -> Iterator[Fraction | None]:
    yield from numbers.interval or ()
    yield from numbers.references
    yield from numbers.ends or ()
    yield from (numbers.published, numbers.measured, numbers.verified)


def _parts(numbers: Numbers, scale: _Scale) -> Iterator[Html]:
    yield Html(f'<path class="axis" d="M{_LEFT} {_BOTTOM}H{_RIGHT}"/>')
    if numbers.interval:
        start, end = scale.at(numbers.interval[0]), scale.at(numbers.interval[1])
        width = max(end - start, 1.0)
        yield Html(
            f'<rect class="band" x="{start:.1f}" y="{_TOP}" width="{width:.1f}" height="{_BOTTOM - _TOP}" rx="2"/>'
        )
        yield _ends(numbers.interval, start, end)
    yield from (_tick("reference", scale.at(value), _MIDDLE + 1, _BOTTOM + 1) for value in numbers.references)
    if numbers.ends:
        first, last = scale.at(numbers.ends[0]), scale.at(numbers.ends[1])
        yield Html(f'<path class="published" d="M{first:.1f} {_TOP - 4}H{last:.1f}"/>')
    if numbers.published is not None:
        yield _published(scale, numbers.published)
    if numbers.verified is not None:
        yield _mark("verified", scale, numbers.verified)
    if numbers.measured is not None:
        yield _mark("measured", scale, numbers.measured)


def _ends(interval: tuple[Fraction, Fraction], start: float, end: float) -> Html:
    low, high = (_short(value) for value in interval)
    if low == high:
        return Html(f'<text x="{(start + end) / 2:.1f}" y="37" text-anchor="middle">{low}</text>')
    # two texts that would meet are moved apart
    room = 5.4 * max(len(low), len(high)) + 8
    middle = (start + end) / 2
    start, end = min(start, middle - room / 2), max(end, middle + room / 2)
    start, end = max(start, room / 2), min(end, WIDTH - room / 2)
    if end - start < room:
        start, end = (end - room, end) if end > WIDTH / 2 else (start, start + room)
    return Html(
        f'<text x="{start:.1f}" y="37" text-anchor="middle">{low}</text>'
        f'<text x="{end:.1f}" y="37" text-anchor="middle">{high}</text>'
    )


def _published(scale: _Scale, value: Fraction) -> Html:
    if beyond := scale.beyond(value):
        return _arrow("flag", scale.at(value), beyond)
    x = scale.at(value)
    flag = Html(f'<path class="flag" d="M{x - 3.5:.1f} 1h7L{x:.1f} 5.5z"/>')
    return join([_tick("published", x, 2, _BOTTOM + 1), flag])


def _mark(kind: str, scale: _Scale, value: Fraction) -> Html:
    if beyond := scale.beyond(value):
        return _arrow(kind, scale.at(value), beyond)
    x = scale.at(value)
    if kind == "measured":
        return Html(f'<circle class="measured" cx="{x:.1f}" cy="{_MIDDLE:.1f}" r="4.2"/>')
    return Html(f'<path class="verified" d="M{x:.1f} {_MIDDLE - 6:.1f}l6 6l-6 6l-6 -6z"/>')


def _arrow(kind: str, x: float, beyond: int) -> Html:
    return Html(f'<path class="{kind}" d="M{x - 5 * beyond:.1f} {_MIDDLE - 6:.1f}l{10 * beyond} 6l{-10 * beyond} 6z"/>')


def _tick(kind: str, x: float, top: float, bottom: float) -> Html:
    return Html(f'<path class="{kind}" d="M{x:.1f} {top:g}V{bottom:g}"/>')


def _inside(numbers: Numbers, value: Fraction) -> str:
    if numbers.interval is None:
        return ""
    return " (inside)" if numbers.interval[0] <= value <= numbers.interval[1] else " (outside)"


def _short(value: Fraction) -> str:
    return exact.rounded(value, _DIGITS)
