import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.validation.policy import Policy
from reprobridge_spec.validation.selection import selection

KNOWN = [("RRE001", "lock-missing"), ("RRE002", "lock-drift"), ("RRS001", "secret")]


def finding(rule: str = "RRE002", severity: Severity = Severity.ERROR) -> Finding:
    name = dict(KNOWN)[rule]
    return Finding(rule=rule, name=name, severity=severity, message="m", advice="a", file="f")


@pytest.mark.parametrize("word", ["RRE002", "rre002", "RRE", "RRE0", "lock-drift", "Lock-Drift", "error", "RRS,RRE002"])
def test_a_finding_is_picked_by_code_beginning_name_and_weight(word: str) -> None:
    assert selection([word], KNOWN).picks(finding())


@pytest.mark.parametrize("word", ["RRE001", "RRS", "secret", "warning", "note", "RRE001,note"])
def test_other_words_do_not_pick_it(word: str) -> None:
    assert not selection([word], KNOWN).picks(finding())


@pytest.mark.parametrize(
    ("word", "hint"),
    [("RRE9", "RRE0"), ("lock-drif", "lock-drift"), ("errors", "error"), ("RR", "such as"), ("*", "as")],
)
def test_a_word_for_nothing_is_refused_with_the_nearest(word: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        selection([word], KNOWN)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("words", "severity", "failing"),
    [
        (["error"], Severity.ERROR, True),
        (["warning"], Severity.ERROR, True),
        (["note"], Severity.WARNING, True),
        (["error"], Severity.WARNING, False),
        (["RRE002"], Severity.NOTE, True),
        (["RRE001"], Severity.ERROR, False),
        (["error", "RRE"], Severity.NOTE, True),
    ],
)
def test_what_fails_is_a_weight_or_heavier_or_a_rule(words: list[str], severity: Severity, *, failing: bool) -> None:
    assert selection(words, KNOWN).fails(finding(severity=severity)) is failing


def test_what_is_selected_is_left_when_the_rest_is_not() -> None:
    policy = Policy(select=selection(["RRE"], KNOWN), ignore=selection(["RRE001"], KNOWN))
    kept = [code for code, _ in KNOWN if policy.weighed(finding(code))]
    assert kept == ["RRE002"]
    assert [code for code, _ in KNOWN if policy.runs(code)] == kept
    assert policy.left_out.words == ("all but RRE", "RRE001")


@pytest.mark.parametrize(
    ("select", "ignore", "out"),
    [
        ([], ["RRE002"], True),
        ([], ["rre"], True),
        ([], ["lock-drift"], True),
        (["RRS", "lock-missing"], [], True),
        (["RRE"], ["RRE002"], True),
        ([], ["RRE001"], False),
        ([], ["warning"], False),
        (["error"], [], False),
        (["RRS", "error"], [], False),
        (["RRE"], [], False),
        ([], [], False),
    ],
)
def test_rules_that_cannot_count_are_told_beside_the_words(select: list[str], ignore: list[str], *, out: bool) -> None:
    policy = Policy(
        select=selection(select, KNOWN) if select else None, ignore=selection(ignore, KNOWN) if ignore else None
    )
    assert ("RRE002" in policy.left_out.rules) is out
    assert bool(policy.left_out.words) is bool(select or ignore)


def test_a_weight_selects_findings_and_no_rules() -> None:
    policy = Policy(select=selection(["warning"], KNOWN))
    assert policy.runs("RRE001")
    assert policy.weighed(finding(severity=Severity.WARNING))
    assert policy.weighed(finding(severity=Severity.ERROR)) is None
