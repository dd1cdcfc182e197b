"""The entry point: a table of commands, and what every error ends with."""

import importlib
import json
import sys
import tempfile
import traceback

import click

from reprobridge_spec import __version__
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode, RrspecError

COMMANDS = {
    "new": "Begin an artifact from a template.",
    "validate": "Check an artifact against the standard.",
    "explain": "Print the page of a rule.",
    "lock": "Resolve environments into locks with hashes, wheels only.",
    "run": "Run experiments, measure their scores, keep the records.",
    "pack": "Make one archive of an artifact.",
    "verify": "Measure the scores of a package again, in a clean shell.",
    "schema": "Print a JSON Schema of the standard.",
    "conformance": "Run any implementation over the suite of the standard.",
}
HIDDEN = ("dev",)


class Commands(click.Group):
    """Knows the names and first sentences of all commands, and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Names in the order in which an author meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, imported now."""
        if cmd_name not in COMMANDS and cmd_name not in HIDDEN:
            return None
        module = importlib.import_module(f"reprobridge_spec.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; a name that is not known gets the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches  # noqa: PLC0415 (only for a mistyped name)

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"Did you mean `rrspec {near[0]}`?" if near else "`rrspec --help` lists the commands."
            raise click.UsageError(f"{error.message} {hint}", ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 holds, 1 findings, 2 usage, 3 no artifact, 4 could not be done, 5 defect, 130 interrupted.",
)
@click.version_option(__version__, prog_name="rrspec", message="%(prog)s %(version)s (RRA 1.0)")
def cli() -> None:
    """Refined Reproducible Artifacts: check them, pack them, and measure a paper's scores again."""


def main() -> None:
    """Run the command line and exit with its code."""
    output = Output()
    try:
        code = cli.main(prog_name="rrspec", standalone_mode=False, obj=output)
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader of our output went away, which is its right
        sys.stderr.close()
        code = ExitCode.HOLDS
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        code = ExitCode.USAGE
    except (KeyboardInterrupt, click.Abort):
        _fail(output, ExitCode.INTERRUPTED, "interrupted", "")
        code = ExitCode.INTERRUPTED
    except RrspecError as error:
        where = f"{error.place}: " if error.place else ""
        _fail(output, error.exit_code, where + str(error), error.hint)
        code = error.exit_code
    except Exception as error:  # noqa: BLE001 (the last line: a defect of ours gets a report, not a traceback)
        code = _defect(output, error)
    sys.exit(int(code) if isinstance(code, int) else 0)


def _fail(output: Output, code: ExitCode, message: str, hint: str) -> None:
    if output.is_json:
        click.echo(json.dumps({"error": {"exit_code": int(code), "message": message, "hint": hint}}))
    click.echo(f"{output.err.paint('red', 'error')}: {message}", err=True)
    if hint:
        click.echo(f"  {hint}", err=True)


def _defect(output: Output, error: Exception) -> ExitCode:
    with tempfile.NamedTemporaryFile(
        "w", prefix="rrspec-report-", suffix=".txt", delete=False, encoding="utf-8"
    ) as report:
        report.write(f"rrspec {__version__}, Python {sys.version}\n{' '.join(sys.argv)}\n\n")
        report.write("".join(traceback.format_exception(error)))
    _fail(output, ExitCode.DEFECT, f"a defect of rrspec: {error}", f"The report is in {report.name}; please send it.")
    return ExitCode.DEFECT


if __name__ == "__main__":
    main()
