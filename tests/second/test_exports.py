"""What `rrspec export` makes is taken by the programs of others."""

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.conftest import CHECKOUT, CommandLine
from tests.second import readers

pytestmark = pytest.mark.needs("readers of exports")

BASES = CHECKOUT / "conformance/base"
DAY = ("--published", "2026-11-30")


@pytest.fixture
def artifact(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    target = tmp_path / "artifact"
    shutil.copytree(BASES / getattr(request, "param", "chain"), target)
    return target


@pytest.fixture
def odd_names(artifact: Path) -> Path:
    for path in ("data/面试 (2).csv", "code/é à.py", "guide/it's #1 & more.md"):
        (artifact / path).write_text("x\n", encoding="utf-8")
    return artifact


def exported(rrspec: CommandLine, name: str, *arguments: object) -> str:
    ended = rrspec("export", name, *arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.slow
def test_roc_validator_takes_a_crate_with_its_runs(rrspec: CommandLine, odd_names: Path) -> None:
    exported(rrspec, "ro-crate", odd_names, *DAY, "--agent", "Jane Doe", "-o", odd_names)
    assert readers.crate_faults(odd_names, "ro-crate-1.2") == []
    # the profile's own checks: those that it inherits are of RO-Crate 1.1
    assert readers.crate_faults(odd_names, "process-run-crate", "--disable-profile-inheritance") == []


@pytest.mark.slow
def test_roc_validator_misses_nothing_but_the_day_that_nobody_stated(rrspec: CommandLine, artifact: Path) -> None:
    exported(rrspec, "ro-crate", artifact, "-o", artifact)
    (fault,) = readers.crate_faults(artifact, "ro-crate-1.2")
    assert "`datePublished`" in fault


@pytest.mark.slow
def test_roc_validator_takes_a_package_as_it_is_unpacked(rrspec: CommandLine, artifact: Path, tmp_path: Path) -> None:
    assert rrspec("pack", artifact, "-o", tmp_path / "chain.rra.zip").returncode == 0
    assert rrspec("open", tmp_path / "chain.rra.zip", tmp_path / "opened").returncode == 0
    (fault,) = readers.crate_faults(tmp_path / "opened", "ro-crate-1.2")
    assert "`datePublished`" in fault


@pytest.mark.slow
def test_roc_validator_refuses_a_crate_without_a_file_of_its_list(rrspec: CommandLine, artifact: Path) -> None:
    exported(rrspec, "ro-crate", artifact, *DAY, "-o", artifact)
    (artifact / "data/train.csv").unlink()
    assert readers.crate_faults(artifact, "ro-crate-1.2")


def test_bagit_takes_a_bag(rrspec: CommandLine, odd_names: Path, tmp_path: Path) -> None:
    exported(rrspec, "bagit", odd_names, "-o", tmp_path / "bag")
    ended = readers.call("bagit.py", "--validate", tmp_path / "bag")
    assert ended.returncode == 0, ended.stderr
    assert "面试 (2).csv" in ended.stderr


def test_bagit_refuses_a_bag_whose_payload_was_edited(rrspec: CommandLine, artifact: Path, tmp_path: Path) -> None:
    exported(rrspec, "bagit", artifact, "-o", tmp_path / "bag")
    (tmp_path / "bag/data/rra.yaml").write_bytes(b"rra: '1.0'\n")
    assert readers.call("bagit.py", "--validate", tmp_path / "bag").returncode != 0


@pytest.mark.parametrize("artifact", ["chain", "gated", "minimal", "repaired", "shipped-score"], indirect=True)
def test_a_citation_is_one_by_the_schema_of_cff(rrspec: CommandLine, artifact: Path) -> None:
    schema = json.loads(readers.package_file("cffconvert/schemas/1.2.0/schema.json").read_text())
    for options in ((), DAY, ("--author", "Doe, Jane", "--author", "The Group"), ("--anonymous",)):
        written = yaml.safe_load(exported(rrspec, "cff", artifact, *options))
        jsonschema.validate(written, schema)


def test_cffconvert_makes_an_entry_of_bibtex(rrspec: CommandLine, tmp_path: Path) -> None:
    exported(rrspec, "cff", BASES / "gated", "--author", "Doe, Jane", "-o", tmp_path / "CITATION.cff")
    ended = readers.call("cffconvert", "-i", tmp_path / "CITATION.cff", "-f", "bibtex")
    assert ended.returncode == 0, ended.stderr
    assert "author = {Doe, Jane}" in ended.stdout or "author = {Jane Doe}" in ended.stdout


def terms_in(value: Any) -> set[str]:
    if isinstance(value, list):
        return {term for item in value for term in terms_in(item)}
    if isinstance(value, dict):
        own = {key for key in value if not key.startswith("@")} | {value[key] for key in ("@type",) if key in value}
        return own | {term for item in value.values() for term in terms_in(item)}
    return set()


@pytest.mark.parametrize("name", ["chain", "gated", "minimal", "repaired", "shipped-score"])
def test_codemeta_uses_terms_of_its_context_only(rrspec: CommandLine, name: str) -> None:
    known = json.loads(readers.package_file("codemeta/schema/codemeta.jsonld").read_text())["@context"]
    options = (*DAY, "--author", "Doe, Jane")
    written = json.loads(exported(rrspec, "codemeta", BASES / name, *options))
    assert {term.partition(":")[0] for term in terms_in(written)} - known.keys() == set()


@pytest.mark.parametrize("name", ["chain", "gated", "repaired"])
def test_mlcroissant_takes_each_data_set(rrspec: CommandLine, name: str, tmp_path: Path) -> None:
    exported(rrspec, "croissant", BASES / name, "-o", tmp_path / "sets")
    for file in sorted((tmp_path / "sets").iterdir()):
        ended = readers.call("mlcroissant", "validate", "--jsonld", file)
        assert ended.returncode == 0, ended.stderr
        assert "error(s)" not in ended.stderr
        assert "not standard" not in ended.stderr


def test_mlcroissant_refuses_a_file_without_digest(rrspec: CommandLine, tmp_path: Path) -> None:
    exported(rrspec, "croissant", BASES / "chain", "-o", tmp_path / "sets")
    file = tmp_path / "sets/few.croissant.json"
    written = json.loads(file.read_text())
    del written["distribution"][0]["sha256"]
    file.write_text(json.dumps(written))
    assert "error(s)" in readers.call("mlcroissant", "validate", "--jsonld", file).stderr
