import re
from fractions import Fraction

import pytest

from reprobridge_spec.report.interval_bar import WIDTH, bar, in_words
from reprobridge_spec.report.numbers import Numbers

INTERVAL = (Fraction(89), Fraction(91))
USUAL = Numbers(
    interval=INTERVAL, references=(Fraction(90), Fraction("90.5")), published=Fraction("90.2"), measured=Fraction(90)
)


def centre(picture: str) -> float:
    """Where the dot of the measured value stands."""
    return float(re.findall(r'<circle class="measured" cx="([0-9.]+)"', picture)[0])


def band(picture: str) -> tuple[float, float]:
    start, width = re.findall(r'<rect class="band" x="([0-9.]+)" y="[0-9]+" width="([0-9.]+)"', picture)[0]
    return float(start), float(start) + float(width)


def test_a_picture_has_band_ticks_and_dot() -> None:
    picture = bar(USUAL)
    assert len(re.findall('class="reference"', picture)) == 2
    assert len(re.findall('class="published"', picture)) == 1
    start, end = band(picture)
    assert start < centre(picture) < end
    assert centre(picture) == pytest.approx((start + end) / 2, abs=0.2)


@pytest.mark.parametrize(("measured", "part"), [("89", 0.0), ("89.5", 0.25), ("91", 1.0)])
def test_the_dot_stands_where_the_value_is(measured: str, part: float) -> None:
    picture = bar(Numbers(interval=INTERVAL, measured=Fraction(measured)))
    start, end = band(picture)
    assert (centre(picture) - start) / (end - start) == pytest.approx(part, abs=0.01)


@pytest.mark.parametrize("measured", ["88", "92"])
def test_a_value_outside_stands_outside_the_band(measured: str) -> None:
    picture = bar(Numbers(interval=INTERVAL, measured=Fraction(measured)))
    start, end = band(picture)
    assert not start <= centre(picture) <= end


@pytest.mark.parametrize("measured", ["-1e9", "0", "1e12"])
def test_a_value_far_away_is_an_arrow_and_the_band_stays_wide(measured: str) -> None:
    picture = bar(Numbers(interval=INTERVAL, measured=Fraction(measured)))
    assert "<circle" not in picture
    assert len(re.findall('<path class="measured"', picture)) == 1
    start, end = band(picture)
    assert end - start > WIDTH / 5


@pytest.mark.parametrize(
    "numbers",
    [
        Numbers(interval=(Fraction(1), Fraction(1)), measured=Fraction(1)),
        Numbers(interval=(Fraction(0), Fraction(0)), published=Fraction(0)),
        Numbers(published=Fraction(-5)),
        Numbers(measured=Fraction(10**300), verified=Fraction(1, 10**300)),
        Numbers(published=Fraction(2), ends=(Fraction(1), Fraction(3))),
    ],
)
def test_odd_numbers_stay_in_the_picture(numbers: Numbers) -> None:
    places = [float(place) for place in re.findall(r'\b(?:cx|x)="(-?[0-9.]+)"', bar(numbers))]
    assert all(0 <= place <= WIDTH for place in places)


def test_the_texts_of_a_narrow_band_do_not_meet() -> None:
    narrow = Numbers(interval=(Fraction("0.969001"), Fraction("0.969009")), published=Fraction("0.9691"))
    places = [float(place) for place in re.findall(r'<text x="([0-9.]+)"', bar(narrow))]
    assert abs(places[0] - places[1]) > 30


def test_without_numbers_there_is_no_picture() -> None:
    assert "<svg" not in bar(Numbers())


def test_the_picture_is_said_in_words() -> None:
    said = in_words(USUAL)
    assert said == "interval from 89 to 91; references 90, 90.5; published 90.2; measured 90 (inside)"
    assert f'aria-label="{said}"' in bar(USUAL)
    assert in_words(Numbers(interval=INTERVAL, measured=Fraction(92))).endswith("measured 92 (outside)")
    assert in_words(Numbers()) == "no numbers"
