"""`rrspec completion`."""

import click
from click.shell_completion import get_completion_class

from reprobridge_spec.cli.main import cli
from reprobridge_spec.cli.output import Output

_PROGRAM, _VARIABLE = "rrspec", "_RRSPEC_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_obj
def command(output: Output, shell: str) -> None:
    """Print what makes SHELL complete commands, options and codes: `eval "$(rrspec completion bash)"`."""
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"{shell} is not completed")
    script = kind(cli, {}, _PROGRAM, _VARIABLE)
    output.lines([(script.source_template % script.source_vars()).rstrip("\n")])
