"""What the command line says and ends with when a command does not come to its end."""

import errno
import itertools
import sys
import tempfile
import traceback
from contextlib import suppress

import click

from reprobridge_spec import __version__
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode, RrspecError
from reprobridge_spec.render.text import printable

_OF_THE_MACHINE = frozenset(
    [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.EMFILE, errno.ENFILE]
)


def failed(output: Output, error: BaseException) -> ExitCode:
    """Say what stopped a command: for people on standard error, for programs as the one document.

    A defect of rrspec leaves a report file.
    """
    match error:
        case RrspecError():
            return _say(output, error.exit_code, str(error), error.hint, error.place)
        case click.ClickException():
            return _usage(output, error)
        case KeyboardInterrupt() | click.Abort():
            return _say(output, ExitCode.INTERRUPTED, "interrupted")
        case OSError() if error.errno in _OF_THE_MACHINE:
            hint = "Make room, or mend the rights of the file or folder."
            return _say(
                output,
                ExitCode.NOT_DONE,
                error.strerror or str(error),
                hint,
                str(error.filename2 or error.filename or ""),
            )
        case OSError(errno=errno.ENAMETOOLONG):
            place = str(error.filename2 or error.filename or "")
            return _say(output, ExitCode.USAGE, "the name is longer than this system takes", "Check the path.", place)
        case _:
            return _say(output, ExitCode.DEFECT, f"a defect of rrspec: {error}", _report(error))


def _usage(output: Output, error: click.ClickException) -> ExitCode:
    # an option that cannot be read stops the reading before --format is reached
    arguments = list(itertools.takewhile(lambda argument: argument != "--", sys.argv[1:]))
    if "--format=json" in arguments or ("--format", "json") in itertools.pairwise(arguments):
        output.format = "json"
    context = getattr(error, "ctx", None)
    hint = f"`{context.command_path} --help` lists what there is." if context else ""
    return _say(output, ExitCode.USAGE, error.format_message(), hint)


def _say(output: Output, code: ExitCode, message: str, hint: str = "", place: str = "") -> ExitCode:
    if output.is_json and not output.answered:
        document = {"exit_code": int(code), "message": message, "hint": hint, "place": place}
        # where standard output is what failed, the exit code and the sentence below still say it
        with suppress(OSError):
            output.json({"error": document})
    where = f"{printable(place)}: " if place else ""
    first, *more = [printable(line.expandtabs(2)) for line in f"{where}{message}".splitlines()] or [""]
    output.progress("\n".join([f"{output.err.paint('red', 'error')}: {first}", *more]))
    if hint:
        output.progress("\n".join(f"  {printable(line)}" for line in hint.splitlines()))
    return code


def _report(error: BaseException) -> str:
    """Write what a developer needs to a file; where it is."""
    text = "".join(traceback.format_exception(error))
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="rrspec-report-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as report:
            report.write(f"rrspec {__version__}, Python {sys.version}\n{' '.join(sys.argv)}\n\n{text}")
    except OSError:
        return f"No report could be written; please send this:\n{text}"
    return f"The report is in {report.name}; please send it."
