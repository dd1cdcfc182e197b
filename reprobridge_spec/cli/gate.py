"""The check that stands before work on an artifact: what it asks for must hold, the rest is told."""

from pathlib import Path

from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import report_json, text
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.excerpts import Excerpts
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.load import open_artifact


@dataclass(frozen=True, slots=True)
class Checked:
    """The artifact's documents and the findings that are no errors, where the gate is open; else the exit code."""

    context: Context | None
    code: ExitCode
    warnings: tuple[Finding, ...] = ()


def gate(output: Output, root: Path, level: Level, *, tell_next: bool = False) -> Checked:
    """Validate the artifact at `root` for `level`; findings go to standard error.

    With `tell_next`, what higher levels still lack is told too.
    """
    files = FolderFiles(root)
    report = validate(files, name=root.name, level=level)
    wrong = report.worst() is Severity.ERROR
    # that a secret may stand in what was too large to be searched keeps nobody from running
    unknown = [item for item in report.not_checked if not (item.partly and item.rule.startswith("RRS"))]
    if wrong or unknown:
        for line in text.render(report, Excerpts(files).line, output.err):
            output.progress(line)
        what = f"It is not `{level}`: mend the errors above" if wrong else f"Whether it is `{level}` cannot be told"
        output.progress(f"{what}. `rrspec explain CODE` says more about each rule.")
        if output.is_json:
            output.json(report_json.as_json(report))
        return Checked(None, ExitCode.FINDINGS if wrong else ExitCode.NOT_DONE)
    for line in text.concise(report):
        output.progress(line)
    if report.upcoming and tell_next:
        lacking = dict.fromkeys(f"{finding.rule} {finding.name}" for finding in report.upcoming)
        output.progress(f"for higher levels still lacking: {', '.join(lacking)}")
    opened = open_artifact(files, level)
    return Checked(opened.context, ExitCode.HOLDS, report.findings)
