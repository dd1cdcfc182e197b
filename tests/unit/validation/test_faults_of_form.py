"""A fault in the manifest's form hides no other fault, and is not told again by what follows from it."""

from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.findings import Report
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.validation.engine import validate

EDITS = {
    "a misspelt key": ("seeds: [0]", "sedes: [0]"),
    "a value of no choice": ("better: higher", "better: highest"),
    "a list for a number": ("own_cells: 1", "own_cells: [1]"),
    "a text for a list": ("seeds: [0]", "seeds: all"),
    "a misspelt licence": ("license:", "licence:"),
    "misspelt metrics": ("metrics:", "mtrics:"),
    "misspelt experiments": ("experiments:", "experimets:"),
    "misspelt tasks": ("    tasks:", "    taks:"),
    "a key too many": ("version:", "versoin: 1\nversion:"),
    "no value": ("statistic: {estimator: single, over: seeds, n: 1}", "statistic: {over: seeds}"),
    "an id with capitals": ("  main: {document", "  Main: {document"),
    "a form of nothing": ("measure: {file: scores.json, json: /accuracy}", "measure: {file: scores.json}"),
    "an item of another kind": ('append: [--items, "100"]', "append: [{items: 100}]"),
}

WHOLE_SECTIONS = frozenset({"misspelt metrics", "misspelt experiments", "misspelt tasks"})


def report(paper: Path, *edits: str) -> Report:
    manifest = paper / "rra.yaml"
    text = manifest.read_text()
    for edit in edits:
        old, new = EDITS[edit]
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    manifest.write_text(text)
    return validate(FolderFiles(paper), name="p", level=Level.SPECIFIED)


@pytest.mark.parametrize("edit", EDITS)
def test_one_fault_of_form_is_one_finding(paper: Path, edit: str) -> None:
    found = report(paper, edit)
    assert [finding.rule[:5] for finding in found.findings if finding.severity == "error"] == ["RRM00"]
    said = "rra.yaml has not the right form yet, so only the rest of it was looked at"
    assert {(item.reason, item.partly) for item in found.not_checked} == {(said, True)}
    assert found.checked == 0


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_wrong_elsewhere_is_found_beside_it(paper: Path, edit: str) -> None:
    (paper / "launchers" / "run.py").unlink()
    (paper / "code" / "key.py").write_text('K = "ghp_{}"\n'.format("0123456789abcdefghijABCDEFGHIJ012345"))
    assert "RRS001" in {finding.rule for finding in report(paper, edit).findings}


def test_faults_of_form_are_found_all_at_once(paper: Path) -> None:
    # two of them are about the same key, and these take away what others are about
    edits = [edit for edit in EDITS if edit not in {"a text for a list", *WHOLE_SECTIONS}]
    found = report(paper, *edits)
    assert sum(finding.rule.startswith("RRM00") for finding in found.findings) == len(edits)


@pytest.mark.parametrize("edit", ["a value of no choice", "a text for a list", "a misspelt key", "a misspelt licence"])
def test_a_name_that_leads_nowhere_is_found_beside_a_fault_of_form_that_takes_no_name_away(
    paper: Path, edit: str
) -> None:
    manifest = paper / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("metric: accuracy", "metric: acuracy"))
    found = report(paper, edit).findings
    assert [finding.path[-1] for finding in found if finding.rule == "RRM010"] == ["metric"]
    assert "RRL001" not in {finding.rule for finding in found}


@pytest.mark.parametrize(
    "text", ["[]", "rra: '1.0'\n", "rra: '1.0'\nid: a\nversion: 1.0.0\ntitle: t\nlevel: [draft]\n", "- 1\n- 2\n"]
)
def test_where_nothing_can_be_told_only_the_form_is_said(paper: Path, text: str) -> None:
    (paper / "rra.yaml").write_text(text)
    found = validate(FolderFiles(paper), name="p", level=Level.DRAFT)
    assert {finding.rule[:5] for finding in found.findings} == {"RRM00"}
    assert found.claimed == ""
    assert {item.reason for item in found.not_checked} == {"rra.yaml has not the right form yet"}
    assert not any(item.partly for item in found.not_checked)


@pytest.mark.parametrize(
    "line",
    ["version: 0.9.0\nversion: 0.9.0", "x-a: &all []", "x-a: !!set {}", "x-a:\n\t- b", "x-a: [", "x-a: b\a"],
    ids=["a key twice", "an anchor", "a tag", "a tab", "no end", "a bell"],
)
def test_where_the_manifest_cannot_be_read_files_are_looked_at(paper: Path, line: str) -> None:
    manifest = paper / "rra.yaml"
    manifest.write_text(f"{manifest.read_text()}\n{line}\n")
    (paper / "code" / "key.py").write_text('K = "ghp_{}"\n'.format("0123456789abcdefghijABCDEFGHIJ012345"))
    (paper / "code" / "a.py.swp~").write_text("x")
    found = validate(FolderFiles(paper), name="p", level=Level.SPECIFIED)
    assert [finding.rule for finding in found.findings] == ["RRM001", "RRP005", "RRS001"]
    assert {item.reason for item in found.not_checked} == {"rra.yaml has not the right form yet"}
    assert not any(item.rule.startswith(("RRS", "RRP")) for item in found.not_checked)
    assert found.checked > 0


def test_where_the_manifest_cannot_be_read_whoever_checks_may_ask_for_anonymity(paper: Path) -> None:
    (paper / "rra.yaml").write_text("rra: [")
    (paper / "code" / "read.md").write_text("Written by Jane Doe.\n")
    found = validate(FolderFiles(paper), name="p", asked=Asked(identity_terms=("Jane Doe",)))
    assert {"RRM001", "RRS003"} <= {finding.rule for finding in found.findings}
