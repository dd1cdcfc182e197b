"""Pages for people: completeness, checklist, appendix. What they say is true of the artifact that they are about."""

import re
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from reprobridge_spec.handover.export.neurips.questions import QUESTIONS
from reprobridge_spec.handover.export.table import exporter
from tests.conftest import CHECKOUT
from tests.unit.handover.export.sources import MIXED, exported, shared, source_of
from tests.unit.report.artifacts import artifact

ROCKET = CHECKOUT / "examples" / "rocket-ucr"
BASES = sorted(path for path in (CHECKOUT / "conformance/base").iterdir() if path.is_dir())
PAGES = ("code-completeness", "neurips-checklist", "appendix", "appendix-tex")
THIN = 'rra: "1.0"\nid: thin\nversion: "0"\ntitle: A thin draft\nlevel: draft\n'
HOSTILE = "\\\\input{/etc/passwd} --- {{ x }} a|b <!-- \\u202e $x$ %y #1 & ~ ^ _ \\n\\n# new"


def section(page: str, heading: str) -> str:
    return page.partition(f"## {heading}\n")[2].partition("\n## ")[0]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return artifact(tmp_path_factory.mktemp("mixed") / "artifact", MIXED)


@pytest.fixture
def thin(tmp_path: Path) -> Path:
    (tmp_path / "rra.yaml").write_text(THIN)
    return tmp_path


@pytest.mark.parametrize("name", PAGES[:3])
@pytest.mark.parametrize("path", [ROCKET, *BASES], ids=lambda path: path.name)
def test_every_place_that_is_named_is_there(name: str, path: Path) -> None:
    for file, line in re.findall(r"`([\w./-]+):(\d+)`", exported(name, shared(path))):
        lines = (path / file).read_text().splitlines()
        assert lines[int(line) - 1].strip(), f"{file}:{line}"


@pytest.mark.parametrize("path", [ROCKET, *BASES], ids=lambda path: path.name)
def test_every_question_is_answered_or_left_to_the_authors(path: Path) -> None:
    page = exported("neurips-checklist", shared(path))
    numbers = re.findall(r"^## (\d+)\. ", page, re.MULTILINE) + re.findall(r"^- (\d+)\\\. ", page, re.MULTILINE)
    assert sorted(map(int, numbers)) == list(range(1, len(QUESTIONS) + 1))
    assert "[NA]" not in page


def test_the_checklist_of_a_whole_artifact_has_its_proposals() -> None:
    page = exported("neurips-checklist", shared(ROCKET))
    proposals = dict(re.findall(r"^## (\d+)\..*?\*\*Proposal:\*\* `\[(\w+)\]`", page, re.MULTILINE | re.DOTALL))
    yes = ("4", "5", "6", "7", "8", "13")
    assert proposals == {**dict.fromkeys(("1", "2", "16"), "TODO"), **dict.fromkeys(yes, "Yes"), "12": "No"}


def test_the_checklist_of_a_thin_draft_proposes_nothing(thin: Path) -> None:
    page = exported("neurips-checklist", source_of(thin))
    assert "Proposals for 0 of 16" in page
    assert "[Yes]" not in page
    assert "[No]" not in page


def test_error_bars_are_those_of_the_runs_and_say_how_they_are_computed(mixed: Path) -> None:
    told = section(exported("neurips-checklist", source_of(mixed)), "7. Statistical significance")
    # two runs, 90.0 and 90.2
    row = next(line for line in told.splitlines() if "`good/accuracy`" in line)
    assert "0.141421" in row
    assert "t(0.975, n-1)" in told


def test_compute_is_told_of_what_is_recorded_only(mixed: Path) -> None:
    told = section(exported("neurips-checklist", source_of(mixed)), "8. Compute resources")
    assert "a measured run of `planned`" in told
    assert "`[TODO]`" in told


def test_what_disagrees_or_is_blocked_is_named_as_a_limit(mixed: Path) -> None:
    told = section(exported("neurips-checklist", source_of(mixed)), "2. Limitations")
    assert "`low/accuracy`: incompatible (below)" in told
    assert "`shut/accuracy` is blocked (resource): 512 GPUs" in told


def test_of_the_five_items_those_that_are_missing_are_said_to_be(thin: Path) -> None:
    page = exported("code-completeness", source_of(thin))
    assert page.count("| missing |") == 5
    assert len(exporter("code-completeness").gaps(source_of(thin))) == 5


def test_training_that_a_checkpoint_stands_in_for_is_missing() -> None:
    page = exported("code-completeness", shared(CHECKOUT / "conformance/base/gated"))
    row = next(line for line in page.splitlines() if line.startswith("| Training code"))
    assert row.startswith("| Training code | missing | `notes` stands in for training")


def test_training_of_a_chain_is_the_experiment_that_others_take_from() -> None:
    page = exported("code-completeness", shared(CHECKOUT / "conformance/base/chain"))
    row = next(line for line in page.splitlines() if line.startswith("| Training code"))
    assert "launchers/train.py" in row
    assert "launchers/evaluate.py" not in row


def test_the_appendix_has_the_sections_of_committees() -> None:
    page = exported("appendix", shared(ROCKET))
    assert re.findall(r"^##? (.*)", page, re.MULTILINE) == [
        "Artifact Appendix",
        "Abstract",
        "Artifact check-list (meta-information)",
        "Description",
        "Installation",
        "Experiment workflow",
        "Evaluation and expected results",
        "Experiment customization",
        "Notes",
    ]
    assert "[0.799389, 0.824382]" in page.replace("\\", "")
    assert "rrspec run --decision removed-normalize" in page


def test_an_interval_is_told_before_there_is_a_score() -> None:
    page = exported("appendix", shared(CHECKOUT / "conformance/base/shipped-score"))
    # nothing is recorded: the published value, 93.1, and one percent of it
    assert "[92.169, 94.031]" in page.replace("\\", "")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("path", [ROCKET, *BASES], ids=lambda path: path.name)
def test_no_page_of_an_anonymous_artifact_names_anybody(name: str, path: Path) -> None:
    page = exported(name, shared(path, anonymous=True))
    for word in ("github.com", "angus924", "example.org", "example/", "arXiv", "arxiv", "10.1007", "Data Mining"):
        assert word not in page.replace("\\allowbreak{}", "").replace("\\", ""), word


@pytest.mark.parametrize("name", PAGES[:3])
def test_no_word_of_a_hostile_artifact_becomes_markup(tmp_path: Path, name: str) -> None:
    page = exported(name, source_of(hostile(tmp_path)))
    assert not re.search(r"\{\{|(?<!\\)<!--|\u202e", page)
    tokens = MarkdownIt("commonmark").enable("table").parse(page)
    kinds = {child.type for token in tokens for child in token.children or ()}
    assert kinds <= {"text", "code_inline", "strong_open", "strong_close", "softbreak", "html_inline"}
    assert [token for token in tokens if token.type == "html_block"] == []
    assert not any(line.startswith("# new") for line in page.splitlines())


@pytest.mark.needs("pdflatex")
@pytest.mark.parametrize("path", [ROCKET, *BASES, None], ids=lambda path: path.name if path else "hostile")
def test_the_appendix_is_set_by_latex_on_two_pages(tmp_path: Path, path: Path | None) -> None:
    text = exported("appendix-tex", shared(path) if path else source_of(hostile(tmp_path)))
    (tmp_path / "appendix.tex").write_text(text, encoding="utf-8")
    whole = r"\documentclass[twocolumn]{article}\begin{document}\appendix\input{appendix}\end{document}"
    (tmp_path / "whole.tex").write_text(whole)
    command = ["pdflatex", "-halt-on-error", "-no-shell-escape", "-interaction=nonstopmode", "whole.tex"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert ended.returncode == 0, ended.stdout[-2000:]
    pages = re.search(r"\((\d+) pages?", ended.stdout.replace("\n", ""))
    assert pages
    assert int(pages[1]) <= 2
    assert "(/etc/passwd" not in ended.stdout


def hostile(folder: Path) -> Path:
    """An artifact each of whose texts would be markup."""
    manifest = (CHECKOUT / "conformance/base/gated/rra.yaml").read_text()
    texts = (
        "Answers of a gated model, judged by a service",
        "Does a note help",
        "who accepts the licence",
        "sixteen cards",
    )
    for text in texts:
        assert text in manifest
        manifest = manifest.replace(text, f'"{HOSTILE}"', 1)
    manifest = manifest.replace('"questions, test split"', f'"{HOSTILE}"').replace("another language", f'"{HOSTILE}"')
    (folder / "rra.yaml").write_text(manifest)
    return folder
