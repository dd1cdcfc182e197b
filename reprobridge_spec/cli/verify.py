"""`rrspec verify`."""

from pathlib import Path

import click

from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import LEVELS, format_option, isolation_option, offline_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.runs import Lines, exit_code, surroundings
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.launch.campaign import Watch
from reprobridge_spec.launch.machine import cores
from reprobridge_spec.launch.place.local import Local
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import text
from reprobridge_spec.render.table import summary, table
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.verify.package import check_place, opened, records_folder
from reprobridge_spec.verify.verify import Subject, verify


@click.command("verify")
@click.argument("package", type=click.Path(path_type=Path))
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="Where verification.json goes.")
@click.option("--records", type=click.Path(path_type=Path), help="New folder for the records of all runs.")
@click.option(
    "--level", type=click.Choice(LEVELS), default="executed", show_default=True, help="Level that it must have."
)
@isolation_option
@offline_option
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    package: Path,
    target: Path | None,
    records: Path | None,
    level: str,
    isolation: str,
    offline: bool,
) -> int:
    """Measure the scores of PACKAGE again, in a clean shell.

    PACKAGE is an archive, or an artifact's folder. It is unpacked into a new folder, its environments are
    built from their locks, its smoke runs and scored runs are made, and each score is compared. Shipped scores are not
    there to be used. This executes the artifact's code; what keeps it apart from this machine is said.
    """
    with opened(package) as unpacked:
        checked = gate(output, unpacked.root, Level(level), tell_next=True)
        if checked.context is None:
            return checked.code
        file = target or unpacked.result
        check_place(file)
        chosen = choose(IsolationChoice(isolation))
        output.progress(chosen.said or f"isolation: {chosen.sandbox.isolation.kind}, no network")
        lines = Lines(output)
        references = checked.context.references
        with records_folder(records) as folder:
            result = verify(
                Subject(
                    root=unpacked.root,
                    manifest=checked.context.manifest,
                    references=references.model if references else None,
                    package=unpacked.package,
                    findings=[f"{text.place(found)}: {found.rule} {found.message}" for found in checked.warnings],
                ),
                surroundings(output, chosen.sandbox, offline=offline),
                place=Local(cores()),
                records=folder,
                watch=Watch(on_start=lines.start, on_end=lines.end),
            )
    if output.is_json:
        output.json(result.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(table(result.tasks, output.out))
        output.lines(summary(result, output.out))
    # last: a disk that is full by now takes nothing away
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing_file(file) as sink:
        sink.write(result.model_dump_json(by_alias=True, exclude_defaults=True, indent=1).encode() + b"\n")
    output.progress(f"written: {file}")
    return ExitCode.HOLDS if result.holds else exit_code(result.tasks)
