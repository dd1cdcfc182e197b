"""`rrspec explain`."""

import click

from reprobridge_spec.cli.output import Output
from reprobridge_spec.rules.table import find, page


@click.command("explain")
@click.argument("rule")
@click.pass_obj
def command(output: Output, rule: str) -> None:
    """Print the page of a rule, by its code or its name: what it finds, why, and what to do."""
    entry = find(rule)
    output.lines([f"{entry.code} {entry.name}", "", page(entry).rstrip("\n")])
