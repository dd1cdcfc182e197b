"""The numbers of a published value, as they are printed."""

from reprobridge_spec.model.task import Published, PublishedRange, PublishedValue


def texts_of(published: Published | None) -> tuple[str, ...]:
    """One number, the two ends of a range, or nothing."""
    match published:
        case None:
            return ()
        case PublishedValue():
            return (published.value,)
        case PublishedRange():
            return (published.low, published.high)
        case text:
            return (text,)
