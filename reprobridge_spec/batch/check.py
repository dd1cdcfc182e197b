"""Checks one artifact, a folder or a package of any kind, where it lies."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from reprobridge_spec.batch.masked_findings import finding_without_secrets, with_each
from reprobridge_spec.batch.outcome import Checked
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Finding, NotChecked, Report
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render.shown import shown, shown_alone
from reprobridge_spec.rules.asked import Asked, Offered
from reprobridge_spec.rules.excerpts import Excerpts
from reprobridge_spec.rules.package_pages import REFUSED
from reprobridge_spec.rules.secret_mask import masked_text
from reprobridge_spec.rules.table import RULES
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.policy import Policy


def check_artifact(
    path: Path,
    *,
    name: str = "",
    level: Level | None = None,
    policy: Policy | None = None,
    asked: Asked | None = None,
) -> Checked:
    """Check the artifact at `path`.

    Args:
        path: the artifact's folder, or a package of it; nothing of a package is unpacked.
        name: how the caller calls it; the path where it is empty.
        level: the level to check for; the claimed one where it is None.
        policy: what counts beyond the standard.
        asked: what whoever checks brings along.

    Raises:
        NoArtifactError: there is none.
        NotDoneError: it cannot be read.
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    name = name or str(path)
    policy = policy or Policy()
    if path.is_dir():
        files = FolderFiles(path)
        report = validate(files, name=name, level=level, policy=policy, asked=asked)
        return with_lines(report, files, name)
    # a folder needs nothing of what reads packages
    from reprobridge_spec.archive.comparison import compared  # noqa: PLC0415
    from reprobridge_spec.archive.reader import open_package  # noqa: PLC0415

    try:
        opened = open_package(path)
    except ArtifactError as error:
        report = _refused(error, path, name, level, policy)
        # what is wrong is the package itself, and no file in it
        return Checked(shown=shown_alone(report, name.rpartition("/")[0]))
    with opened as package:
        offered = Offered(name=path.name, bytes=path.stat().st_size)
        asked = replace(asked or Asked(), handed_over=package.handed_over, offered=offered)
        report = validate(package, name=name, level=level, policy=policy, asked=asked)
        found, count = compared(package)
        report = replace(report, findings=(*_weighed(found, policy), *report.findings), compared=count)
        return with_lines(report, package, name)


def with_lines(report: Report, files: ArtifactFiles, name: str) -> Checked:
    """The report on `files` with the lines that its findings are about, in which secrets are hidden.

    Args:
        report: what was found.
        files: the artifact's files, as they were checked.
        name: how the caller calls it.
    """
    excerpts = Excerpts(files)
    lines: dict[tuple[str, int], str] = {}

    def told(finding: Finding) -> Finding:
        if finding.mark is None or (text := excerpts.line(finding.file, finding.mark.line)) is None:
            return finding_without_secrets(finding, masked_text)
        lines[masked_text(finding.file), finding.mark.line] = text
        number = finding.mark.line
        return finding_without_secrets(finding, lambda quoted: excerpts.masked(finding.file, number, quoted))

    made = shown(report, files, name)
    return Checked(shown=replace(made, report=with_each(report, told)), lines=lines)


def _refused(error: ArtifactError, path: Path, name: str, level: Level | None, policy: Policy) -> Report:
    finding = REFUSED.finding(str(error), error.hint, path.name)
    return Report(
        artifact=name,
        level=level or Level.DRAFT,
        claimed="",
        findings=_weighed([finding], policy),
        not_checked=tuple(
            NotChecked(rule=rule.code, name=rule.name, reason="the package was refused")
            for rule in RULES
            if policy.runs(rule.code)
        ),
        left_out=policy.left_out,
        profile=policy.profile.id if policy.profile else "",
    )


def _weighed(findings: Iterable[Finding], policy: Policy) -> tuple[Finding, ...]:
    return tuple(weighed for finding in findings if (weighed := policy.weighed(finding)))
