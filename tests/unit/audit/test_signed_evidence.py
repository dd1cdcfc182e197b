"""What signatures make of evidence: records by `ssh-keygen`, a clock by `openssl`, both of them real."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reprobridge_spec.model.audit import AuditReport, AuditVerdict
from reprobridge_spec.model.verification import EvidenceClass
from reprobridge_spec.signing.ssh import Namespace, sign
from tests.conftest import CHECKOUT
from tests.unit.audit.signed import commit, moved, rechain, records, report, rewrite
from tests.unit.signing.keys import Authority, key, signers

pytestmark = [pytest.mark.needs("ssh-keygen"), pytest.mark.needs("openssl")]

BASE = CHECKOUT / "conformance" / "base" / "repaired"
TASK = "half/accuracy"


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return key(tmp_path_factory.mktemp("keys"), "author")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return key(tmp_path_factory.mktemp("keys"), "lab")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tsa") / "own")


@pytest.fixture(scope="module")
def whole(author: Path, authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An artifact of which everything is as it should be: the plan was committed, then it was run."""
    artifact = Path(shutil.copytree(BASE, tmp_path_factory.mktemp("whole") / "artifact"))
    moved(artifact, datetime(2126, 1, 1, tzinfo=UTC))
    commit(artifact, author, authority)
    for record in records(artifact):
        sign(record, author, Namespace.RECORD)
    return artifact


@pytest.fixture
def artifact(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "artifact"))


@pytest.fixture
def trusted(author: Path) -> bytes:
    return signers(("ann", author, 'namespaces="rra-record,rra-commitment"'))


def told(found: AuditReport) -> tuple[AuditVerdict, EvidenceClass]:
    (row,) = [row for row in found.tasks if row.task == TASK]
    return row.verdict, row.evidence


def why(found: AuditReport) -> str:
    (finding,) = [finding for finding in found.findings if finding.reason == "signed-without-plan"]
    return finding.message


CONSISTENT = (AuditVerdict.CONSISTENT, EvidenceClass.SELF)
SUPPORTED = (AuditVerdict.SUPPORTED, EvidenceClass.SIGNED)


def test_signed_runs_of_a_plan_that_was_committed_before_support_a_score(
    artifact: Path, trusted: bytes, authority: Authority
) -> None:
    found = report(artifact, trusted, authority.certificates)
    assert told(found) == SUPPORTED
    assert found.not_checked == []


def test_without_keys_nothing_was_verified_and_that_is_said(artifact: Path) -> None:
    found = report(artifact)
    assert told(found) == CONSISTENT
    assert [(part.what, "no list of signers" in part.reason) for part in found.not_checked] == [("signatures", True)]


def test_without_certificates_the_clock_was_not_verified_and_that_is_said(artifact: Path, trusted: bytes) -> None:
    found = report(artifact, trusted)
    assert told(found) == CONSISTENT
    assert "no certificates were given" in why(found)


def test_a_clock_that_nobody_trusts_counts_for_nothing(artifact: Path, trusted: bytes, tmp_path: Path) -> None:
    found = report(artifact, trusted, Authority(tmp_path / "other").certificates)
    assert told(found) == CONSISTENT
    assert "does not hold" in why(found)


def test_a_commitment_without_a_clock_counts_for_nothing(artifact: Path, trusted: bytes, authority: Authority) -> None:
    (artifact / "evidence" / "commitments" / "first.json.tsr").unlink()
    found = report(artifact, trusted, authority.certificates)
    assert told(found) == CONSISTENT
    assert "no outside clock" in why(found)


def test_a_plan_that_was_committed_after_the_first_run(
    author: Path, trusted: bytes, authority: Authority, tmp_path: Path
) -> None:
    artifact = Path(shutil.copytree(BASE, tmp_path / "artifact"))
    moved(artifact, datetime(2025, 1, 1, tzinfo=UTC))
    commit(artifact, author, authority)
    for record in records(artifact):
        sign(record, author, Namespace.RECORD)
    found = report(artifact, trusted, authority.certificates)
    assert told(found) == CONSISTENT
    assert "the first scored run began at 2025-" in why(found)


def test_one_run_that_is_not_signed_makes_the_score_self_made(
    artifact: Path, trusted: bytes, authority: Authority
) -> None:
    records(artifact)[0].with_name("run.json.sig").unlink()
    assert told(report(artifact, trusted, authority.certificates)) == CONSISTENT


def test_seeds_that_were_not_committed_to(artifact: Path, author: Path, trusted: bytes, authority: Authority) -> None:
    commit(artifact, author, authority, experiments={"half": "0" * 64})
    found = report(artifact, trusted, authority.certificates)
    assert told(found) == CONSISTENT
    assert "committed to another plan" in why(found)


def test_a_judgement_that_was_not_committed_to(
    artifact: Path, author: Path, trusted: bytes, authority: Authority
) -> None:
    commit(artifact, author, authority, tasks={TASK: "0" * 64})
    found = report(artifact, trusted, authority.certificates)
    assert told(found) == CONSISTENT
    assert "another judgement" in why(found)


def test_a_commitment_of_somebody_else(artifact: Path, author: Path, lab: Path, authority: Authority) -> None:
    commit(artifact, lab, authority)
    both = signers(("ann", author, ""), ("lab", lab, ""))
    found = report(artifact, both, authority.certificates)
    assert told(found) == CONSISTENT
    assert "`ann` committed to no plan" in why(found)


def test_a_key_that_nobody_trusts_signs_nothing(artifact: Path, lab: Path, authority: Authority) -> None:
    found = report(artifact, signers(("lab", lab, "")), authority.certificates)
    assert told(found) == CONSISTENT
    assert {finding.reason for finding in found.findings} == {"signer-unknown"}


def test_a_record_that_was_edited_after_it_was_signed(artifact: Path, trusted: bytes, authority: Authority) -> None:
    rewrite(records(artifact)[-1], reason="x")
    rechain(artifact)
    found = report(artifact, trusted, authority.certificates)
    assert told(found)[0] is AuditVerdict.NOT_SUPPORTED
    assert "signature-broken" in {finding.reason for finding in found.findings}


def test_an_edited_commitment_counts_for_nothing(artifact: Path, trusted: bytes, authority: Authority) -> None:
    rewrite(artifact / "evidence" / "commitments" / "first.json", made="2026-11-29T10:00:01Z")
    found = report(artifact, trusted, authority.certificates)
    assert told(found) == CONSISTENT
    assert [finding.bearing for finding in found.findings if finding.reason == "signature-broken"] == ["remark"]


@pytest.mark.parametrize("text", ["", "{}", "nothing", '{"rra": "1.0"}'])
def test_what_is_no_commitment_is_none(
    text: str, artifact: Path, author: Path, trusted: bytes, authority: Authority
) -> None:
    file = artifact / "evidence" / "commitments" / "first.json"
    file.write_text(text)
    sign(file, author, Namespace.COMMITMENT)
    assert told(report(artifact, trusted, authority.certificates)) == CONSISTENT


def of_verification(artifact: Path) -> Path:
    """A verification of the artifact's runs, which names their records."""
    file = artifact / "evidence" / "verifications" / "first.json"
    from reprobridge_spec import digest  # noqa: PLC0415

    runs = [
        {
            "run": record.parent.name,
            "experiment": "half",
            "mode": "scored",
            "outcome": "measured",
            "record_sha256": digest.of_file(record),
        }
        for record in records(artifact)
    ]
    rewrite(file, runs=runs)
    return file


def test_a_verification_by_somebody_who_is_trusted_for_it_is_a_witness(lab: Path, tmp_path: Path) -> None:
    artifact = Path(shutil.copytree(BASE, tmp_path / "artifact"))
    file = of_verification(artifact)
    (artifact / "rra.yaml").write_text((artifact / "rra.yaml").read_text())
    sign(file, lab, Namespace.VERIFICATION)
    found = report(artifact, signers(("lab", lab, 'namespaces="rra-verification"')))
    assert told(found)[1] is EvidenceClass.WITNESSED
    assert told(report(artifact))[1] is EvidenceClass.SELF


def test_nobody_is_their_own_witness(artifact: Path, author: Path) -> None:
    sign(of_verification(artifact), author, Namespace.VERIFICATION)
    assert told(report(artifact, signers(("ann", author, ""))))[1] is EvidenceClass.SELF


def test_nothing_is_said_of_signatures_where_there_are_none(trusted: bytes) -> None:
    found = report(BASE, trusted)
    assert told(found) == CONSISTENT
    assert found.not_checked == []
