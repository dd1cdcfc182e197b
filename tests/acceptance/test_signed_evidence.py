"""Evidence that is signed, audited from the command line with the keys and the clock of a reader."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reprobridge_spec.signing.ssh import Namespace, sign
from tests.conftest import CHECKOUT, CommandLine
from tests.unit.audit.signed import commit, moved, records
from tests.unit.signing.keys import Authority, key, signers

pytestmark = [pytest.mark.needs("ssh-keygen"), pytest.mark.needs("openssl")]


def test_a_reader_with_keys_and_a_clock_finds_a_score_supported(tmp_path: Path, rrspec: CommandLine) -> None:
    artifact = Path(shutil.copytree(CHECKOUT / "conformance" / "base" / "repaired", tmp_path / "artifact"))
    author, authority = key(tmp_path, "author"), Authority(tmp_path / "clock")
    # after what the clock will say, and by less than a clock may be wrong
    moved(artifact, datetime.now(UTC) + timedelta(hours=6))
    commit(artifact, author, authority)
    for record in records(artifact):
        sign(record, author, Namespace.RECORD)
    (tmp_path / "allowed_signers").write_bytes(signers(("ann", author, "")))
    trusted = ("--signers", tmp_path / "allowed_signers", "--clocks", tmp_path / "clock" / "ca.pem")
    ended = rrspec("audit", artifact, *trusted, "--format", "json")
    assert ended.returncode == 0, ended.stderr
    said = json.loads(ended.stdout)
    assert [(row["verdict"], row["evidence"]) for row in said["tasks"][:1]] == [("supported", "signed")]
    plain = rrspec("audit", artifact)
    assert "not checked: signatures:" in plain.stdout
    assert "consistent" in plain.stdout


@pytest.mark.parametrize(
    "options", [("--signers", "nothing"), ("--clocks", "nothing")], ids=["no list", "a clock without keys"]
)
def test_what_is_no_trust_is_a_fault_of_the_call(options: tuple[str, str], rrspec: CommandLine) -> None:
    ended = rrspec("audit", CHECKOUT / "conformance" / "base" / "repaired", *options)
    assert ended.returncode == 2


def test_a_commitment_binds_to_the_present_plans(tmp_path: Path, rrspec: CommandLine) -> None:
    artifact = Path(shutil.copytree(CHECKOUT / "conformance" / "base" / "repaired", tmp_path / "artifact"))
    ended = rrspec("commitment", "-C", artifact, "--sign", key(tmp_path, "author"), "--format", "json")
    assert ended.returncode == 0, ended.stderr
    said = json.loads(ended.stdout)
    (file,) = (artifact / "evidence" / "commitments").glob("*.json")
    assert json.loads(file.read_text(encoding="utf-8")) == said
    recorded = json.loads(records(artifact)[0].read_text(encoding="utf-8"))["predicate"]["plan"]
    assert said["experiments"] == {"half": recorded["campaign"]}
    assert {path.name.removeprefix(file.name) for path in file.parent.iterdir()} == {"", ".sig", ".tsq"}
    assert rrspec("validate", artifact, "--level", "executed").returncode == 0


def test_a_commitment_that_comes_after_scores_says_that_it_proves_nothing_for_them(
    tmp_path: Path, rrspec: CommandLine
) -> None:
    artifact = Path(shutil.copytree(CHECKOUT / "conformance" / "base" / "repaired", tmp_path / "artifact"))
    scored = [json.loads(record.read_text(encoding="utf-8"))["predicate"]["mode"] for record in records(artifact)]
    count = scored.count("scored")
    first = rrspec("commitment", "-C", artifact)
    assert f"{count} scored runs are there already" in first.stderr
    assert "proves nothing for them" in first.stderr
    assert "commits to the same plans already" not in first.stderr
    shutil.rmtree(artifact / "evidence" / "runs")
    (file,) = (artifact / "evidence" / "commitments").glob("*.json")
    again = rrspec("commitment", "-C", artifact, "--format", "json")
    assert f"evidence/commitments/{file.name} of 20" in again.stderr
    assert "commits to the same plans already" in again.stderr
    assert "scored run" not in again.stderr
    assert json.loads(again.stdout)["experiments"]


def test_a_commitment_to_other_plans_is_no_second_one(tmp_path: Path, rrspec: CommandLine) -> None:
    artifact = Path(shutil.copytree(CHECKOUT / "conformance" / "base" / "repaired", tmp_path / "artifact"))
    folder = artifact / "evidence" / "commitments"
    assert rrspec("commitment", "-C", artifact).returncode == 0
    (file,) = folder.glob("*.json")
    said = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(said | {"experiments": {"half": "0" * 64}}), encoding="utf-8")
    (folder / "no-document.json").write_text("{", encoding="utf-8")
    assert "same plans" not in rrspec("commitment", "-C", artifact).stderr


def test_no_commitment_of_what_is_not_specified(tmp_path: Path, rrspec: CommandLine) -> None:
    artifact = Path(shutil.copytree(CHECKOUT / "conformance" / "base" / "minimal", tmp_path / "artifact"))
    assert rrspec("commitment", "-C", artifact).returncode == 1
    assert not (artifact / "evidence").exists()


def test_no_commitment_with_a_key_that_is_not_there(tmp_path: Path, rrspec: CommandLine) -> None:
    artifact = Path(shutil.copytree(CHECKOUT / "conformance" / "base" / "repaired", tmp_path / "artifact"))
    (tmp_path / "text").write_text("no key\n", encoding="utf-8")
    for name in ("nothing", "text"):
        assert rrspec("commitment", "-C", artifact, "--sign", tmp_path / name).returncode == 2
    assert not (artifact / "evidence" / "commitments").exists()
