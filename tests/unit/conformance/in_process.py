"""The suite without processes and, where that can be, without a disk; compared as the runner compares."""

from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from reprobridge_spec import resources
from reprobridge_spec.archive.release import open_release
from reprobridge_spec.audit.audit import audit
from reprobridge_spec.audit.verdicts import exit_code as audit_exit_code
from reprobridge_spec.conformance.building import build, composed, release_of
from reprobridge_spec.conformance.cases import Found
from reprobridge_spec.conformance.comparing import audit_faults, validation_faults
from reprobridge_spec.conformance.node import NodeFiles
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.documents.ignore_list import IGNORE_FILE
from reprobridge_spec.errors import ExitCode, NoArtifactError
from reprobridge_spec.findings import Report, Severity
from reprobridge_spec.model.case import Audit, Validate
from reprobridge_spec.render import report_json
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.engine import validate

SUITE = resources.folder("conformance")


def report_of(found: Found, validation: Validate, folder: Path) -> Report | None:
    """The report on a case's artifact; None where there is none.

    Links and large files are made in `folder`, and what an ignore list is to leave out.
    """
    nodes = composed(SUITE, found)
    files: ArtifactFiles = NodeFiles(nodes)
    if IGNORE_FILE in nodes or any(node.link is not None or node.zeros for node in nodes.values()):
        build(SUITE, found, folder / "artifact")
        files = FolderFiles(folder / "artifact")
    try:
        with ExitStack() as held:
            place = release_of(SUITE, found)
            release = held.enter_context(_opened(place, files)) if place else None
            asked = Asked(identity_terms=tuple(validation.identity), release=release)
            return validate(files, name="artifact", level=validation.level, asked=asked)
    except NoArtifactError:
        return None


def _opened(release: Path, files: ArtifactFiles) -> AbstractContextManager[ArtifactFiles]:
    manifest = load(kinds.MANIFEST, files.read(kinds.MANIFEST_FILE, 1 << 20), kinds.MANIFEST_FILE).model
    assert manifest is not None
    assert manifest.codebase is not None
    assert manifest.codebase.upstream is not None
    return open_release(release, manifest.codebase.upstream)


def exit_code(report: Report | None) -> ExitCode:
    """What the command line ends with."""
    if report is None:
        return ExitCode.NO_ARTIFACT
    if report.worst() is Severity.ERROR:
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if report.not_checked else ExitCode.HOLDS


def faults(found: Found, validation: Validate, folder: Path) -> list[str]:
    """Where this implementation differs from what a case says of its validation."""
    report = report_of(found, validation, folder)
    code = exit_code(report)
    said: dict[str, Any] = report_json.as_json(report) if report else {"findings": []}
    differences = [f"the exit code is {code}, not {validation.exit}"] if code != validation.exit else []
    return differences + validation_faults(validation, said)


def audit_differences(found: Found, expected: Audit) -> list[str]:
    """Where this implementation differs from what a case says of its audit."""
    files = NodeFiles(composed(SUITE, found))
    read = (load(kinds.VERIFICATION, files.read(path, 1 << 20), "verification.json").model for path in expected.witness)
    report = audit(files, [witness for witness in read if witness is not None])
    code = audit_exit_code(report)
    differences = [f"the exit code is {code}, not {expected.exit}"] if code != expected.exit else []
    return differences + audit_faults(expected, report.model_dump(mode="json", by_alias=True))
