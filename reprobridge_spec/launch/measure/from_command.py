"""The number that a program of the artifact prints."""

from shlex import join
from typing import assert_never

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch import exit_code
from reprobridge_spec.launch.measure.base import Match, MeasureError, shown
from reprobridge_spec.launch.measure.program import OUTPUT_LIMIT, TIME_LIMIT, Printed, Program
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.process import Ending

SHOWN_LINES = 3


def match(measure: CommandMeasure, program: Program) -> Match:
    """What the program prints, which is the number and nothing else.

    Raises:
        MeasureError: it failed, did not end, changed what it was to read, or printed more than one line.
        NotDoneError: it could not be run.
    """
    name = shown(f"`{join(measure.command)}`")
    printed = program(measure.command)
    if fault := _fault(printed):
        said = f": {shown(printed.errors)}" if printed.errors else ""
        raise MeasureError(f"{name} {fault}{said}", hint="correct the program, or measure what the launcher writes")
    if printed.changed:
        raise MeasureError(
            f"{name} changed the outputs that it reads: {', '.join(map(shown, printed.changed))}",
            hint="let the launcher write what belongs there, and let this program only print the number",
        )
    return Match(place=f"standard output of {name}", text=_only_line(printed.output, name))


def _fault(printed: Printed) -> str:
    match printed.ending:
        case Ending.EXIT | Ending.SIGNAL:
            return exit_code.said(printed.exit_code) if printed.exit_code else ""
        case Ending.TIME_LIMIT:
            return f"was still running after {TIME_LIMIT:g} s and was ended"
        case Ending.LOG_LIMIT:
            return f"printed more than {OUTPUT_LIMIT:,} bytes and was ended"
        case Ending.INTERRUPTED:
            raise NotDoneError("the program that measures was interrupted")
        case Ending.MEMORY_LIMIT | Ending.PROCESS_LIMIT | Ending.DISK_LIMIT:
            return f"was ended at its {printed.ending.replace('-', ' ')}"
        case _:
            assert_never(printed.ending)


def _only_line(output: bytes, name: str) -> str:
    if len(output) > OUTPUT_LIMIT:
        raise MeasureError(f"{name} printed more than {OUTPUT_LIMIT:,} bytes", hint=_ALONE)
    try:
        lines = [line for line in output.decode().splitlines() if line.strip()]
    except UnicodeDecodeError as error:
        raise MeasureError(f"{name} printed what is not UTF-8", hint=_ALONE) from error
    if not lines:
        raise MeasureError(f"{name} printed nothing on standard output", hint="let it print the number")
    if len(lines) > 1:
        listed = "; ".join(shown(line.strip()) for line in lines[:SHOWN_LINES])
        rest = f"; and {len(lines) - SHOWN_LINES} more" if len(lines) > SHOWN_LINES else ""
        raise MeasureError(f"{name} printed {len(lines)} lines, not the number alone: {listed}{rest}", hint=_ALONE)
    return lines[0]


_ALONE = "let it print the number and nothing else; what is for people goes to standard error"
