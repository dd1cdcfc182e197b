from decimal import Decimal
from typing import Any

import pytest

from reprobridge_spec.model.measure import JsonMeasure
from reprobridge_spec.model.references import Observation, Origin
from reprobridge_spec.model.task import (
    Estimator,
    Floor,
    PublishedRange,
    PublishedValue,
    Spread,
    SpreadKind,
    Statistic,
    Task,
)
from reprobridge_spec.stats.judge import judge

FIVE = ("93.1", "92.8", "93.4", "93.0", "92.9")


def notes(value: str, references: tuple[str, ...], published: Any = "93.1", **fields: Any) -> str:
    deterministic = fields.pop("deterministic", False)
    subject = Task(published=published, statistic=Statistic(estimator=Estimator.SINGLE), **fields)
    observations = [Observation(value=text, by=Origin.AUTHOR, n=1) for text in references]
    judgement = judge(task=subject, values=[value], references=observations, deterministic=deterministic)
    return " ".join(judgement.notes)


@pytest.mark.parametrize(
    ("references", "sentence"),
    [
        ((), "There are no two references and no tolerance is declared: the interval is published ± 1%."),
        (("93.1",), "There are no two references and no tolerance"),
        (("93.1", "93.1"), "There are only 2 references."),
        (("93.1", "92.0"), "There are only 2 references, so the half-width is 15.56 times their standard deviation."),
        (("93", "92", "94", "93"), "There are only 4 references, so the half-width is 3.558 times"),
    ],
)
def test_few_references_are_said(references: tuple[str, ...], sentence: str) -> None:
    assert sentence in notes("93", references)


def test_five_stable_references_need_no_note() -> None:
    assert notes("93", FIVE) == ""


def test_an_absolute_floor_without_references_is_said() -> None:
    assert "the absolute floor sets the width" in notes("93", (), floor=Floor(absolute=Decimal(5)))


def test_variable_references_are_said() -> None:
    assert "The references are variable: 80 to 95 is more than 10%" in notes("93", ("80", "95", "90", "91", "92"))


@pytest.mark.parametrize(("spread", "said"), [("0.9", False), ("1.5", True)])
def test_a_resolution_above_three_percent_is_worth_a_warning(spread: str, *, said: bool) -> None:
    step = Decimal(spread)
    references = tuple(str(Decimal(93) + step * i) for i in (-1, 0, 0, 0, 1))
    assert ("The interval is wide, ±" in notes("93", references)) is said


def test_references_of_a_deterministic_experiment_that_differ_are_said() -> None:
    assert "its references differ: 93 to 93.5" in notes("93", ("93", "93.5"), deterministic=True)


def test_a_value_that_is_inside_only_by_its_rounding_is_said() -> None:
    assert "only because it is rounded" in notes("93", FIVE, published="94")


def test_a_published_range_is_said_to_be_its_midpoint() -> None:
    assert "its midpoint, 93.25" in notes("93", FIVE, published=PublishedRange(low="92.5", high="94.0"))


@pytest.mark.parametrize(("kind", "said"), [(SpreadKind.UNSTATED, True), (SpreadKind.SD, False)])
def test_a_spread_of_no_stated_kind_is_said(kind: SpreadKind, *, said: bool) -> None:
    published = PublishedValue(value="93.1", spread=Spread(kind=kind, value="0.3"))
    assert ("does not say what its ±0.3 is" in notes("93", FIVE, published=published)) is said


def test_numbers_out_of_the_range_are_said() -> None:
    said = notes("0.93", FIVE, range=[Decimal(0), Decimal(1)], unit="ratio")
    assert "The published value lies outside the metric's range." in said
    assert "A reference lies outside the metric's range." in said


def test_another_number_of_values_than_the_papers_is_said() -> None:
    subject = Task(published="93.1", statistic=Statistic(estimator=Estimator.MEAN, over="seeds", n=10))
    judgement = judge(task=subject, values=["93", "93.2"])
    assert "The published statistic is over 10 values, this one over 2 runs." in judgement.notes


def notes_on(*observations: Observation, deterministic: bool = False) -> list[str]:
    subject = Task(published="93.1", statistic=Statistic(estimator=Estimator.SINGLE))
    judgement = judge(task=subject, values=["93"], references=observations, deterministic=deterministic)
    return [note for note in judgement.notes if "imported" in note]


def imported(value: str, source: str | None = "their table 2", n: int = 1) -> Observation:
    return Observation(value=value, by=Origin.IMPORTED, n=n, source=source)


OWN = Observation(value="93.1", by=Origin.AUTHOR, n=1)


def test_imported_references_are_counted_and_their_sources_named() -> None:
    assert notes_on(OWN, imported("93"), imported("93.2"), imported("93.1", "a letter")) == [
        "3 of 4 references are imported (their table 2; a letter): nothing in this artifact proves them."
    ]


def test_one_imported_reference_without_a_source_is_said() -> None:
    said = ["1 of 1 reference is imported: nothing in this artifact proves it."]
    assert notes_on(imported("93", None), deterministic=True) == said


def test_sources_are_shortened_and_three_of_them_named() -> None:
    (note,) = notes_on(*(imported("93", f"{n}{' page' * 40}") for n in range(5)))
    assert note.count("…") == 3
    assert "…, and 2 more): nothing" in note
    assert len(note) < 400


@pytest.mark.parametrize("observations", [(OWN, OWN), (OWN, OWN, imported("93", n=2)), (imported("93"),)])
def test_imported_ones_that_are_not_used_need_no_such_note(observations: tuple[Observation, ...]) -> None:
    assert notes_on(*observations) == []


@pytest.mark.parametrize(
    ("multiply", "said"),
    [
        ("1.0745", True),
        ("101", True),
        ("20", True),
        ("0.5", True),
        (None, False),
        ("1", False),
        ("100", False),
        ("1.0e2", False),
        ("0.010", False),
    ],
)
def test_a_factor_that_is_no_power_of_ten_is_said(multiply: str | None, *, said: bool) -> None:
    factor = None if multiply is None else Decimal(multiply)
    measure = JsonMeasure.model_validate({"file": "scores.json", "json": "/acc", "multiply": factor})
    note = f"The scores are multiplied by {multiply} before they are compared."
    assert (note in notes("93", FIVE, measure=measure)) is said


def test_every_note_is_a_sentence() -> None:
    said = judge(
        task=Task(published="0", statistic=Statistic(estimator=Estimator.SINGLE)),
        values=["5"],
        references=[Observation(value=text, by=Origin.OTHER, n=n) for text, n in (("-1", 1), ("1", 1), ("3", 2))],
    ).notes
    assert len(said) >= 4
    assert all(note[0].isupper() and note.endswith(".") for note in said)
