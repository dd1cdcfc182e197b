"""The suite runs over any implementation, and this one does as it says."""

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import CHECKOUT, CommandLine

CASES = CHECKOUT / "conformance" / "cases"
ALL = sorted(path.name for path in CASES.iterdir())
# every case runs in the tests' own process; of all through processes of their own, a long run has the time
COMPONENTS = ALL if os.environ.get("RRSPEC_SOAK") else ["secrecy", "verify"]


@pytest.mark.slow
@pytest.mark.parametrize("component", COMPONENTS)
def test_rrspec_does_as_the_cases_say(rrspec: CommandLine, component: str) -> None:
    # what each process covers is covered in the tests' own already
    rrspec.environment = {name: value for name, value in rrspec.environment.items() if not name.startswith("COV")}
    ended = rrspec("conformance", "run", "--only", f"{component}/*", "--format", "json", "--", *rrspec.command)
    assert ended.returncode == 0, ended.stderr
    document = json.loads(ended.stdout)
    assert [(row["id"], row["faults"]) for row in document["cases"] if row["status"] != "pass"] == []
    assert document["counts"]["pass"] == len(document["cases"]) > 0


@pytest.mark.slow
def test_results_are_told_in_every_form(rrspec: CommandLine, tmp_path: Path) -> None:
    only = ("--only", "manifest/seeds-and-runs", "--results", "out/results.json", "--junit", "out/junit.xml")
    ended = rrspec("conformance", "run", *only, "--", *rrspec.command)
    assert (ended.returncode, ended.stdout.splitlines()[0]) == (
        0,
        "1 pass, 0 fail, 0 skipped, 0 not-supported, 0 known",
    )
    assert "not told whether it conforms to RRA 1.0" in ended.stdout
    document = json.loads((tmp_path / "out" / "results.json").read_text())
    assert (document["levels"]["draft"]["pass"], document["components"]["manifest"]["pass"]) == (1, 1)
    (case,) = ET.parse(tmp_path / "out" / "junit.xml").getroot().iter("testcase")  # noqa: S314 (our own)
    assert (case.get("classname"), case.get("name")) == ("manifest", "manifest/seeds-and-runs")


def test_an_implementation_that_finds_nothing_fails(rrspec: CommandLine, tmp_path: Path) -> None:
    program = tmp_path / "blind.py"
    program.write_text("print('{\"findings\": []}')")
    only = "environment/python*"
    ended = rrspec("conformance", "run", "--only", only, "--format", "json", "--", sys.executable, "-S", program)
    rows = json.loads(ended.stdout)["cases"]
    assert ended.returncode == 1
    assert {row["status"] for row in rows if row["id"].endswith(("/word", "/star"))} == {"fail"}


def test_a_list_of_known_failures_holds_only_while_they_fail(rrspec: CommandLine, tmp_path: Path) -> None:
    program = tmp_path / "blind.py"
    program.write_text("print('{\"findings\": []}')")
    (tmp_path / "known").write_text("environment/pythons/word # not yet\nenvironment/pythons/patch\n")
    run = ("conformance", "run", "--only", "environment/pythons", "--skip", "known", "--format", "json")
    rows = json.loads(rrspec(*run, "--", sys.executable, "-S", program).stdout)["cases"]
    statuses = {row["id"].rpartition("/")[2]: row["status"] for row in rows}
    assert (statuses["word"], statuses["patch"], statuses["bound"]) == ("known", "fail", "pass")


def test_nothing_that_passed_is_not_done(rrspec: CommandLine, tmp_path: Path) -> None:
    program = tmp_path / "later.py"
    program.write_text('print(\'{"not_supported": "levels"}\')\nraise SystemExit(4)')
    ended = rrspec("conformance", "run", "--only", "manifest/seeds-and-runs", "--", sys.executable, "-S", program)
    assert (ended.returncode, ended.stdout.splitlines()[1]) == (4, "does not conform to RRA 1.0")


@pytest.mark.slow
def test_every_case_is_built_as_a_ready_tree(rrspec: CommandLine, tmp_path: Path) -> None:
    ended = rrspec("conformance", "build", "--only", "package/*", "--version", "1.0", "trees")
    assert ended.returncode == 0, ended.stderr
    link = tmp_path / "trees" / "package" / "links" / "outside"
    assert (link / "artifact" / "code" / "data").is_symlink()
    said = json.loads((link / "expected.json").read_text())
    assert (said["requires"], said["validate"]["findings"]) == (["symlinks"], [{"rule": "RRP001", "file": "code/data"}])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "--only", "nothing/*", "--", "true"), "no case fits"),
        (("run", "--version", "7.0", "--", "true"), "no version 7.0"),
        (("run", "--skip", "gone", "--", "true"), "gone cannot be read"),
        (("run", "--", "no-such-validator"), "there is no program no-such-validator"),
        (("run", "--jobs", "0", "--", "true"), "--jobs"),
        (("build", "."), "is not empty"),
    ],
    ids=str,
)
def test_what_cannot_be_run_is_said(rrspec: CommandLine, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "full").touch()
    ended = rrspec("conformance", *arguments)
    assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr
