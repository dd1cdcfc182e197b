"""`rrspec venue`."""

from datetime import UTC, datetime
from pathlib import Path

import click

from reprobridge_spec.cli.completing import complete_profile
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.render import venue as render
from reprobridge_spec.render.text import printable
from reprobridge_spec.validation import profiles
from reprobridge_spec.validation.profile_lint import ProfileFault, lint


@click.group("venue")
def command() -> None:
    """Tell what venues take: sizes, formats, anonymity, and where it is written."""


@command.command("list")
@format_option("text", "json")
@click.pass_obj
def list_command(output: Output) -> None:
    """List the venues that rrspec knows."""
    known = [profiles.profile(name) for name in profiles.names()]
    if output.is_json:
        output.json([_data(one) for one in known])
    else:
        output.lines(render.lines(known, output.out))


@command.command("show")
@click.argument("venue", metavar="NAME|FILE", shell_complete=complete_profile)
@format_option("text", "json")
@click.pass_obj
def show_command(output: Output, venue: str) -> None:
    """Show a venue's policy, with sources.

    It says what rrspec checks and what a person must see to, and of each where it is written and when that was read.
    """
    found = profiles.profile(venue)
    if output.is_json:
        output.json(_data(found))
    else:
        output.lines(render.text(found, datetime.now(UTC).date(), output.out))


@command.command("lint")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@format_option("text", "json")
@click.pass_obj
def lint_command(output: Output, files: tuple[Path, ...]) -> int:
    """Check profiles that you write.

    FILE is a profile: its form, its sources and their days, the rules, badges and licences that it names.
    What a venue would say to an artifact, `rrspec validate --profile` tells.
    """
    today = datetime.now(UTC).date()
    found = {str(file): lint(_bytes_of(file), file.name, today).faults for file in files}
    if output.is_json:
        output.json([{"file": file, "faults": [_fault(one) for one in faults]} for file, faults in found.items()])
    for file, faults in {} if output.is_json else found.items():
        output.lines(line for fault in faults for line in _lines(file, fault))
        errors = sum(fault.severity is Severity.ERROR for fault in faults)
        output.lines([f"{file}: {errors} errors, {len(faults) - errors} warnings" if faults else f"{file}: good"])
    wrong = any(fault.severity is Severity.ERROR for faults in found.values() for fault in faults)
    return ExitCode.FINDINGS if wrong else ExitCode.HOLDS


def _bytes_of(file: Path) -> bytes:
    if file.is_dir() or file.suffix not in {".yaml", ".yml", ".json"}:
        raise UsageError(
            f"{file} is no file of a profile, which ends with .yaml",
            hint="What a venue would say to an artifact, `rrspec validate --profile` tells.",
        )
    return profiles.text_of(file)


def _data(profile: Profile) -> object:
    return profile.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _lines(file: str, fault: ProfileFault) -> list[str]:
    place = f"{file}:{fault.mark.line}:{fault.mark.column}" if fault.mark else file
    return [f"{place}: {fault.severity}: {printable(fault.message)}", f"  {printable(fault.advice)}"]


def _fault(fault: ProfileFault) -> dict[str, object]:
    place = {"line": fault.mark.line, "column": fault.mark.column} if fault.mark else {}
    return {"severity": fault.severity, "message": fault.message, "advice": fault.advice, **place}
