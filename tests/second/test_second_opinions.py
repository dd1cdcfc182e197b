"""Other people's JSON Schema and a second implementation say of the suite what this one says."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from reprobridge_spec.schemas import second_opinion
from tests.conftest import CommandLine
from tests.second.documents import SCHEMAS, documents

HERE = Path(__file__).parent


def disagreements(answers: list[bool]) -> list[tuple[str, str, bool]]:
    """Case, path and answer wherever another one says something else than the models."""
    pairs = zip(documents(), answers, strict=True)
    return [(document.case, document.path, said) for document, said in pairs if said != document.is_valid]


@pytest.mark.slow
def test_there_is_something_to_disagree_about() -> None:
    invalid = [document for document in documents() if not document.is_valid]
    assert len(invalid) > 100
    assert len(documents()) - len(invalid) > 100
    assert {document.kind for document in invalid} == {document.kind for document in documents()}


@pytest.mark.slow
def test_jsonschema_rs_agrees_with_the_models() -> None:
    validators = {kind: jsonschema_rs.Draft202012Validator(schema) for kind, schema in SCHEMAS.items()}
    assert disagreements([validators[document.kind].is_valid(document.data) for document in documents()]) == []


def test_jsonschema_rs_agrees_with_the_models_on_the_forms_of_values() -> None:
    validators = {kind: jsonschema_rs.Draft202012Validator(schema) for kind, schema in SCHEMAS.items()}
    some = documents("form/m*")
    assert len(some) > 70
    wrong = [one.case for one in some if validators[one.kind].is_valid(one.data) != one.is_valid]
    assert wrong == []


@pytest.mark.slow
def test_jsonschema_agrees_with_the_models() -> None:
    answers = [not second_opinion.faults(document.data, SCHEMAS[document.kind]) for document in documents()]
    assert disagreements(answers) == []


@pytest.mark.slow
@pytest.mark.needs("ajv")
def test_ajv_agrees_with_the_models() -> None:
    asked: dict[str, Any] = {
        "schemas": SCHEMAS,
        "documents": [(document.kind, document.data) for document in documents()],
    }
    ended = subprocess.run(
        ["node", HERE / "ajv.mjs"], input=json.dumps(asked), capture_output=True, text=True, check=True, cwd=HERE
    )
    assert disagreements(json.loads(ended.stdout)) == []


def results(rrspec: CommandLine, tmp_path: Path, only: str, *implementation: object) -> dict[str, Any]:
    """The results file of an implementation over a part of the suite."""
    file = tmp_path / "results.json"
    rrspec(
        "conformance", "run", "--jobs", "4", "--no-positions", "--only", only, "--results", file, "--", *implementation
    )
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@pytest.mark.slow
def test_a_second_implementation_passes_the_schema_level(rrspec: CommandLine, tmp_path: Path) -> None:
    found = results(rrspec, tmp_path, "form/*", rrspec.command[0], HERE / "minimal.py")
    assert [row for row in found["cases"] if row["status"] != "pass"] == []
    assert found["counts"]["pass"] > 250


def test_a_second_implementation_passes_some_of_the_schema_level(rrspec: CommandLine, tmp_path: Path) -> None:
    found = results(rrspec, tmp_path, "form/truth-values/*", rrspec.command[0], HERE / "minimal.py")
    assert found["counts"] == {"pass": 8, "fail": 0, "skipped": 0, "not-supported": 0, "known": 0}


def test_a_second_implementation_is_short() -> None:
    assert sum(bool(line.strip()) for line in (HERE / "minimal.py").read_text().splitlines()) < 200


WRONG = {
    "accepts everything": "print('{\"findings\": []}')",
    "rejects everything": 'print(\'{"findings": [{"rule": "RRM001", "severity": "error"}]}\')\nraise SystemExit(1)',
    "crashes": "raise RuntimeError",
}


@pytest.mark.parametrize(("name", "passed"), [("accepts everything", 1), ("rejects everything", 0), ("crashes", 0)])
def test_a_wrong_implementation_fails_nearly_all(rrspec: CommandLine, tmp_path: Path, name: str, passed: int) -> None:
    (tmp_path / "wrong.py").write_text(WRONG[name])
    found = results(rrspec, tmp_path, "form/truth-values/*", rrspec.command[0], "-S", tmp_path / "wrong.py")
    assert (found["counts"]["pass"], found["counts"]["fail"]) == (passed, 8 - passed)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_implementation_fails_most_of_the_suite(rrspec: CommandLine, tmp_path: Path, name: str) -> None:
    (tmp_path / "wrong.py").write_text(WRONG[name])
    part = "*" if os.environ.get("RRSPEC_SOAK") else "environment/*"
    found = results(rrspec, tmp_path, part, rrspec.command[0], "-S", tmp_path / "wrong.py")
    good = {"accepts everything": 1 / 3, "rejects everything": 1 / 20, "crashes": 1 / 50}[name]
    assert found["counts"]["pass"] < good * len(found["cases"])
    assert not any(found["conforms"].values())
