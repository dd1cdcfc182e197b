"""`rrspec receipt`."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.receipt_line import LONGEST, line
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.handover.receipt import compared, receipt_of, seen_at
from reprobridge_spec.launch.site import moment
from reprobridge_spec.model.receipt import Sameness
from reprobridge_spec.render import receipt as render
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.signing import clock


@click.command("receipt")
@click.argument("package", type=click.Path(path_type=Path))
@click.option("--check", "said", metavar="LINE|FILE|-", help="A receipt: is PACKAGE the one that it is of?")
@click.option("--stamp", is_flag=True, help="Write the line into PACKAGE.receipt, and a request for a time stamp.")
@click.option(
    "--clocks",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --check FILE: certificates (PEM) of time-stamping authorities that you trust, for FILE.tsr.",
)
@format_option("text", "json")
@click.pass_obj
def command(output: Output, package: Path, said: str | None, stamp: bool, clocks: Path | None) -> int:
    """Print a line to post before a deadline; later it tells this package from any other.

    The line names the artifact, its digest, the package's SHA-256, size and time, and no person. It may go into a
    form, a mail or a post. With --check, a package of the same content holds, also where it was packed anew; another
    content ends with 1. Nothing is sent anywhere.
    """
    if (said is not None and stamp) or (said is None and clocks is not None):
        raise UsageError("these options do not go together", hint="--stamp makes a line; --clocks goes with --check.")
    now = moment(datetime.now(UTC))
    if said is not None:
        return _check(output, package, said, clocks, now)
    receipt = receipt_of(package, now)
    if output.is_json:
        output.json({"line": line(receipt), **receipt.model_dump(mode="json")})
    else:
        output.lines([line(receipt)])
    if stamp:
        _stamp(output, package, line(receipt))
    else:
        output.progress("post it where a clock that is not yours dates it, and keep the package")
    return ExitCode.HOLDS


def _stamp(output: Output, package: Path, text: str) -> None:
    file = package.with_name(f"{package.name}.receipt")
    with replacing_file(file) as sink:
        sink.write(f"{text}\n".encode())
    request = clock.query(file)
    answer = f"{file.name}{clock.STAMP}"
    output.progress(f"written: {file}")
    output.progress(f"send {request.name} to a time-stamping authority, and keep what it answers as {answer}:")
    output.progress(
        f'  curl -H "Content-Type: application/timestamp-query" --data-binary @{request.name} -o {answer} URL'
    )


def _check(output: Output, package: Path, said: str, clocks: Path | None, now: str) -> int:
    text = _text(said)
    check = compared(receipt_of(package, now), text)
    if clocks is not None:
        check = check.model_copy(update={"seen": seen_at(Path(said), clocks)})
    if output.is_json:
        output.json(check.model_dump(mode="json", exclude_none=True))
    else:
        output.lines(render.text(check, output.out))
    differs = check.sameness in {Sameness.CONTRADICTED, Sameness.OTHER}
    return ExitCode.FINDINGS if differs else ExitCode.HOLDS


def _text(said: str) -> str:
    """The line itself, or what a file or standard input holds."""
    if said == "-":
        return sys.stdin.read(LONGEST)
    if "rra-receipt" in said.lower() and not Path(said).is_file():
        return said
    try:
        with Path(said).open("rb") as file:
            return file.read(LONGEST).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        hint = "Give the line itself, in quotes, a file that holds it, or `-` for standard input."
        raise UsageError(f"there is no receipt {said[:80]!r}", hint=hint) from error
