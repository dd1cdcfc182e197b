"""Decisions with what was measured of them, and changes with what their patches do."""

import re
from pathlib import Path

import pytest

from reprobridge_spec.rules.alternatives import present_digest
from tests.acceptance.artifacts import replace
from tests.unit.report.artifacts import GOOD, artifact, context_of
from tests.unit.report.pages import Page, page_of

DECISIONS = """\
rra: "1.0"
decisions:
  order:
    source: {document: paper, location: section 3}
    gap: "The order of `rows` is not said."
    resolution: As they come.
    sensitivity: {measured: true, text: See the bars.}
    tasks: [one/accuracy]
    alternatives:
      shuffled:
        append: [--shuffle]
        measured:
          plan: PLAN
          scores:
            one/accuracy: {decided: "90.1", score: "88.1", runs: 2, inside: false, verdict: incompatible}
      sorted:
        append: [--sort]
        measured:
          plan: PLAN
          scores:
            one/accuracy: {decided: "90.1", score: "90.6", runs: 2, inside: true, verdict: compatible}
      broken:
        append: [--none]
        measured:
          plan: PLAN
          scores:
            one/accuracy: {decided: "90.1", runs: 2, verdict: failed}
"""


def with_decisions(folder: Path, *, is_present: bool) -> Page:
    artifact(folder, {"one": GOOD})
    file = folder / "guide" / "decisions.yaml"
    file.write_text(DECISIONS.replace("PLAN", "0" * 64))
    if is_present:
        context = context_of(folder)
        assert context.decisions is not None
        assert context.decisions.model is not None
        decision = context.decisions.model.decisions["order"]
        text = DECISIONS
        for alternative in decision.alternatives.values():
            text = text.replace("PLAN", present_digest(context, decision, alternative), 1)
        file.write_text(text)
    return page_of(folder)


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return with_decisions(tmp_path_factory.mktemp("decided") / "artifact", is_present=True)


def rows(page: Page) -> list[list[str]]:
    return [
        [" ".join((cell.text_content() or "").split()) for cell in row.xpath("./*")]
        for row in page.all("//table[contains(@class, 'tornado')]/tbody/tr")
    ]


def test_the_widest_change_comes_first(decided: Page) -> None:
    assert [row[1] for row in rows(decided)] == ["shuffled", "sorted", "broken"]


def test_a_row_has_both_scores_and_what_it_would_be(decided: Page) -> None:
    first, second, third = rows(decided)
    assert first == ["one/accuracy", "shuffled", "\N{MINUS SIGN}2", "90.1", "88.1", "2 runs", first[-1]]
    assert first[-1] == "incompatible outside the interval"
    assert (second[2], second[-1]) == ("+0.5", "compatible inside the interval")
    assert (third[2], third[4], third[-1]) == ("\N{EN DASH}", "no score", "failed interval not known")


def test_bars_are_as_long_as_the_change(decided: Page) -> None:
    widths = [float(width) for width in re.findall(r'class="shift" x="[0-9.]+" y="6" width="([0-9.]+)"', decided.text)]
    assert widths[0] / widths[1] == pytest.approx(4, abs=0.1)
    (band,) = {float(width) for width in re.findall(r'class="band" x="[0-9.]+" y="2" width="([0-9.]+)"', decided.text)}
    interval = decided.sources.judgement("one/accuracy")
    assert interval is not None
    assert interval.resolution is not None
    assert interval.center is not None
    half = float(interval.resolution) * float(interval.center)
    assert band / 2 / widths[0] == pytest.approx(half / 2, abs=0.02)


def test_prose_has_its_code(decided: Page) -> None:
    assert "The order of <code>rows</code> is not said." in decided.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('rra: "1.0"\ndecisions: {}\n', "No decision is recorded."),
        ('rra: "1.0"\ndecisions: []\n', "The decisions cannot be read."),
    ],
    ids=["none", "another form"],
)
def test_no_decision_is_not_one_that_cannot_be_read(text: str, said: str, tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    (folder / "guide" / "decisions.yaml").write_text(text)
    assert said in page_of(folder).text


def test_figures_of_another_plan_are_called_so(decided: Page, tmp_path: Path) -> None:
    assert "under another plan" not in decided.text
    stale = with_decisions(tmp_path / "stale", is_present=False)
    assert "Measured under another plan than the present one: shuffled, sorted, broken." in stale.text


PATCH = """\
--- a/run.py
+++ b/run.py
@@ -1,3 +1,4 @@
 import sys
-print(1)
+print(2)
+print(3)
 sys.exit()
"""


def changed(folder: Path, patch: str | None) -> Page:
    artifact(folder, {"one": GOOD})
    replace(
        folder / "rra.yaml",
        "relation: original",
        "relation: modified\n  changes: guide/changes.yaml\n  upstream: {url: https://example.org/x, commit: "
        + "c" * 40
        + ", license: MIT}",
    )
    (folder / "guide" / "changes.yaml").write_text(
        'rra: "1.0"\nchanges:\n  twice:\n    kind: correctness\n    why: It printed once.\n    tasks: [one/accuracy]\n'
        "    patch: guide/changes/twice.patch\n"
    )
    if patch is not None:
        (folder / "guide" / "changes").mkdir()
        (folder / "guide" / "changes" / "twice.patch").write_text(patch)
    return page_of(folder)


def test_a_patch_is_counted(tmp_path: Path) -> None:
    said = changed(tmp_path / "one", PATCH).words("//section[@aria-labelledby='changes']")
    assert "1 file, +2 \N{MINUS SIGN}1" in said
    assert "correctness: can change a score" in said
    assert f"https://example.org/x, commit {'c' * 40}, MIT" in said


@pytest.mark.parametrize(
    ("patch", "said"),
    [(None, "the patch is not there"), (PATCH[:-20], "cannot be read"), ("", "no file")],
    ids=["none", "damaged", "empty"],
)
def test_a_patch_that_cannot_be_counted_is_said(tmp_path: Path, patch: str | None, said: str) -> None:
    assert said in changed(tmp_path / "one", patch).words("//section[@aria-labelledby='changes']")


def test_without_documents_the_page_says_so(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    (folder / "guide" / "decisions.yaml").unlink()
    page = page_of(folder)
    assert "No decision is recorded." in page.words("//section[@aria-labelledby='decisions']")
    assert "No change is recorded." in page.words("//section[@aria-labelledby='changes']")


def test_a_document_that_cannot_be_read_is_not_called_missing(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    (folder / "guide" / "decisions.yaml").write_text("[")
    assert "The decisions cannot be read." in page_of(folder).words("//section[@aria-labelledby='decisions']")
