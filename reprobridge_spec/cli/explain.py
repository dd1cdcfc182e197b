"""`rrspec explain`."""

import click

from reprobridge_spec.cli.completing import complete_rule
from reprobridge_spec.cli.output import Output
from reprobridge_spec.rules.table import ENTRIES, find, page


@click.command("explain")
@click.argument("rule", required=False, default="", shell_complete=complete_rule)
@click.pass_obj
def command(output: Output, rule: str) -> None:
    """Print the page of RULE, a code or a name: what it finds, why, and what to do.

    Without RULE, or with the beginning of codes such as RRS, their names are listed.
    """
    listed = [entry for entry in ENTRIES if entry.code.startswith(rule.upper())]
    if len(listed) > 1:
        output.lines(f"{entry.code} {entry.name}" for entry in listed)
        return
    entry = find(rule)
    output.lines([f"{entry.code} {entry.name}", "", page(entry).rstrip("\n")])
