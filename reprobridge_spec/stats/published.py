"""What a published text stands for as numbers."""

from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.task import Precision, Published, PublishedRange, PublishedValue
from reprobridge_spec.stats import exact


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedNumber:
    """A published value or range.

    Attributes:
        text: as published.
        value: the number; the midpoint of a range.
        rounding: how far the unrounded number may lie from `value`; 0 where it was not rounded.
    """

    text: str
    value: Fraction
    rounding: Fraction


def published_number(published: Published) -> PublishedNumber:
    """The numbers behind a published text, value or range.

    Raises:
        ValueError: a text is no decimal number, or beyond what other readers can hold.
    """
    if isinstance(published, PublishedRange):
        # each end moves by half a unit of its own, and the midpoint by half of both
        half = (exact.last_unit(published.low) + exact.last_unit(published.high)) / 4
        middle = (exact.number(published.low) + exact.number(published.high)) / 2
        precision = published.precision
    elif isinstance(published, PublishedValue):
        half, middle = exact.last_unit(published.value) / 2, exact.number(published.value)
        precision = published.precision
    else:
        half, middle = exact.last_unit(published) / 2, exact.number(published)
        precision = Precision.PRINTED
    return PublishedNumber(
        text=published_text(published),
        value=middle,
        rounding=half if precision is Precision.PRINTED else Fraction(0),
    )


def published_text(published: Published) -> str:
    """The value as published, or both ends of the range."""
    if isinstance(published, PublishedRange):
        return f"{published.low} to {published.high}"
    return published.value if isinstance(published, PublishedValue) else published
