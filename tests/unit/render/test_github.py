import re

import pytest

from reprobridge_spec.findings import Finding, RulesLeftOut, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.render.github import MOST, annotations, step_summary
from reprobridge_spec.render.text import silenced_line
from tests.unit.render.reports import FINDING, NASTY, REPAIRABLE, SILENCED, SKIPPED, shown_with
from tests.unit.render.test_report import changed


def many(number: int, severity: str = "error") -> list[Finding]:
    return [changed(severity=Severity(severity), mark=Mark(line, 1)) for line in range(1, number + 1)]


def test_a_finding_is_a_command_with_its_place() -> None:
    first, *_ = annotations([shown_with(FINDING, folder="papers/one")])
    assert first == (
        "::error file=papers/one/env/requirements.lock,line=2,col=5,title=RRE002 lock-drift"
        "::six is not locked%0ARun `rrspec lock`."
    )


@pytest.mark.parametrize(
    ("severity", "command"), [("error", "::error "), ("warning", "::warning "), ("note", "::notice ")]
)
def test_each_weight_has_its_command(severity: str, command: str) -> None:
    assert next(annotations([shown_with(changed(severity=Severity(severity)))])).startswith(command)


def test_a_finding_without_a_place_has_no_line() -> None:
    assert "file=env/requirements.lock,title=" in next(annotations([shown_with(changed(mark=None))]))


@pytest.mark.parametrize(
    ("written", "shown"),
    [("a,b", "a%2Cb"), ("a:b", "a%3Ab"), ("50%", "50%25"), ("a%0Ab", "a%250Ab"), ("a\nb", "a%0Ab"), ("a\rb", "a%0Db")],
)
def test_signs_in_a_name_are_escaped(written: str, shown: str) -> None:
    assert next(annotations([shown_with(changed(file=written))])).startswith(f"::error file={shown},line=2")


@pytest.mark.parametrize("words", NASTY)
def test_no_words_of_a_stranger_become_a_command(words: str) -> None:
    finding = changed(message=words, advice=words, file=words)
    one = shown_with(
        *[finding] * (MOST + 1), artifact=words, left_out=RulesLeftOut(words=(words,)), silenced=(SILENCED,)
    )
    for line in annotations([one]):
        if line.startswith("::"):
            assert re.fullmatch(r"::error file=[^:,]*,line=2,col=5,title=RRE002 lock-drift::[^\r\n]*", line)
        else:
            assert line.startswith("rrspec: ")
            assert "##[" not in line


def test_no_more_of_a_weight_than_are_taken_and_the_rest_stands_in_the_log() -> None:
    lines = list(annotations([shown_with(*many(12), *many(11, "warning"), *many(3, "note"))]))
    assert [sum(line.startswith(f"::{name} ") for line in lines) for name in ("error", "warning", "notice")] == [
        10,
        10,
        3,
    ]
    assert [line for line in lines if line.startswith("rrspec: env")] == [
        "rrspec: env/requirements.lock:11:1: error: RRE002 lock-drift: six is not locked",
        "rrspec: env/requirements.lock:12:1: error: RRE002 lock-drift: six is not locked",
        "rrspec: env/requirements.lock:11:1: warning: RRE002 lock-drift: six is not locked",
    ]
    assert lines[-1].endswith(
        "; 2 errors, 1 warning more than the 10 of each kind that are shown beside their lines stand in this log"
    )


def test_the_room_is_for_all_artifacts_together() -> None:
    lines = list(annotations([shown_with(*many(6), artifact=name) for name in ("a", "b")]))
    assert sum(line.startswith("::error ") for line in lines) == MOST
    assert "rrspec: a: executed: 6 errors (3 rules checked)" in lines
    assert lines[-1].startswith("rrspec: 2 artifacts: 0 without errors, 2 with; 12 errors; 2 errors more")


def test_it_ends_with_a_summary_that_says_what_did_not_count_or_look() -> None:
    one = shown_with(REPAIRABLE, silenced=(SILENCED,), not_checked=(SKIPPED,), left_out=RulesLeftOut(words=("RRP002",)))
    assert list(annotations([one]))[1:] == [
        f"rrspec: {silenced_line(SILENCED)}",
        "rrspec: paper: not checked: RRS001: notes could not be read",
        "rrspec: paper: left out: RRP002",
        "rrspec: paper: executed: 1 warning, 1 silenced (3 rules checked, 1 not checked)",
    ]


def test_a_summary_of_a_step_is_cut_at_what_is_taken() -> None:
    text = step_summary([shown_with(*[changed(message="x" * 5000)] * 300)])
    assert len(text.encode()) < 1 << 20
    assert text.endswith("There is more; the log of the step has it.\n")
    assert step_summary([shown_with(FINDING)]).startswith("## paper\n")
