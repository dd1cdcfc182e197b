"""`rrspec conformance`."""

from fnmatch import fnmatch
from pathlib import Path

import click

from reprobridge_spec import resources
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.conformance.cases import read_cases
from reprobridge_spec.conformance.runner import caller_environment, refuse_nothing, run_case
from reprobridge_spec.errors import ExitCode

suite_option = click.option("--suite", type=click.Path(path_type=Path), help="The suite; the one that rrspec carries.")


@click.group("conformance")
def command() -> None:
    """Run any implementation over the suite of the standard."""


@command.command("list")
@suite_option
@click.pass_obj
def list_cases(output: Output, suite: Path | None) -> None:
    """Print the ids of all cases."""
    output.lines(f"{found.id}  {found.case.title}" for found in read_cases(suite or resources.folder("conformance")))


@command.command()
@suite_option
@click.option("--only", default="*", help="Glob over ids of cases.")
@format_option("text", "json")
@click.argument("implementation", nargs=-1, required=True, type=click.UNPROCESSED)
@click.pass_obj
def run(output: Output, suite: Path | None, only: str, implementation: tuple[str, ...]) -> int:
    """Run IMPLEMENTATION (after `--`): `rrspec conformance run -- my-validator`."""
    root = suite or resources.folder("conformance")
    found = [item for item in read_cases(root) if fnmatch(item.id, only)]
    refuse_nothing(found, implementation)
    results = []
    for item in found:
        result = run_case(root, item, implementation, caller_environment())
        results.append(result)
        output.progress(f"{'FAIL' if result.faults else 'pass'}  {result.id}")
        for fault in result.faults:
            output.progress(f"      {fault}")
    failed = [result for result in results if result.faults]
    if output.is_json:
        output.json([{"id": result.id, "title": result.title, "faults": list(result.faults)} for result in results])
    else:
        output.lines([f"{len(results) - len(failed)} passed, {len(failed)} failed"])
    return ExitCode.FINDINGS if failed else ExitCode.HOLDS
