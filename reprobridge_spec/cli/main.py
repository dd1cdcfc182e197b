"""The entry point: a table of commands, and what every error ends with."""

import gc
import importlib
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from reprobridge_spec import __version__
from reprobridge_spec.cli.output import Output

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "new": "Begin an artifact from a template.",
    "init": "Adopt a repository as a draft artifact, without executing anything.",
    "validate": "Check an artifact against the standard.",
    "explain": "Print the page of a rule.",
    "lock": "Resolve environments into locks with hashes, wheels only.",
    "fetch": "Bring inputs into the cache, each compared with its digest.",
    "run": "Run experiments, measure their scores, keep the records.",
    "status": "Tell how far each task is, and what to type next.",
    "pack": "Make one archive of an artifact.",
    "venue": "Tell what venues take, and where it is written.",
    "anonymize": "Make an anonymous artifact for double-blind review, and a sealed mapping.",
    "unseal": "Prove with the mapping that an anonymous and a named artifact are the same.",
    "receipt": "Print a line that proves later which package this was, or check one.",
    "diff": "Tell what changed between two artifacts, and which runs that makes stale.",
    "changes": "Make the change record, and find the change that moved a score.",
    "export": "Say what an artifact says in the formats of archives, hubs and venues.",
    "open": "Unpack a package, and say what it is and what it needs.",
    "doctor": "Tell beforehand which tasks this machine can run, and what is missing.",
    "verify": "Measure the scores of a package again, in a clean shell.",
    "commitment": "Commit to the plans, before the first score is there.",
    "audit": "Tell whether scores come of new executions, from records alone.",
    "compare": "Show what an interval can tell, and how two sets of results differ.",
    "report": "Show all of an artifact on one page that opens without a server.",
    "schema": "Print a JSON Schema of the standard.",
    "conformance": "Run any implementation over the suite of the standard.",
    "completion": "Print what completes commands in a shell.",
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
        # what was imported stays, so nobody needs to look for garbage in it
        gc.freeze()
        gc.enable()
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

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        """Names of commands from the table, without importing any."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 (only while a line is completed)

        names = [CompletionItem(name, help=help_) for name, help_ in COMMANDS.items() if name.startswith(incomplete)]
        return names or click.Command.shell_complete(self, ctx, incomplete)

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
    gc.disable()  # until the command is imported
    _end_as_by_hand()
    _open_closed_streams()
    output = Output()
    try:
        code = cli.main(prog_name="rrspec", standalone_mode=False, obj=output)
        _deliver()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 (the last line: no traceback reaches a person)
        from reprobridge_spec.cli.failure import failed  # noqa: PLC0415 (only where something failed)

        code = failed(output, error)
        with suppress(OSError):
            _deliver()
    gc.freeze()  # the process ends: there is nothing to look for
    sys.exit(code if isinstance(code, int) else 0)


def _end_as_by_hand() -> None:
    """What a scheduler or a closed terminal sends ends a command as Ctrl-C does: launchers stop, what is done stays."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _open_closed_streams() -> None:
    """A caller who closed a stream does not want what goes there; it goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 (for as long as we run)


def _deliver() -> None:
    """Hand over what is left of standard output."""
    try:
        sys.stdout.flush()
    except OSError as error:
        # nothing more can go there, not even when Python ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise
        # the reader of our output went away, which is its right


if __name__ == "__main__":
    main()
