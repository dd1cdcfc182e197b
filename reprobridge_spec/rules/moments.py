"""Moments as documents write them, in an order that is time's."""


def moment(text: str) -> tuple[str, str]:
    """Whole seconds of a moment in UTC, and the digits behind the point."""
    whole, _, fraction = text.removesuffix("Z").partition(".")
    return whole, fraction.rstrip("0")
