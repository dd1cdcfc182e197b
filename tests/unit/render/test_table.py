import re
from decimal import Decimal

import pytest

from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.task import Direction
from reprobridge_spec.model.verdict import DecidedBy, Interval, Judgement, TaskResult, Verdict
from reprobridge_spec.model.verification import Coverage, EvidenceClass, SeedsFrom, Unpacked, Verification
from reprobridge_spec.render.style import PLAIN, Style
from reprobridge_spec.render.table import short, summary, table

INTERVAL = Interval(low="92.1096", high="93.9704")
GOOD = Judgement(
    verdict=Verdict.COMPATIBLE,
    measured="93.04",
    published="93.1",
    interval=INTERVAL,
    decided_by=DecidedBy.RELATIVE_FLOOR,
)


def row(judgement: Judgement = GOOD, task: str = "test/accuracy", **values: object) -> TaskResult:
    given: dict[str, object] = {"task": task, "judgement": judgement, "runs": ["a"], "seconds": Decimal("1.25")}
    return TaskResult.model_validate(given | values)


def lines(*rows: TaskResult, style: Style = PLAIN) -> list[str]:
    return list(table(rows, style))


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (None, "-"),
        ("93.1", "93.1"),
        ("0.9655976676", "0.965598"),
        ("91.30800", "91.308"),
        ("90", "90"),
        ("1200", "1200"),
        ("0", "0"),
        ("-0.000012345678", "-0.0000123457"),
        ("123456789", "123457000"),
        ("1E+400", "1E+400"),
    ],
)
def test_numbers_are_short_and_without_exponents_where_people_read_them(number: str | None, shown: str) -> None:
    assert short(number) == shown


def test_a_row_says_all_seven() -> None:
    head, line = lines(row())
    assert re.split(r"  +", head) == ["task", "published", "measured", "interval", "decided by", "verdict", "time"]
    assert re.split(r"  +", line) == [
        "test/accuracy",
        "93.1",
        "93.04",
        "[92.1096, 93.9704]",
        "floor",
        "compatible",
        "1.2 s",
    ]


def test_columns_are_aligned() -> None:
    head, *rest = lines(row(), row(task="a-much-longer-experiment/accuracy-of-it"))
    assert {line.index("[92") for line in rest} == {head.index("interval")}


def test_the_clipped_interval_is_shown() -> None:
    shown = GOOD.model_copy(update={"shown": Interval(low="92.1096", high="93")})
    assert "[92.1096, 93]" in lines(row(shown))[1]


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_stands_in_words(verdict: Verdict) -> None:
    assert verdict.replace("-", " ") in lines(row(Judgement(verdict=verdict)))[1]


@pytest.mark.parametrize("decided_by", DecidedBy)
def test_every_width_says_what_decided_it(decided_by: DecidedBy) -> None:
    column = lines(row(GOOD.model_copy(update={"decided_by": decided_by})))[1].split("  ")
    assert all(part.strip() != "-" for part in column)


def test_direction_and_expectation_stand_beside_the_verdict() -> None:
    judgement = Judgement(verdict=Verdict.INCOMPATIBLE, direction=Direction.BELOW, as_expected=True)
    assert "incompatible (below), as expected" in lines(row(judgement))[1]


def test_what_was_not_run_has_no_numbers_and_no_time() -> None:
    blocked = row(Judgement(verdict=Verdict.BLOCKED), runs=[], reason="access: the data are closed")
    _, line, remark = lines(blocked)
    assert re.split(r"  +", line) == ["test/accuracy", "-", "-", "-", "-", "blocked", "-"]
    assert remark == "  test/accuracy: access: the data are closed"


def test_reasons_and_notes_stand_below_without_what_a_terminal_acts_on() -> None:
    judgement = GOOD.model_copy(update={"notes": ["One note.", "Another\x1b[2J."]})
    assert lines(row(judgement, reason="why"))[2:] == [
        "  test/accuracy: why",
        "  test/accuracy: One note.",
        "  test/accuracy: Another\N{REPLACEMENT CHARACTER}[2J.",
    ]


@pytest.mark.parametrize(
    ("judgement", "colour"),
    [
        (GOOD, "32"),
        (Judgement(verdict=Verdict.BLOCKED), "33"),
        (Judgement(verdict=Verdict.FAILED), "31"),
        (Judgement(verdict=Verdict.INCOMPATIBLE, direction=Direction.ABOVE), "31"),
        (Judgement(verdict=Verdict.INCOMPATIBLE, direction=Direction.ABOVE, as_expected=True), "32"),
    ],
    ids=str,
)
def test_the_verdict_has_the_colour_of_its_weight(judgement: Judgement, colour: str) -> None:
    assert f"\x1b[{colour}m" in lines(row(judgement), style=Style(color=True))[1]


def verification(**values: object) -> Verification:
    digest = "a" * 64
    given: dict[str, object] = {
        "rra": "1.0",
        "artifact": "paper 1.0.0",
        "package": Unpacked(file="p.rra.zip", artifact_digest=digest, content_digest=digest, files=3),
        "evidence": EvidenceClass.WITNESSED,
        "seeds": SeedsFrom.GIVEN,
        "started": "2026-01-01T00:00:00Z",
        "ended": "2026-01-01T00:00:01Z",
        "holds": True,
        "coverage": Coverage(tasks=3, own_cells=85),
        "environments": [],
        "isolation": Isolation(kind="bubblewrap", network=False, read_only=True),
        "hardware": None,
        "tasks": [row()],
        "runs": [],
        "setup_seconds": Decimal("1.5"),
        "run_seconds": Decimal(20),
        "tool": {"name": "rrspec", "version": "1"},
    }
    return Verification.model_validate(given | values)


def test_a_verification_ends_with_what_it_proves_covers_and_answers() -> None:
    assert list(summary(verification(), PLAIN)) == [
        "evidence: witnessed, given seeds; isolation bubblewrap",
        "covered: 3 of 85 own cells; ready after 1.5 s, runs 20.0 s",
        "tasks: 1 compatible",
        "paper 1.0.0: it holds",
    ]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"holds": False}, "paper 1.0.0: it does not hold"),
        ({"isolation": None}, "nothing ran"),
        (
            {"isolation": Isolation(kind="none", network=True, read_only=False)},
            "isolation none (the launchers could read and write what the caller can)",
        ),
        ({"coverage": Coverage(tasks=3, own_cells=0)}, "own cells not counted"),
    ],
    ids=str,
)
def test_a_verification_says_what_is_less(values: dict[str, object], said: str) -> None:
    assert any(said in line for line in summary(verification(**values), PLAIN))


@pytest.mark.parametrize(
    ("verdicts", "answer"),
    [
        ([Verdict.COULD_NOT_BE_DONE], "it cannot be told"),
        ([Verdict.COULD_NOT_BE_DONE, Verdict.BLOCKED], "it cannot be told"),
        ([Verdict.COULD_NOT_BE_DONE, Verdict.FAILED], "it does not hold"),
        ([Verdict.FAILED], "it does not hold"),
        ([Verdict.COULD_NOT_BE_DONE, Verdict.COMPATIBLE], "it does not hold"),
    ],
    ids=str,
)
def test_where_nothing_was_measured_nothing_can_be_told(verdicts: list[Verdict], answer: str) -> None:
    rows = [row(Judgement(verdict=verdict)) for verdict in verdicts]
    assert list(summary(verification(holds=False, tasks=rows), PLAIN))[-1] == f"paper 1.0.0: {answer}"
