"""Sentences of the standard's section on comparing, for all numbers."""

from decimal import Decimal
from fractions import Fraction
from itertools import permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from reprobridge_spec.model.references import Observation, Origin
from reprobridge_spec.model.task import Direction, Estimator, Floor, Precision, PublishedValue, Statistic, Task
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.interval import around_published, around_references
from reprobridge_spec.stats.judge import judge

MIRRORED = {Direction.BELOW: Direction.ABOVE, Direction.ABOVE: Direction.BELOW, None: None}

# few digits, so that ends, ties and equal references are met often
texts = st.decimals(min_value=-9, max_value=9, places=1).map(lambda value: f"{value + 0:f}")
references = st.lists(texts, min_size=0, max_size=6)
floors = st.none() | st.decimals(min_value=0, max_value=2, places=1).map(lambda value: Floor(absolute=value))


def judged(value: str, published: str, others: list[str], floor: Floor | None = None) -> Judgement:
    subject = Task(published=published, floor=floor, statistic=Statistic(estimator=Estimator.SINGLE))
    observations = [Observation(value=text, by=Origin.AUTHOR, n=1) for text in others]
    return judge(task=subject, values=[value], references=observations)


def negated(text: str) -> str:
    return text[1:] if text.startswith("-") else f"-{text}"


def hundredfold(text: str) -> str:
    return f"{text}e2"


@given(value=texts, published=texts, others=references, floor=floors)
def test_better_and_worse_are_treated_alike(value: str, published: str, others: list[str], floor: Floor | None) -> None:
    """The interval is two-sided: turned around, the same verdict comes out with the other direction."""
    judgement = judged(value, published, others, floor)
    mirror = judged(negated(value), negated(published), [negated(text) for text in others], floor)
    assert mirror.verdict is judgement.verdict
    assert mirror.direction is MIRRORED[judgement.direction]
    assert mirror.stable == judgement.stable


@given(value=texts, published=texts, others=references, floor=floors)
def test_a_fraction_and_its_percent_have_one_verdict(
    value: str, published: str, others: list[str], floor: Floor | None
) -> None:
    """Scaling every number, the absolute floor too, changes no verdict."""
    judgement = judged(value, published, others, floor)
    scaled = Floor(absolute=floor.absolute * 100) if floor and floor.absolute is not None else None
    percent = judged(hundredfold(value), hundredfold(published), [hundredfold(text) for text in others], scaled)
    assert percent.verdict is judgement.verdict
    assert percent.direction is judgement.direction
    assert (percent.at_half_width, percent.at_double_width) == (judgement.at_half_width, judgement.at_double_width)


@given(value=texts, published=texts, others=references, floor=floors)
def test_a_doubled_width_turns_nothing_compatible_into_incompatible(
    value: str, published: str, others: list[str], floor: Floor | None
) -> None:
    """What is inside an interval is inside one that is twice as wide."""
    judgement = judged(value, published, others, floor)
    if judgement.verdict is Verdict.COMPATIBLE:
        assert judgement.at_double_width in {Verdict.COMPATIBLE, Verdict.TOO_WIDE_TO_TELL}
    if judgement.at_half_width is Verdict.COMPATIBLE:
        assert judgement.verdict in {Verdict.COMPATIBLE, Verdict.TOO_WIDE_TO_TELL}
    if judgement.verdict is Verdict.INCOMPATIBLE:
        assert judgement.at_half_width is Verdict.INCOMPATIBLE


@given(value=texts, published=texts, others=st.lists(texts, min_size=2, max_size=4), floor=floors)
def test_the_order_of_references_is_nothing(value: str, published: str, others: list[str], floor: Floor | None) -> None:
    """References are observations, not a series."""
    judgements = {judged(value, published, list(order), floor).model_dump_json() for order in permutations(others)}
    assert len({text.partition('"notes"')[0] for text in judgements}) == 1


@given(value=texts, published=texts, others=references, floor=floors)
def test_compatible_means_both_questions_hold(
    value: str, published: str, others: list[str], floor: Floor | None
) -> None:
    """A task is compatible only if both hold."""
    judgement = judged(value, published, others, floor)
    if judgement.verdict is Verdict.COMPATIBLE:
        assert judgement.published_in_interval
        assert judgement.score_in_interval
    if judgement.verdict is Verdict.NOT_THE_PUBLISHED_VALUE:
        assert (judgement.published_in_interval, judgement.score_in_interval) == (False, True)
        assert judgement.direction is not None
    if judgement.verdict is Verdict.INCOMPATIBLE:
        assert judgement.score_in_interval is False


@given(center=texts, floor=floors)
def test_the_ends_of_a_tolerance_are_inside(center: str, floor: Floor | None) -> None:
    """Ends included, exactly."""
    interval = around_published(exact.number(center), None, floor)
    step = Fraction(1, 10**60)
    assert interval.holds(interval.low)
    assert interval.holds(interval.high)
    assert not interval.holds(interval.low - step)
    assert not interval.holds(interval.high + step)


@given(others=st.lists(texts, min_size=2, max_size=6))
def test_the_floor_is_the_least_half_width(others: list[str]) -> None:
    """m ± max(t · s · √(1 + 1/n), 0.01 · |m|)."""
    interval = around_references([exact.number(text) for text in others], None)
    assert interval.half >= abs(interval.center) / 100
    assert interval.half > abs(interval.center) / 100 or interval.decided_by != "t"


@given(value=texts, others=st.lists(texts, min_size=2, max_size=6))
def test_the_same_numbers_published_exactly_meet_no_more_than_printed(value: str, others: list[str]) -> None:
    """Half a unit of the last digit can only help."""
    observations = [Observation(value=text, by=Origin.AUTHOR, n=1) for text in others]
    answers = [
        judge(
            task=Task(
                published=PublishedValue(value=value, precision=precision),
                statistic=Statistic(estimator=Estimator.SINGLE),
            ),
            values=[others[0]],
            references=observations,
        ).published_in_interval
        for precision in (Precision.EXACT, Precision.PRINTED)
    ]
    assume(answers[0] is not None)
    assert answers[1] or not answers[0]


@given(st.fractions())
def test_any_number_is_written_as_decimal_text_that_is_close(value: Fraction) -> None:
    """Text is exact where it can be, and right to twelve digits elsewhere."""
    text = exact.as_text(value)
    assert abs(exact.number(text) - value) <= abs(value) / 10**11


@given(st.decimals(min_value=-(10**12), max_value=10**12, places=8))
def test_a_decimal_is_written_in_full(value: Decimal) -> None:
    """Where a number ends, its text is exact."""
    assert exact.number(exact.as_text(Fraction(value))) == Fraction(value)


@given(st.fractions(min_value=0))
def test_a_root_squared_is_the_number(value: Fraction) -> None:
    """Forty digits at least."""
    assert abs(exact.square_root(value) ** 2 - value) <= value / 10**40
