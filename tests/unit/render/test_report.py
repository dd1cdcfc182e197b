import json
import re
from dataclasses import replace
from typing import Any

import pytest

from reprobridge_spec.findings import Finding, Fix, NotChecked, Report, RulesLeftOut, Severity, Silenced, Silencer
from reprobridge_spec.location import Mark
from reprobridge_spec.render import text
from reprobridge_spec.render.report_json import as_json
from reprobridge_spec.render.style import PLAIN, Style

FINDING = Finding(
    rule="RRE002",
    name="lock-drift",
    severity=Severity.ERROR,
    message="six is not locked",
    advice="Run `rrspec lock`.",
    file="env/requirements.lock",
    mark=Mark(2, 5),
    path=("a", 0),
)
COLOURS = Style(color=True)


def changed(**values: Any) -> Finding:
    return replace(FINDING, **values)


def report(*findings: Finding, **values: Any) -> Report:
    return replace(
        Report(artifact="paper", level="executed", claimed="executed", findings=findings, checked=3), **values
    )


def rendered(found: Report, source: dict[int, str] | None = None, style: Style = PLAIN) -> list[str]:
    lines = source or {}
    return list(text.render(found, lambda _, number: lines.get(number), style))


def test_a_finding_shows_place_rule_line_caret_message_and_advice() -> None:
    assert rendered(report(FINDING), {2: "six==1.16.0"})[:5] == [
        "env/requirements.lock:2:5  error RRE002 lock-drift",
        "     2 | six==1.16.0",
        "       |     ^",
        "  six is not locked",
        "  → Run `rrspec lock`.",
    ]


def test_a_stream_without_arrows_gets_another() -> None:
    assert "  -> Run `rrspec lock`." in rendered(report(FINDING), style=Style(unicode=False))


def test_a_finding_without_a_line_shows_none() -> None:
    assert rendered(report(changed(mark=None)))[:2] == [
        "env/requirements.lock  error RRE002 lock-drift",
        "  six is not locked",
    ]


@pytest.mark.parametrize("column", [1, 40, 200, 500, 999, 1000])
def test_the_caret_stands_under_its_column_in_a_long_line(column: int) -> None:
    line = "".join(chr(0x4E00 + number) for number in range(1000))
    _, source, caret, *_ = rendered(report(changed(mark=Mark(2, column))), {2: line})
    assert source[caret.index("^")] == line[column - 1]
    assert len(source) < 130


@pytest.mark.parametrize(
    ("column", "before", "after"), [(1, False, True), (500, True, True), (1000, True, False)], ids=str
)
def test_a_long_line_shows_where_it_is_cut(column: int, *, before: bool, after: bool) -> None:
    line = "x" * 1000
    for style, cut in ((PLAIN, "…"), (Style(unicode=False), "..."), (Style(width=60), "…")):
        _, source, caret, *_ = rendered(report(changed(mark=Mark(2, column))), {2: line}, style)
        shown = source.partition(" | ")[2]
        assert (shown.startswith(cut), shown.endswith(cut)) == (before, after)
        assert (source[caret.index("^")], cut.replace("x", "") in caret) == ("x", False)


@pytest.mark.parametrize("length", [1, 109, 110])
def test_a_line_that_fits_is_not_cut(length: int) -> None:
    assert rendered(report(changed(mark=Mark(2, 1))), {2: "x" * length})[1] == f"     2 | {'x' * length}"


def test_tabs_move_no_caret() -> None:
    _, source, caret, *_ = rendered(report(changed(mark=Mark(2, 3))), {2: "\t\tsix"})
    assert source[caret.index("^")] == "s"


@pytest.mark.parametrize("odd", ["\x1b[2J", "\x07", "\r", "\u202e", "\udcff", "\x9b31m"])
def test_nothing_that_a_terminal_acts_on_is_shown(odd: str) -> None:
    finding = changed(message=f"a{odd}b", advice=f"c{odd}d", file=f"e{odd}f")
    found = report(finding, upcoming=(finding,))
    for line in [*rendered(found, {2: f"g{odd}h"}), *text.concise(found)]:
        assert line.isprintable()


@pytest.mark.parametrize(
    ("severities", "said"),
    [
        ([], "no findings"),
        (["error"], "1 error"),
        (["error", "error"], "2 errors"),
        (["note", "error", "warning", "warning"], "1 error, 2 warnings, 1 note"),
    ],
    ids=str,
)
def test_a_line_at_the_end_counts(severities: list[str], said: str) -> None:
    found = report(*(changed(severity=Severity(severity)) for severity in severities))
    assert f"paper: executed: {said} (3 rules checked)" in rendered(found)[-2:]


def test_the_last_line_says_what_can_be_repaired_and_where_to_read_on() -> None:
    repairable = changed(fix=Fix(what="Add it.", edits=()), severity=Severity.WARNING, rule="RRM007")
    assert rendered(report(repairable, FINDING, repairable))[-1] == (
        "2 can be repaired by `--fix`; `rrspec explain RRE002` says more about a rule"
    )
    assert rendered(report(FINDING))[-1] == "`rrspec explain RRE002` says more about a rule"


def test_what_can_be_repaired_is_marked() -> None:
    assert rendered(report(changed(fix=Fix(what="Add it.", edits=()))))[0].endswith("lock-drift [--fix]")


def test_of_many_findings_of_one_rule_the_later_ones_are_short_and_all_are_counted() -> None:
    found = [changed(mark=Mark(line, 1), rule="RRM007", severity=Severity.WARNING) for line in range(1, 201)]
    lines = rendered(report(*found, FINDING), dict.fromkeys(range(1, 201), "a: no"))
    assert sum("warning RRM007" in line for line in lines) == 201  # one more where they are counted by rule
    assert sum(" | a: no" in line for line in lines) == 11
    assert len(lines) < 650
    alone = rendered(report(*found))
    assert alone[alone.index("By rule:") - 2 :][:2] == ["  → Run `rrspec lock`.", ""]
    end = lines.index("By rule:")
    assert lines[end + 1 : end + 3] == ["      1  error RRE002 lock-drift", "    200  warning RRM007 lock-drift"]


def test_silenced_findings_are_shown_with_their_reason_and_not_counted() -> None:
    found = report(silenced=(Silenced(finding=FINDING, by=Silencer.WAIVER, reason="so\x1b"),))
    lines = rendered(found)
    assert lines[:2] == [
        "Silenced, not counted (1):",
        "  env/requirements.lock:2:5: silenced error: RRE002 lock-drift: six is not locked (waiver: so\ufffd)",
    ]
    assert lines[-1] == "paper: executed: no findings, 1 silenced (3 rules checked)"


def test_what_was_left_out_is_said() -> None:
    found = report(left_out=RulesLeftOut(words=("RRE002", "all but RRM")))
    assert "left out: RRE002, all but RRM" in rendered(found)
    assert list(text.concise(found)) == ["paper: left out: RRE002, all but RRM"]


def test_places_begin_with_the_folder_in_which_the_artifact_lies() -> None:
    first = next(text.render(report(FINDING), lambda *_: None, PLAIN, "a/b"))
    assert first.startswith("a/b/env/requirements.lock:2:5  ")
    assert next(text.concise(report(FINDING), "a/b")).startswith("a/b/env/requirements.lock:2:5: ")


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_narrow_terminal_breaks_sentences_between_words(width: int) -> None:
    wordy = changed(message="every word of it stands " * 12, advice="Do as it says, " * 12 + "now.")
    lines = rendered(report(wordy), {2: "x" * 300}, Style(width=width))
    assert max(map(len, lines[:-2])) <= width
    assert " ".join(" ".join(lines).split()).count("every word of it stands") == 12


def test_many_artifacts_end_in_one_line() -> None:
    good, bad = report(), report(FINDING, changed(severity=Severity.NOTE))
    unsure = report(not_checked=(NotChecked(rule="R", name="n", reason="r"),))
    assert text.total([good, bad, unsure]) == (
        "3 artifacts: 2 without errors, 1 with; 1 error, 1 note; 1 with rules that could not look"
    )


def test_what_was_not_checked_is_shown_and_counted() -> None:
    skipped = tuple(NotChecked(rule=f"RRX00{number}", name="n", reason="no form") for number in range(3))
    lines = rendered(report(not_checked=skipped))
    assert "not checked: RRX000, RRX001, RRX002: no form" in lines
    assert lines[-1] == "paper: executed: no findings (3 rules checked, 3 not checked)"


def test_rules_that_looked_at_a_part_are_not_said_to_have_looked_at_nothing() -> None:
    partly = tuple(NotChecked(rule=f"RRX00{number}", name="n", reason="half of it", partly=True) for number in range(9))
    lines = rendered(report(FINDING, not_checked=partly, checked=0))
    assert lines[-3:-1] == ["half of it", "paper: executed: 1 error (9 rules checked in part)"]
    assert list(text.concise(report(not_checked=partly, checked=0))) == ["paper: half of it"]


def test_what_was_looked_at_in_part_or_not_at_all_is_no_pass() -> None:
    partly = NotChecked(rule="RRX001", name="n", reason="half of it", partly=True)
    unchecked = NotChecked(rule="RRX002", name="n", reason="no file")
    assert rendered(report(not_checked=(partly,), checked=0))[-1] == (
        "paper: executed: checked in part (1 rules checked in part)"
    )
    assert rendered(report(not_checked=(partly, unchecked), checked=0)) == [
        "half of it",
        "not checked: RRX002: no file",
        "paper: executed: checked in part (1 rules checked in part, 1 not checked)",
    ]
    assert as_json(report(not_checked=(partly,), checked=0))["valid"] is False


def test_many_that_were_not_checked_for_one_reason_are_one_line() -> None:
    skipped = tuple(NotChecked(rule=f"RRX{number:03}", name="n", reason="no form") for number in range(40))
    assert "not checked: 40 rules: no form" in rendered(report(not_checked=skipped))


def test_what_higher_levels_lack_is_shown_as_next_and_not_counted() -> None:
    lines = rendered(report(upcoming=(FINDING,) * 12))
    assert lines[0] == "Next, for levels above executed (12):"
    assert lines[1] == "  env/requirements.lock:2:5  RRE002 lock-drift: six is not locked"
    assert lines[11] == "  … and 2 more"
    assert "no findings" in lines[-1]


def test_concise_is_one_line_a_finding() -> None:
    lines = list(text.concise(report(FINDING, changed(mark=None, severity=Severity.WARNING), upcoming=(FINDING,))))
    assert lines == [
        "env/requirements.lock:2:5: error: RRE002 lock-drift: six is not locked",
        "env/requirements.lock: warning: RRE002 lock-drift: six is not locked",
    ]


def test_colours_change_no_word() -> None:
    found = report(FINDING, upcoming=(FINDING,), not_checked=(NotChecked(rule="R", name="n", reason="r"),))
    coloured = rendered(found, {2: "six==1.16.0"}, COLOURS)
    assert any("\x1b[31m" in line for line in coloured)
    assert [re.sub(r"\x1b\[\d*m", "", line) for line in coloured] == rendered(found, {2: "six==1.16.0"})


def test_json_holds_all_that_a_finding_says() -> None:
    document = as_json(report(FINDING))
    assert document["findings"] == [
        {
            "rule": "RRE002",
            "name": "lock-drift",
            "severity": "error",
            "message": "six is not locked",
            "advice": "Run `rrspec lock`.",
            "file": "env/requirements.lock",
            "line": 2,
            "column": 5,
            "pointer": "/a/0",
            "fix": None,
        }
    ]
    assert json.loads(json.dumps(document)) == document


@pytest.mark.parametrize(("severity", "valid"), [("error", False), ("warning", True), ("note", True)])
def test_of_findings_only_errors_make_it_invalid(severity: str, *, valid: bool) -> None:
    assert as_json(report(changed(severity=Severity(severity))))["valid"] is valid


def test_json_of_no_place_is_null() -> None:
    (finding,) = as_json(report(changed(mark=None, path=())))["findings"]
    assert (finding["line"], finding["column"], finding["pointer"]) == (None, None, "")


def test_json_lists_what_is_next_and_what_was_not_checked_apart() -> None:
    skipped = NotChecked(rule="RRX001", name="n", reason="no form")
    document = as_json(report(upcoming=(FINDING,), not_checked=(skipped,)))
    assert (document["findings"], document["valid"], len(document["next"])) == ([], False, 1)
    assert document["not_checked"] == [{"rule": "RRX001", "name": "n", "reason": "no form"}]
