"""`rrspec conformance`."""

import json
from pathlib import Path

import click

from reprobridge_spec import resources
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.conformance import junit, results, versions
from reprobridge_spec.conformance.cases import Found, read_cases
from reprobridge_spec.conformance.export import export
from reprobridge_spec.conformance.results import CaseResult, Status
from reprobridge_spec.conformance.runner import Implementation, caller_environment, refuse_nothing, run_all
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.schemas.kinds import SPEC_VERSION

FILE = click.Path(path_type=Path)
suite_option = click.option("--suite", type=FILE, help="The suite; the one that rrspec carries.")
only_option = click.option("--only", default="*", help="Glob over ids of cases.")
version_option = click.option("--version", help="Cases of this version of the standard only, such as 1.0.")


@click.group("conformance")
def command() -> None:
    """Run any implementation over the suite of the standard."""


@command.command("list")
@suite_option
@only_option
@version_option
@click.pass_obj
def list_cases(output: Output, suite: Path | None, only: str, version: str | None) -> None:
    """Print the ids of the cases."""
    found = _chosen(suite or resources.folder("conformance"), only, version)
    output.lines(f"{one.id}  {one.case.title}" for one in found)


@command.command()
@suite_option
@only_option
@version_option
@click.argument("directory", type=FILE)
@click.pass_obj
def build(output: Output, suite: Path | None, only: str, version: str | None, directory: Path) -> None:
    """Make a ready tree of each case in the new folder DIRECTORY, with expected.json beside it."""
    root = suite or resources.folder("conformance")
    found = _chosen(root, only, version)
    left_out = lambda name, reason: output.progress(f"left out  {name}: {reason}")  # noqa: E731
    made = export(root, found, directory, on_left_out=left_out)
    output.lines([f"{made} cases in {directory}, {len(found) - made} left out"])


@command.command()
@suite_option
@only_option
@version_option
@click.option(
    "--skip", type=FILE, help="Ids of cases that are known to fail, one a line; one that passes is a failure."
)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="How many cases run at once.")
@click.option(
    "--time-limit", type=click.FloatRange(0.1), default=60, show_default=True, help="Seconds for a validation."
)
@click.option("--no-positions", is_flag=True, help="It gives no lines: they are not compared.")
@click.option("--junit", "junit_file", type=FILE, help="File for the results as JUnit XML.")
@click.option("--results", "results_file", type=FILE, help="File for the results, counted by component and level.")
@format_option("text", "json")
@click.argument("implementation", nargs=-1, required=True, type=click.UNPROCESSED)
@click.pass_obj
def run(
    output: Output,
    suite: Path | None,
    only: str,
    version: str | None,
    skip: Path | None,
    jobs: int,
    time_limit: float,
    no_positions: bool,
    junit_file: Path | None,
    results_file: Path | None,
    implementation: tuple[str, ...],
) -> int:
    """Run IMPLEMENTATION (after `--`): `rrspec conformance run -- my-validator`."""
    root = suite or resources.folder("conformance")
    found = _chosen(root, only, version)
    refuse_nothing(found, implementation)
    wanted = frozenset(versions.list_of(root, version or SPEC_VERSION))
    asked = Implementation(
        command=implementation,
        environment=caller_environment(),
        time_limit=time_limit,
        positions=not no_positions,
    )
    skipped = versions.skip_list(skip, read_cases(root)) if skip else frozenset()
    ended = run_all(root, found, asked, jobs=jobs, skipped=skipped, on_end=lambda one: _tell(output, one))
    document = results.document(
        ended, version=version or SPEC_VERSION, wanted=wanted, command=implementation, positions=not no_positions
    )
    _write(results_file, json.dumps(document, indent=2) + "\n")
    _write(junit_file, junit.text(ended))
    counts = document["counts"]
    if output.is_json:
        output.json(document)
    else:
        output.lines([", ".join(f"{number} {status}" for status, number in counts.items()), document["claim"]])
    if counts["fail"]:
        return ExitCode.FINDINGS
    return ExitCode.HOLDS if counts["pass"] else ExitCode.NOT_DONE


def _chosen(root: Path, only: str, version: str | None) -> list[Found]:
    found = read_cases(root)
    if version:
        found = versions.of_version(found, versions.list_of(root, version), version)
    return [one for one in found if one.fits(only)]


def _tell(output: Output, result: CaseResult) -> None:
    output.progress(f"{'FAIL' if result.status is Status.FAILED else result.status.value:13} {result.found.id}")
    for line in [*result.faults, *([result.reason] if result.reason else [])]:
        output.progress(f"              {line}")


def _write(file: Path | None, text: str) -> None:
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing_file(file) as sink:
            sink.write(text.encode("utf-8", "backslashreplace"))
