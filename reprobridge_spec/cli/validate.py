"""`rrspec validate`."""

from pathlib import Path

import click

from reprobridge_spec.cli.options import format_option, level_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.source_lines import source_lines
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.findings import Report, Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import report_json, text
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.load import find_root


@click.command("validate")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@level_option
@format_option("text", "concise", "json")
@click.option(
    "--fail-on",
    type=click.Choice([severity.value for severity in Severity]),
    default="error",
    show_default=True,
    help="Least severity that ends with exit code 1.",
)
@click.option("--exit-zero", is_flag=True, help="End with 0 in spite of findings.")
@click.pass_obj
def command(output: Output, paths: tuple[Path, ...], level: str | None, fail_on: str, exit_zero: bool) -> int:
    """Check artifacts against the standard.

    Each PATH is an artifact's folder or its rra.yaml; without one, the nearest rra.yaml upwards is checked.
    Nothing of the artifact is executed, and the network is not used.
    """
    wanted = Level(level) if level else None
    reports: list[Report] = []
    for path in paths or (Path(),):
        root = find_root(path)
        files = FolderFiles(root)
        report = validate(files, name=str(path) if paths else root.name, level=wanted)
        reports.append(report)
        if output.format == "text":
            output.lines(text.render(report, source_lines(files), output.out))
        elif output.format == "concise":
            output.lines(text.concise(report))
    if output.is_json:
        results = [report_json.as_json(report) for report in reports]
        output.json(results[0] if len(results) == 1 else results)
    least = Severity(fail_on).weight
    if exit_zero:
        return ExitCode.HOLDS
    if any(worst and worst.weight >= least for worst in (report.worst() for report in reports)):
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if any(report.not_checked for report in reports) else ExitCode.HOLDS
