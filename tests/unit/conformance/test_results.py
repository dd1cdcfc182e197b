from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from reprobridge_spec.conformance import junit, results, summary, versions
from reprobridge_spec.conformance.cases import Found
from reprobridge_spec.conformance.export import expected, export
from reprobridge_spec.conformance.results import CaseResult, Status
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case


def one(name: str, level: str = "draft", code: int = 1) -> Found:
    body = {"title": f"{name} holds", "spec": ["s"], "base": "small", "validate": {"level": level, "exit": code}}
    return Found(id=name, case=Case.model_validate(body), folder=Path())


def came(name: str, status: Status, level: str = "draft") -> CaseResult:
    faults = ("RRM001 does not fire",) if status is Status.FAILED else ()
    reason = "no symlinks" if status is Status.SKIPPED else ""
    return CaseResult(found=one(name, level), status=status, faults=faults, reason=reason, seconds=0.5)


PASSED = [came("a/1", Status.PASSED), came("b/1", Status.PASSED, "specified"), came("b/2", Status.PASSED, "preserved")]
ALL = frozenset(result.found.id for result in PASSED)


def test_who_passes_every_case_conforms() -> None:
    assert results.conforms(PASSED, ALL) == dict.fromkeys(("draft", "specified", "executed", "preserved"), True)
    assert results.claim(results.conforms(PASSED, ALL), "1.0") == "conforms to RRA 1.0, level preserved"


@pytest.mark.parametrize("status", [Status.FAILED, Status.NOT_SUPPORTED, Status.KNOWN])
def test_who_fails_a_case_conforms_to_the_levels_below(status: Status) -> None:
    rows = [PASSED[0], came("b/1", status, "specified"), PASSED[2]]
    said = results.conforms(rows, ALL)
    assert list(said.values()) == [True, False, False, False]
    assert results.claim(said, "1.0") == "conforms to RRA 1.0, level draft"


def test_who_fails_a_draft_does_not_conform() -> None:
    said = results.conforms([came("a/1", Status.FAILED), *PASSED[1:]], ALL)
    assert results.claim(said, "1.0") == "does not conform to RRA 1.0"


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (PASSED, ALL | {"c/1"}),
        ([came("a/1", Status.SKIPPED), *PASSED[1:]], ALL),
        (PASSED, frozenset()),
    ],
    ids=["not all were run", "one was skipped", "nothing is listed"],
)
def test_what_was_not_run_is_never_a_pass(rows: list[CaseResult], wanted: frozenset[str]) -> None:
    said = results.conforms(rows, wanted)
    assert True not in said.values()
    assert results.claim(said, "1.0").startswith("not told whether it conforms")


MIXED = [
    came("a/1", Status.PASSED),
    came("a/2", Status.FAILED),
    came("b/1", Status.SKIPPED, "executed"),
    came("b/2", Status.NOT_SUPPORTED, "executed"),
]


def test_results_are_counted_by_component_and_level() -> None:
    said = results.document(MIXED, version="1.0", wanted=ALL, command=["mine"], positions=False)
    assert said["counts"] == {"pass": 1, "fail": 1, "skipped": 1, "not-supported": 1, "known": 0}
    assert said["components"]["a"]["fail"] == 1
    assert said["levels"]["executed"] == {"pass": 0, "fail": 0, "skipped": 1, "not-supported": 1, "known": 0}
    assert said["levels"]["steps"]["pass"] == 0
    assert (said["positions"], said["command"]) == (False, ["mine"])
    assert [(row["id"], row["status"]) for row in said["cases"]][1] == ("a/2", "fail")


def test_an_entry_of_a_skip_list_must_still_fail() -> None:
    skipped = frozenset({"a/1", "a/2", "b/1"})
    held = [result.known(skipped) for result in MIXED]
    assert [result.status for result in held] == [
        Status.FAILED,
        Status.KNOWN,
        Status.SKIPPED,
        Status.NOT_SUPPORTED,
    ]


def test_junit_tells_passes_failures_and_what_was_not_run_apart() -> None:
    odd = CaseResult(found=one("c/<1>"), status=Status.FAILED, faults=("a \x00 & <b>", "more"))
    root = ET.fromstring(junit.text([*MIXED, odd]))  # noqa: S314 (our own)
    suites = {suite.get("name"): suite for suite in root}
    assert [(name, suite.get("failures"), suite.get("skipped")) for name, suite in suites.items()] == [
        ("a", "1", "0"),
        ("b", "0", "2"),
        ("c", "1", "0"),
    ]
    (failure,) = suites["c"].iter("failure")
    assert (failure.get("message"), failure.text) == ("a \ufffd & <b>", "a \ufffd & <b>\nmore")
    assert [part.get("message") for part in suites["b"].iter("skipped")] == ["skipped: no symlinks", "not-supported: "]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "versions").mkdir()
    (tmp_path / "versions" / "1.0.txt").write_text("b/1\n# a comment\na/1  # another\n\n")
    return tmp_path


def test_the_list_of_a_version_is_read(suite: Path) -> None:
    listed = versions.list_of(suite, "1.0")
    assert listed == ("b/1", "a/1")
    cases = [one("a/1"), one("a/2"), one("b/1")]
    assert [found.id for found in versions.of_version(cases, listed, "1.0")] == ["a/1", "b/1"]


def test_new_ids_come_behind_those_that_are_listed() -> None:
    assert versions.extended(["b/1", "a/9"], [one("a/2"), one("b/1"), one("a/1")]) == "b/1\na/9\na/1\na/2\n"


def test_a_case_of_a_version_that_is_gone_is_said() -> None:
    with pytest.raises(UsageError, match=r"lacks cases of version 1\.0: b/1"):
        versions.of_version([one("a/1")], ["a/1", "b/1"], "1.0")


def test_a_version_that_is_not_there_is_said(suite: Path) -> None:
    with pytest.raises(UsageError, match=r"no version 3\.0") as caught:
        versions.list_of(suite, "3.0")
    assert caught.value.hint == "It has 1.0."


@pytest.mark.parametrize("text", ["a/1\na/one\n", "a\n"])
def test_a_skip_list_that_names_no_case_is_refused(suite: Path, text: str) -> None:
    (suite / "skip").write_text(text)
    with pytest.raises(UsageError, match="no such case"):
        versions.skip_list(suite / "skip", [one("a/1")])


@pytest.mark.parametrize("data", [None, b"\xff"], ids=["not there", "no text"])
def test_a_skip_list_that_cannot_be_read_is_said(suite: Path, data: bytes | None) -> None:
    if data:
        (suite / "skip").write_bytes(data)
    with pytest.raises(UsageError, match="cannot be read"):
        versions.skip_list(suite / "skip", [one("a/1")])


def test_the_numbers_are_written_between_their_marks() -> None:
    cases = [one("a/1"), one("a/2", code=0), one("b/1", "executed")]
    text = summary.with_numbers(f"# Head\n{summary.BEGIN}old\n{summary.END}tail\n", cases)
    assert text.startswith(f"# Head\n{summary.BEGIN}3 cases: 2 in which something is wrong and 1 in which nothing is;")
    assert "| a | 1 | 1 |\n| b | 1 | 0 |\n" in text
    assert "| executed | 1 | 0 |\n" in text
    assert text.endswith(f"{summary.END}tail\n")
    assert summary.with_numbers(text, cases) == text


@pytest.mark.parametrize("text", ["# Head\n", summary.BEGIN, summary.END + summary.BEGIN])
def test_a_readme_without_a_place_for_the_numbers_is_said(text: str) -> None:
    with pytest.raises(UsageError, match="no place for the numbers"):
        summary.with_numbers(text, [])


def test_a_case_is_exported_with_what_must_come_of_it(suite: Path) -> None:
    (suite / "base" / "small").mkdir(parents=True)
    (suite / "base" / "small" / "rra.yaml").write_text("id: small\n")
    assert export(suite, [one("a/1"), one("a/2/b")], suite / "out") == 2
    assert (suite / "out" / "a" / "2" / "b" / "artifact" / "rra.yaml").read_text() == "id: small\n"
    assert (suite / "out" / "a" / "1" / "expected.json").is_file()
    said = expected(one("a/1"))
    assert (said["id"], said["validate"]["level"], said["validate"]["exit"]) == ("a/1", "draft", 1)


def test_a_release_is_exported_beside_the_artifact(suite: Path) -> None:
    (suite / "base" / "small").mkdir(parents=True)
    (suite / "base" / "small" / "rra.yaml").write_text("id: small\n")
    (suite / "releases").mkdir()
    (suite / "releases" / "small-1.0.zip").write_bytes(b"the release")
    found = one("a/1")
    assert found.case.validate_ is not None
    validation = found.case.validate_.model_copy(update={"release": "small-1.0.zip"})
    found = replace(found, case=found.case.model_copy(update={"validate_": validation}))
    assert export(suite, [found], suite / "out") == 1
    assert (suite / "out" / "a" / "1" / "small-1.0.zip").read_bytes() == b"the release"
    assert expected(found)["validate"]["release"] == "small-1.0.zip"


def test_nothing_is_exported_among_other_files(suite: Path) -> None:
    with pytest.raises(UsageError, match="is not empty"):
        export(suite, [one("a/1")], suite)
    with pytest.raises(UsageError, match="cannot be made"):
        export(suite, [one("a/1")], suite / "versions" / "1.0.txt")
