from fractions import Fraction

import pytest

from reprobridge_spec.model.task import Precision, Published, PublishedRange, PublishedValue
from reprobridge_spec.stats.published import published_number


@pytest.mark.parametrize(
    ("published", "value", "rounding"),
    [
        ("92.60", "92.60", "0.005"),
        ("32", "32", "0.5"),
        ("1.2e-3", "0.0012", "0.00005"),
        (PublishedValue(value="92.6"), "92.6", "0.05"),
        (PublishedValue(value="1.0", precision=Precision.EXACT), "1", "0"),
        (PublishedRange(low="91.0", high="92.0"), "91.5", "0.05"),
        (PublishedRange(low="91", high="92.0"), "91.5", "0.275"),
        (PublishedRange(low="91.0", high="92.0", precision=Precision.EXACT), "91.5", "0"),
    ],
)
def test_a_published_text_stands_for_what_rounds_to_it(published: Published, value: str, rounding: str) -> None:
    number = published_number(published)
    assert (number.value, number.rounding) == (Fraction(value), Fraction(rounding))


def test_the_text_stays_as_published() -> None:
    assert published_number("92.60").text == "92.60"
    assert published_number(PublishedValue(value="1.0")).text == "1.0"
    assert published_number(PublishedRange(low="91.0", high="92.00")).text == "91.0 to 92.00"


@pytest.mark.parametrize("published", ["about 5", "92.6%", "1e400", PublishedRange(low="1e400", high="1e401")])
def test_what_is_no_number_is_refused(published: Published) -> None:
    with pytest.raises(ValueError, match=r"no decimal number|other readers"):
        published_number(published)
