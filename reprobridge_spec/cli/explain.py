"""`rrspec explain`."""

import click

from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import UsageError
from reprobridge_spec.rules.table import find, near


@click.command("explain")
@click.argument("rule")
@click.pass_obj
def command(output: Output, rule: str) -> None:
    """Print the page of a rule, by its code or its name: what it finds, why, and what to do."""
    page = find(rule)
    if page is None:
        raise UsageError(f"there is no rule {rule}", hint=near(rule))
    output.lines([page])
