"""Figures go below alternatives, and every other character of the document stays."""

import pytest

from reprobridge_spec.documents.alternatives import with_measured
from reprobridge_spec.model.guide import AlternativeScore, MeasuredAlternative
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.schemas.kinds import DECISIONS
from reprobridge_spec.schemas.load import load

FIGURES = MeasuredAlternative(
    plan="12" * 32,
    scores={
        "italy/accuracy": AlternativeScore(
            decided="0.9", score="0.8", runs=3, inside=False, verdict=Verdict.NOT_THE_PUBLISHED_VALUE
        ),
        "gun/accuracy": AlternativeScore(decided="1", runs=3, verdict=Verdict.FAILED),
    },
)
OTHERS = MeasuredAlternative(plan="34" * 32, scores=FIGURES.scores)
HEAD = """\
rra: "1.0"
decisions:
  warmup:   # né
    source: {document: 'paper', location: "4"}
    gap: >-
      nobody   says
      it
    resolution: "yes"
    sensitivity: {measured: false, text: "small"}
"""
FORMS = {
    "one line each": """\
    alternatives:
      one: {append: [--n, "1"]}  # 😀
      two: {append: [-n]}
    tasks: [a/b]
""",
    "lines of its own": """\
    alternatives:
      one:
        append:
          - '-x'  # why

      # two
      two:
        append: [a]
    open: true
""",
    "all on one line": """\
    alternatives: {one: {append: [x]}, two: {append: [y]}}
""",
    "a mapping over lines": """\
    alternatives:
      one: {append: [x,  # hm
          y],
          }
      two: {append: [y]}
""",
    "at the end without a line end": """\
    alternatives:
      two: {append: [y]}
      one: {append: [x]}""",
    "keys after it": """\
    alternatives:
      one:
        append: [x]
        experiments: [e]
      two: {append: [y]}
""",
}


def document(form: str, break_: str = "\n") -> str:
    return (HEAD + FORMS[form]).replace("\n", break_)


@pytest.mark.parametrize("break_", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("form", FORMS)
def test_the_figures_are_read_back(form: str, break_: str) -> None:
    before = document(form, break_)
    text = with_measured(before, "warmup", {"one": FIGURES, "two": OTHERS})
    loaded = load(DECISIONS, text.encode(), "decisions.yaml")
    assert loaded.findings == ()
    assert loaded.model is not None
    found = loaded.model.decisions["warmup"]
    was = load(DECISIONS, before.encode(), "decisions.yaml").model
    assert was is not None
    assert {name: body.measured for name, body in found.alternatives.items()} == {"one": FIGURES, "two": OTHERS}
    assert {name: body.append for name, body in found.alternatives.items()} == {
        name: body.append for name, body in was.decisions["warmup"].alternatives.items()
    }
    assert text.count("\r\n") == (text.count("\n") if break_ == "\r\n" else 0)


@pytest.mark.parametrize("form", FORMS)
def test_lines_of_others_stay(form: str) -> None:
    lines = document(form).splitlines()
    text = with_measured(document(form), "warmup", {"one": FIGURES})
    kept = text.splitlines()
    changed = [line for line in lines if line not in kept]
    # the alternative's own line, where it had only one
    assert all("one: {" in line or "y]," in line for line in changed), changed
    assert all(comment in text for comment in ("# né", "# why", "# hm", "# 😀", "# two") if comment in "\n".join(lines))


@pytest.mark.parametrize("form", FORMS)
def test_the_same_again_changes_nothing(form: str) -> None:
    once = with_measured(document(form), "warmup", {"one": FIGURES, "two": FIGURES})
    assert with_measured(once, "warmup", {"one": FIGURES, "two": FIGURES}) == once


@pytest.mark.parametrize("form", FORMS)
def test_other_figures_take_their_place(form: str) -> None:
    once = with_measured(document(form), "warmup", {"one": FIGURES})
    assert with_measured(once, "warmup", {"one": OTHERS}) == once.replace(FIGURES.plan, OTHERS.plan)


def test_figures_that_say_the_same_in_another_form_stay_as_they_are_written() -> None:
    by_hand = HEAD + (
        "    alternatives:\n      one:\n        measured: {plan: '" + "12" * 32 + "', scores: {'italy/accuracy': "
        "{score: '0.8', decided: '0.9', verdict: not-the-published-value, inside: false, runs: 3}, "
        "gun/accuracy: {verdict: failed, runs: 3, decided: '1'}}}\n        append: [x]\n"
    )
    assert with_measured(by_hand, "warmup", {"one": FIGURES}) == by_hand


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("decisions: {warmup: {alternatives: {two: {append: [x]}}}}", "warmup/one"),
        ("decisions: {cooldown: {alternatives: {one: {append: [x]}}}}", "warmup/one"),
        ("decisions: {warmup: {alternatives: {one: text}}}", "warmup/one"),
        ("decisions: {warmup: {alternatives: [one]}}", "warmup/one"),
        ("decisions: {warmup: [", "no YAML"),
        ("", "warmup/one"),
    ],
)
def test_where_there_is_no_such_alternative_nothing_is_written(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        with_measured(text, "warmup", {"one": FIGURES})
