"""`rrspec audit`."""

from pathlib import Path

import click

from reprobridge_spec.audit.audit import audit
from reprobridge_spec.audit.evidence import opened, trust, witnesses
from reprobridge_spec.audit.verdicts import exit_code
from reprobridge_spec.cli.options import evidence_options, format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.render import audit as render


@click.command("audit")
@click.argument("artifact", type=click.Path(path_type=Path))
@evidence_options
@format_option("text", "json", "jsonl")
@click.pass_obj
def command(
    output: Output,
    artifact: Path,
    seen: tuple[Path, ...],
    records: Path | None,
    signers: Path | None,
    clocks: Path | None,
) -> int:
    """Tell whether the scores of ARTIFACT come of new executions.

    ARTIFACT is a package, or an artifact's folder. Every score is read again from the kept outputs, every verdict is
    computed anew, and the records are held against one another and against the plan. Nothing is executed. On evidence
    that its author made alone, the best answer is *consistent*: nothing contradicts the scores.
    """
    with opened(artifact, records) as files:
        report = audit(files, witnesses(seen, artifact), trust(signers, clocks))
    if output.format == "json":
        output.json(report.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    elif output.format == "jsonl":
        for line in render.lines(report):
            output.json(line)
    else:
        output.lines(render.text(report, output.out))
    return exit_code(report)
