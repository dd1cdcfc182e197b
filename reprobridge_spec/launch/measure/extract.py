"""The score of one run, by whatever kind of `measure` its task declares."""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.measure import (
    from_command,
    from_csv,
    from_json,
    from_jsonl,
    from_regex,
    from_tensorboard,
)
from reprobridge_spec.launch.measure.base import Match, Measured, MeasureError, Measurement, NotDone, NotMeasured
from reprobridge_spec.launch.measure.decimal_number import score
from reprobridge_spec.launch.measure.program import Program
from reprobridge_spec.launch.measure.selection import choose
from reprobridge_spec.model.measure import (
    CommandMeasure,
    CsvMeasure,
    JsonlMeasure,
    JsonMeasure,
    Measure,
    RegexMeasure,
    Select,
    TensorboardMeasure,
)
from reprobridge_spec.stats import exact

NEEDS_A_PROGRAM = "its `measure` is a program of the artifact, and nothing is executed here"


def extract(
    measure: Measure, outputs: Path, log: Path, *, unit: str | None = None, program: Program | None = None
) -> Measurement:
    """The score of one run.

    Args:
        measure: which number is the score.
        outputs: the run's output folder.
        log: what the launcher printed.
        unit: the metric's unit; with `percent`, a percent sign after the number is read as part of it.
        program: runs a program of the artifact beside these outputs; None where nothing is executed.

    Returns:
        The score; or why the outputs hold none, which is the artifact's fault; or why nobody looked.
    """
    if isinstance(measure, CommandMeasure) and program is None:
        return NotDone(reason=f"{NEEDS_A_PROGRAM}.")

    def read(match: Match) -> str:
        try:
            if match.fault is not None:
                raise match.fault
            return score(match.text, decimal=match.decimal, multiply=measure.multiply, unit=unit)
        except MeasureError as error:
            raise MeasureError(f"{match.place}: {error}", hint=error.hint) from error

    select = Select.ONLY if isinstance(measure, CommandMeasure) else measure.select
    try:
        chosen = choose(_matches(measure, outputs, log, program), select, read)
    except MeasureError as error:
        return NotMeasured(reason=f"{error}.", advice=f"{error.hint[:1].upper()}{error.hint[1:]}.")
    except NotDoneError as error:
        return NotDone(reason=f"{error}. {error.hint}".strip())
    except OSError as error:
        return NotMeasured(
            reason=f"the output cannot be read: {error.strerror or error}.",
            advice="Let the launcher write a file that its owner can read.",
        )
    times = f", times {exact.plain(measure.multiply)}" if measure.multiply is not None else ""
    return Measured(value=chosen.value, how=f"{chosen.match.place}, {chosen.rank}{times}")


def _matches(measure: Measure, outputs: Path, log: Path, program: Program | None) -> Iterator[Match]:
    match measure:
        case JsonMeasure():
            return from_json.matches(measure, outputs)
        case JsonlMeasure():
            return from_jsonl.matches(measure, outputs)
        case CsvMeasure():
            return from_csv.matches(measure, outputs)
        case RegexMeasure():
            return from_regex.matches(measure, outputs, log)
        case TensorboardMeasure():
            return from_tensorboard.matches(measure, outputs)
        case CommandMeasure():
            return iter((from_command.match(measure, program),)) if program is not None else iter(())
        case _:
            assert_never(measure)
