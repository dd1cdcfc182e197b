"""The check that stands before work on an artifact: what it asks for must hold, the rest is told."""

from collections import Counter
from pathlib import Path

from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.findings import Finding, Report, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.render import report_json, text
from reprobridge_spec.rules.asked import asked_by
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.excerpts import Excerpts
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.load import open_artifact
from reprobridge_spec.validation.policy import Policy


@dataclass(frozen=True, slots=True)
class Checked:
    """The artifact's documents and the findings that are no errors, where the gate is open; else the exit code.

    Attributes:
        files: the artifact's, which have been listed.
        forced: what the gate was forced against, in short; empty where nothing stood against it.
    """

    context: Context | None
    code: ExitCode
    files: FolderFiles
    warnings: tuple[Finding, ...] = ()
    forced: str = ""


def gate(
    output: Output,
    root: Path,
    level: Level | None,
    *,
    tell_next: bool = False,
    force: bool = False,
    venue: Profile | None = None,
) -> Checked:
    """Validate the artifact at `root` for `level`; findings go to standard error.

    Args:
        output: where they go.
        root: the artifact's folder.
        level: what it must have; None where the venue says it.
        tell_next: whether what higher levels still lack is told too.
        force: whether errors are told and do not close the gate, as long as there is a manifest that can be read.
        venue: the profile by which it is checked.
    """
    files = FolderFiles(root)
    asked = asked_by(venue)
    opened = open_artifact(files, level or (venue.level if venue else None), asked)
    report = validate(files, name=root.name, level=level, asked=asked, policy=Policy(profile=venue), opened=opened)
    wrong = report.worst() is Severity.ERROR
    # that a secret may stand in what was too large to be searched keeps nobody from running
    unknown = [item for item in report.not_checked if not (item.partly and item.rule.startswith("RRS"))]
    if wrong or unknown:
        for line in text.render(report, Excerpts(files).line, output.err):
            output.progress(line)
        what = (
            f"It is not `{report.level}`: mend the errors above"
            if wrong
            else f"Whether it is `{report.level}` cannot be told"
        )
        if force and opened.context is not None and not opened.rest:
            output.progress(f"{what}. It goes on all the same, because of --force.")
            return Checked(opened.context, ExitCode.HOLDS, files, _weaker(report), _against(report))
        output.progress(f"{what}. `rrspec explain CODE` says more about each rule.")
        if output.is_json:
            output.json(report_json.as_json(report))
        return Checked(None, ExitCode.FINDINGS if wrong else ExitCode.NOT_DONE, files)
    for line in text.concise(report):
        output.progress(line)
    if report.upcoming and tell_next:
        lacking = dict.fromkeys(f"{finding.rule} {finding.name}" for finding in report.upcoming)
        output.progress(f"for higher levels still lacking: {', '.join(lacking)}")
    return Checked(opened.context, ExitCode.HOLDS, files, report.findings)


def _weaker(report: Report) -> tuple[Finding, ...]:
    return tuple(finding for finding in report.findings if finding.severity is not Severity.ERROR)


def _against(report: Report) -> str:
    """Each rule that errors are of, with their number, and what could not be checked."""
    counts = Counter(f"{item.rule} {item.name}" for item in report.findings if item.severity is Severity.ERROR)
    said = [name if number == 1 else f"{name} ({number} times)" for name, number in sorted(counts.items())]
    return ", ".join([*said, *(f"{item.rule} {item.name} (not checked)" for item in report.not_checked)])
