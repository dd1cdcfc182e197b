import json
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.batch.check import check_artifact
from reprobridge_spec.findings import Fix, MakeExecutable, Replace, RulesLeftOut, Severity, Silenced, Silencer
from reprobridge_spec.render import sarif
from reprobridge_spec.rules.table import find, page
from tests.unit.render.reports import EDIT, FINDING, REPAIRABLE, SKIPPED, shown_with
from tests.unit.render.test_report import changed


def run_of(*reports: Any) -> Any:
    (run,) = json.loads(json.dumps(sarif.log(reports)))["runs"]
    return run


def test_a_result_has_rule_level_message_place_and_fingerprint() -> None:
    (result,) = run_of(shown_with(FINDING, folder="papers/one"))["results"]
    assert (result["ruleId"], result["level"]) == ("RRE002", "error")
    assert result["message"]["text"] == "six is not locked. Run `rrspec lock`."
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "papers/one/env/requirements.lock", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 2, "startColumn": 5},
    }
    assert set(result["partialFingerprints"].values()) == {"0" * 32}


def test_rules_bring_their_pages_and_results_point_to_them() -> None:
    run = run_of(shown_with(REPAIRABLE, FINDING, not_checked=(SKIPPED,)))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["RRE002", "RRM007", "RRS001"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["RRM007", "RRE002"]
    drift = rules[0]
    assert drift["help"]["markdown"] == page(find("RRE002")).strip()
    assert drift["shortDescription"]["text"].endswith(".")
    assert "\n" not in drift["shortDescription"]["text"]
    assert drift["defaultConfiguration"]["level"] == "error"


def test_a_repair_is_a_replacement_of_a_region() -> None:
    (result,) = run_of(shown_with(REPAIRABLE))["results"]
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "rra.yaml"
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 1, "startColumn": 8, "endLine": 1, "endColumn": 12},
            "insertedContent": {"text": '"3.10"'},
        }
    ]


@pytest.mark.parametrize(
    "edits",
    [(MakeExecutable(file="a"),), (EDIT, MakeExecutable(file="a")), (Replace(file="a", start=0, end=1, new=b""),)],
)
def test_a_repair_that_is_no_change_of_text_is_left_out(edits: Any) -> None:
    (result,) = run_of(shown_with(changed(fix=Fix(what="Mend it.", edits=edits))))["results"]
    assert "fixes" not in result


@pytest.mark.parametrize(("by", "kind"), [("comment", "inSource"), ("waiver", "external"), ("baseline", "external")])
def test_a_silenced_finding_is_suppressed_with_its_reason(by: str, kind: str) -> None:
    one = shown_with(silenced=(Silenced(finding=FINDING, by=Silencer(by), reason="it is so"),))
    (result,) = run_of(one)["results"]
    assert result["suppressions"] == [{"kind": kind, "status": "accepted", "justification": f"{by}: it is so"}]


def test_what_did_not_look_and_what_was_left_out_are_notifications() -> None:
    (invocation,) = run_of(shown_with(not_checked=(SKIPPED,), left_out=RulesLeftOut(words=("RRP002",))))["invocations"]
    (skipped,) = invocation["toolExecutionNotifications"]
    assert skipped["message"]["text"] == "RRS001 secret was not checked: notes could not be read"
    assert skipped["associatedRule"]["id"] == "RRS001"
    (left_out,) = invocation["toolConfigurationNotifications"]
    assert left_out["message"]["text"] == "left out: RRP002"


def test_many_artifacts_are_one_run_and_each_result_says_whose_it_is() -> None:
    run = run_of(shown_with(artifact="a", folder="a"), shown_with(FINDING, artifact="b", folder="b"))
    (result,) = run["results"]
    assert run["invocations"][result["provenance"]["invocationIndex"]]["properties"]["artifact"] == "b"


@pytest.mark.parametrize(
    ("folder", "file", "uri"),
    [
        ("", "a b/ä.py", "a%20b/%C3%A4.py"),
        ("", "a#b?c%d", "a%23b%3Fc%25d"),
        ("", "c:x", "c%3Ax"),
        ("", "bytes\udcff", "bytes%FF"),
        ("", "odd\ud800", "odd%5Cud800"),
        ("/home/x y", "rra.yaml", "file:///home/x%20y/rra.yaml"),
    ],
)
def test_a_path_is_written_as_an_address(folder: str, file: str, uri: str) -> None:
    (result,) = run_of(shown_with(changed(file=file), folder=folder))["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == uri
    assert ("uriBaseId" in location) == (not folder)


@pytest.mark.parametrize("severity", Severity)
def test_every_weight_is_a_level(severity: Severity) -> None:
    (result,) = run_of(shown_with(changed(severity=severity)))["results"]
    assert result["level"] == severity.value


def test_what_only_higher_levels_count_is_no_result() -> None:
    run = run_of(shown_with(upcoming=(FINDING,)))
    assert run["results"] == []
    assert run["invocations"][0]["properties"]["next"] == 1


def test_a_package_that_was_refused_is_a_result_too(tmp_path: Path) -> None:
    package = tmp_path / "a.zip"
    package.write_bytes(b"PK\x03\x04nothing")
    (result,) = run_of(check_artifact(package).shown)["results"]
    assert result["ruleId"] == "RRP021"
    assert all(result["partialFingerprints"].values())
