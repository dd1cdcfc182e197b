"""One artifact is checked the same way wherever it lies."""

import shutil
import struct
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from reprobridge_spec.batch.check import check_artifact
from reprobridge_spec.batch.order import Order
from reprobridge_spec.errors import NoArtifactError
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.asked import Asked
from tests.conftest import CHECKOUT
from tests.unit.archive.tars import T, tar


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    target = tmp_path / "artifact"
    shutil.copytree(CHECKOUT / "conformance" / "base" / "shipped-score", target)
    return target


def packed(artifact: Path, kind: str, prefix: str) -> Path:
    files = {
        prefix + path.relative_to(artifact).as_posix(): path for path in sorted(artifact.rglob("*")) if path.is_file()
    }
    package = artifact.with_suffix(f".{kind}")
    if kind == "zip":
        with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, path in files.items():
                archive.write(path, name)
    else:
        members = [T(name, path.read_bytes(), mode=path.stat().st_mode & 0o777) for name, path in files.items()]
        package.write_bytes(tar(*members))
    return package


@pytest.mark.parametrize("kind", ["zip", "tar"])
@pytest.mark.parametrize("prefix", ["", "paper-main/"])
def test_a_package_has_the_findings_of_its_folder_and_of_the_package(artifact: Path, kind: str, prefix: str) -> None:
    (artifact / "guide" / "link").touch()
    with (artifact / "rra.yaml").open("a") as file:
        file.write("unknown: 1\n")
    folder = check_artifact(artifact, name="a", level=Level.DRAFT)
    package = check_artifact(packed(artifact, kind, prefix), name="a", level=Level.DRAFT)
    assert "RRM004" in [finding.rule for finding in folder.report.findings]
    assert [finding.rule for finding in package.report.findings[:1]] == ["RRP022"]
    assert replace(package.report, findings=package.report.findings[1:]) == folder.report
    assert package.lines.items() >= folder.lines.items()


def test_the_line_of_a_finding_comes_along(artifact: Path) -> None:
    with (artifact / "rra.yaml").open("a") as file:
        file.write("unknown: 1\n")
    found = check_artifact(artifact)
    mark = next(finding.mark for finding in found.report.findings if finding.rule == "RRM004")
    assert mark is not None
    assert found.source_line("rra.yaml", mark.line) == "unknown: 1"
    assert found.source_line("rra.yaml", 1) is None


def test_a_refused_package_is_one_finding_and_nothing_in_it_was_checked(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar(T("rra.yaml"), T("../x"), T("/y")))
    found = check_artifact(tmp_path / "a.tar")
    report = found.report
    (finding,) = report.findings
    assert found.shown.path(finding.file) == str(tmp_path / "a.tar")
    assert (finding.rule, finding.file) == ("RRP021", "a.tar")
    assert finding.message.startswith("2 of its entries cannot be taken: '../x' climbs out")
    assert (report.checked, {item.reason for item in report.not_checked}) == (0, {"the package was refused"})
    assert list(tmp_path.iterdir()) == [tmp_path / "a.tar"]


@pytest.mark.parametrize("name", ["nothing", "empty.tar"])
def test_no_artifact_is_no_report(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.tar").write_bytes(tar())
    with pytest.raises(NoArtifactError):
        check_artifact(tmp_path / name)


def test_an_order_checks_as_it_was_asked(artifact: Path) -> None:
    assert Order(level=Level.DRAFT)(artifact) == check_artifact(artifact, level=Level.DRAFT)


def test_a_secret_is_hidden_in_lines_and_messages(artifact: Path) -> None:
    token = "ghp" + "_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (artifact / "code" / "a.sh").write_text(f"#!/bin/sh\n/home/jdoe/{token} /home/jdoe\n")
    (artifact / "code" / "b.txt").write_bytes(f"T={token}\n".encode("utf-16-le"))
    found = check_artifact(artifact, asked=Asked(anonymous=True))
    assert [finding.rule for finding in found.report.findings if finding.file == "code/b.txt"] == ["RRS001"]
    shown = [*found.lines.values(), *(finding.message for finding in found.report.findings)]
    assert [text for text in shown if token[:8] in text] == []
    assert "ghp_" + "*" * 36 in (found.source_line("code/b.txt", 1) or "")


def test_what_a_package_hands_over_is_looked_at(artifact: Path) -> None:
    (artifact / ".git").mkdir()
    (artifact / ".git" / "config").write_text("name = Jane Doe\n")
    asked = Asked(anonymous=True, identity_terms=("Jane Doe",))
    folder = {finding.rule for finding in check_artifact(artifact, asked=asked).report.findings}
    package = check_artifact(packed(artifact, "zip", "paper/"), asked=asked).report.findings
    assert {finding.rule for finding in package} - folder == {"RRP022", "RRP023", "RRS003"}
    assert [finding.severity for finding in package if finding.rule == "RRP023"] == [Severity.ERROR]


def test_secrets_and_names_in_extra_fields_are_found(artifact: Path) -> None:
    package = packed(artifact, "zip", "paper/")
    with zipfile.ZipFile(package, "a") as archive:
        info = zipfile.ZipInfo("paper/code/more.txt")
        said = b"ghp_" + b"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8" + b" Jane Doe"
        info.extra = struct.pack("<2H", 0x7777, len(said)) + said
        archive.writestr(info, "x")
    found = check_artifact(package, asked=Asked(identity_terms=("Jane Doe",))).report.findings
    assert [finding.rule for finding in found if finding.file == "(extra fields)"] == ["RRS001", "RRS003"]
