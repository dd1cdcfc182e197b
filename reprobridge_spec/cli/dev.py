"""`rrspec dev`: for the developers of rrspec, not listed."""

from pathlib import Path

import click

from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.schemas import generate as schemas


@click.group("dev", hidden=True)
def command() -> None:
    """For the developers of rrspec."""


@command.command()
@click.option("--check", is_flag=True, help="Change nothing; say what would change.")
@click.option("--into", type=click.Path(path_type=Path), default=Path(), help="The checkout.")
@click.pass_obj
def generate(output: Output, check: bool, into: Path) -> int:
    """Write the files that are generated from models and tables."""
    stale = []
    for name, wanted in schemas.files().items():
        path = into / "schema" / "1.0" / name
        if path.is_file() and path.read_text(encoding="utf-8") == wanted:
            continue
        stale.append(str(path))
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted, encoding="utf-8")
    output.lines(stale)
    return ExitCode.FINDINGS if check and stale else ExitCode.HOLDS
