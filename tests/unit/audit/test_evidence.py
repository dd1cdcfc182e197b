import json
import shutil
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reprobridge_spec.audit.audit import audit
from reprobridge_spec.audit.evidence import opened, trust, witnesses
from reprobridge_spec.audit.verdicts import exit_code
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError, ExitCode, NoArtifactError, UsageError
from reprobridge_spec.handover.pack import pack
from reprobridge_spec.model.audit import AuditReport
from tests.conftest import CHECKOUT

BASES = CHECKOUT / "conformance" / "base"
LAST = "half-scored-s2-36b4d2d9"


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BASES / "repaired", tmp_path / "repaired"))


def report(artifact: Path, records: Path | None = None) -> AuditReport:
    with opened(artifact, records) as files:
        return audit(files)


@pytest.mark.parametrize("base", ["chain", "repaired", "gated"])
def test_a_package_is_audited_as_its_folder(base: str, tmp_path: Path) -> None:
    package = pack(BASES / base, tmp_path / "one.rra.zip").path
    assert report(package) == report(BASES / base)


def test_a_folder_inside_an_artifact_is_the_artifact(artifact: Path) -> None:
    assert report(artifact / "evidence") == report(artifact) == report(artifact / "rra.yaml")


def test_records_that_lie_elsewhere_stand_in_the_evidence(artifact: Path, tmp_path: Path) -> None:
    whole = report(artifact)
    (tmp_path / "records").mkdir()
    shutil.move(artifact / "evidence" / "runs" / LAST, tmp_path / "records" / LAST)
    assert exit_code(report(artifact)) is ExitCode.NOT_DONE
    assert report(artifact, tmp_path / "records") == whole


def test_records_from_elsewhere_take_the_place_of_those_with_their_names(artifact: Path, tmp_path: Path) -> None:
    whole = report(artifact)
    shutil.copytree(artifact / "evidence" / "runs" / LAST, tmp_path / "records" / LAST)
    edited = artifact / "evidence" / "runs" / LAST
    (edited / "outputs" / "scores.json").write_text('{"right": 0.99}')
    (edited / "outputs" / "more.json").write_text("{}")
    assert exit_code(report(artifact)) is ExitCode.FINDINGS
    assert report(artifact, tmp_path / "records") == whole


def test_nothing_where_no_artifact_is(tmp_path: Path) -> None:
    with pytest.raises(NoArtifactError) as caught, opened(tmp_path / "nothing"):
        pass
    assert caught.value.hint


def test_a_folder_of_records_that_is_not_there(artifact: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder"), opened(artifact, tmp_path / "nothing"):
        pass


def test_a_manifest_of_another_form_is_refused(artifact: Path) -> None:
    (artifact / "rra.yaml").write_text('rra: "1.0"\nid: [x]\n')
    with pytest.raises(ArtifactError, match="not the right form"):
        report(artifact)


@pytest.mark.parametrize(
    "text", [None, "", "{}", "nothing", json.dumps({"rra": "1.0"})], ids=["missing", "empty", "{}", "text", "a part"]
)
def test_what_is_no_verification_is_no_witness(text: str | None, tmp_path: Path) -> None:
    file = tmp_path / "verification.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(UsageError) as caught:
        witnesses([file])
    assert caught.value.hint


def test_a_verification_is_a_witness() -> None:
    (found,) = witnesses([BASES / "repaired" / "evidence" / "verifications" / "first.json"])
    assert found.artifact == "repaired 1.0.0"


def test_no_link_in_the_evidence_is_followed(artifact: Path, tmp_path: Path) -> None:
    output = artifact / "evidence" / "runs" / LAST / "outputs" / "scores.json"
    (tmp_path / "elsewhere.json").write_bytes(output.read_bytes())
    output.unlink()
    output.symlink_to(tmp_path / "elsewhere.json")
    found = report(artifact)
    assert found.tasks[0].judgement is None
    assert found.tasks[0].reasons == ["record-altered"]


def test_a_folder_in_the_place_of_an_output_is_none(artifact: Path) -> None:
    output = artifact / "evidence" / "runs" / LAST / "outputs" / "scores.json"
    output.unlink()
    output.mkdir()
    assert report(artifact).tasks[0].reasons == ["record-altered"]


def test_a_name_that_no_encoding_can_write_is_told_with_an_escape(artifact: Path) -> None:
    code = artifact / "code" / "points" / "model.py"
    text = code.read_text() + "\nBEST = 85.43\n"
    name = b"odd-\xff.py".decode("utf-8", "surrogateescape")
    try:
        code.with_name(name).write_text(text)
    except OSError:
        pytest.skip("not checked: the file system here takes no such names")
    manifest = artifact / "rra.yaml"
    manifest.write_text(manifest.read_text().replace('"85.40"', '"85.43"'))
    told = [finding for finding in report(artifact).findings if finding.reason == "published-value-in-code"]
    assert [finding.file for finding in told] == ["code/points/odd-\\udcff.py"]


@pytest.mark.parametrize("of", [".", "evidence", "rra.yaml"])
def test_what_lies_in_the_artifact_is_no_witness(of: str, artifact: Path) -> None:
    with pytest.raises(UsageError, match="lies in the artifact") as caught:
        witnesses([artifact / "evidence" / "verifications" / "first.json"], artifact / of)
    assert caught.value.hint


def test_a_link_into_the_artifact_is_no_witness(artifact: Path, tmp_path: Path) -> None:
    (tmp_path / "own.json").symlink_to(artifact / "evidence" / "verifications" / "first.json")
    with pytest.raises(UsageError, match="lies in the artifact"):
        witnesses([tmp_path / "own.json"], artifact)


def test_what_lies_beside_the_artifact_is_a_witness(artifact: Path, tmp_path: Path) -> None:
    own = Path(shutil.copy(artifact / "evidence" / "verifications" / "first.json", tmp_path / "own.json"))
    assert len(witnesses([own], artifact)) == 1


SIGNER = "ann ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA"
CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"


@pytest.mark.parametrize(
    ("signers", "clocks", "said"),
    [
        ("gnats:x:41:41:Gnats Bug-Reporting System:/var:/bin/sh", None, "holds no key of a signer"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb g a\n", None, "holds no key of a signer"),
        ("ann ssh-ed25519", None, "holds no key of a signer"),
        ("", None, "no key"),
        ("\n\n", None, "no key"),
        (f"# {SIGNER}\n", None, "no key"),
        ("ann ssh-ed25519\n", None, "no key"),
        (SIGNER, "", "no certificate"),
        (SIGNER, "CERTIFICATE\n", "no certificate"),
        (SIGNER, "-----BEGIN PRIVATE KEY-----\n", "no certificate"),
    ],
)
def test_trust_in_nobody_is_a_fault_of_the_call(signers: str, clocks: str | None, said: str, tmp_path: Path) -> None:
    (tmp_path / "signers").write_text(signers)
    (tmp_path / "clocks").write_text(clocks or "")
    with pytest.raises(UsageError, match=said) as caught:
        trust(tmp_path / "signers", tmp_path / "clocks" if clocks is not None else None)
    assert caught.value.hint


def test_trust_is_what_the_files_hold(tmp_path: Path) -> None:
    (tmp_path / "signers").write_text(f"# mine\n{SIGNER}\n")
    (tmp_path / "clocks").write_text(CERTIFICATE)
    found = trust(tmp_path / "signers", tmp_path / "clocks")
    assert (found.signers, found.authorities) == (f"# mine\n{SIGNER}\n".encode(), CERTIFICATE.encode())


def repacked(package: Path, target: Path, changes: dict[str, bytes | None]) -> Path:
    """The members of a package, of which some are others, left out, or more; the list stays."""
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(target, "w") as new:
        top = old.namelist()[0].partition("/")[0]
        members = {name.removeprefix(f"{top}/"): old.read(name) for name in old.namelist() if not name.endswith("/")}
        for name, data in (members | changes).items():
            if data is not None:
                new.writestr(f"{top}/{name}", data)
    return target


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"launchers/score.py": b"print(1)\n"}, "'launchers/score.py' .SHA-256"),
        ({"guide/guide.md": None}, "'guide/guide.md' .listed and missing"),
        ({"code/more.py": b"\n"}, "'code/more.py' .there and not listed"),
        ({"MANIFEST.sha256": b"nothing\n"}, "no SHA-256"),
    ],
)
def test_a_package_with_other_files_than_it_lists_is_refused(
    changes: dict[str, bytes | None], said: str, tmp_path: Path
) -> None:
    package = pack(BASES / "repaired", tmp_path / "one.rra.zip").path
    with pytest.raises(ArtifactError, match=said), opened(repacked(package, tmp_path / "other.zip", changes)):
        pass


def test_a_package_of_another_packer_needs_no_list(tmp_path: Path) -> None:
    package = pack(BASES / "repaired", tmp_path / "one.rra.zip").path
    other = repacked(package, tmp_path / "other.zip", {"MANIFEST.sha256": None})
    assert report(other).tasks == report(BASES / "repaired").tasks


ENDED = datetime(2026, 11, 29, 19, 19, 9, tzinfo=UTC)
"""When the last run of the repaired artifact ended."""


@pytest.mark.parametrize(
    ("earlier", "reasons"),
    [
        (timedelta(days=-400), []),
        (timedelta(hours=23), []),
        (timedelta(days=2), ["not-yet"]),
        (timedelta(400), ["not-yet"]),
    ],
)
def test_a_clock_may_be_a_day_behind_and_no_more(artifact: Path, earlier: timedelta, reasons: list[str]) -> None:
    found = audit(FolderFiles(artifact), clock=lambda: ENDED - earlier)
    (task,) = [task for task in found.tasks if task.task == "half/accuracy"]
    assert (task.verdict == "cannot-be-told", task.reasons) == (bool(reasons), reasons)
