"""The score of one run, by whatever kind of `measure` its task declares."""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from reprobridge_spec.launch.measure import from_csv, from_json, from_jsonl, from_regex
from reprobridge_spec.launch.measure.base import Match, Measured, MeasureError, Measurement, NotDone, NotMeasured
from reprobridge_spec.launch.measure.decimal_number import score
from reprobridge_spec.launch.measure.selection import choose
from reprobridge_spec.model.measure import (
    CommandMeasure,
    CsvMeasure,
    JsonlMeasure,
    JsonMeasure,
    Measure,
    RegexMeasure,
    TensorboardMeasure,
)
from reprobridge_spec.stats import exact

FileMeasure = JsonMeasure | JsonlMeasure | CsvMeasure | RegexMeasure


def extract(measure: Measure, outputs: Path, log: Path, *, unit: str | None = None) -> Measurement:
    """The score of one run.

    Args:
        measure: which number is the score.
        outputs: the run's output folder.
        log: what the launcher printed.
        unit: the metric's unit; with `percent`, a percent sign after the number is read as part of it.

    Returns:
        The score; or why the outputs hold none, which is the artifact's fault; or why nobody looked.
    """
    match measure:
        case TensorboardMeasure():
            return NotDone(reason="this version of rrspec does not read TensorBoard event files.")
        case CommandMeasure():
            return NotDone(reason="this version of rrspec does not run a command to measure a score.")
        case _:
            return _from_file(measure, outputs, log, unit)


def _from_file(measure: FileMeasure, outputs: Path, log: Path, unit: str | None) -> Measurement:
    def read(match: Match) -> str:
        try:
            if match.fault is not None:
                raise match.fault
            return score(match.text, decimal=match.decimal, multiply=measure.multiply, unit=unit)
        except MeasureError as error:
            raise MeasureError(f"{match.place}: {error}", hint=error.hint) from error

    try:
        chosen = choose(_matches(measure, outputs, log), measure.select, read)
    except MeasureError as error:
        return NotMeasured(reason=f"{error}.", advice=f"{error.hint[:1].upper()}{error.hint[1:]}.")
    except OSError as error:
        return NotMeasured(
            reason=f"the output cannot be read: {error.strerror or error}.",
            advice="Let the launcher write a file that its owner can read.",
        )
    times = f", times {exact.plain(measure.multiply)}" if measure.multiply is not None else ""
    return Measured(value=chosen.value, how=f"{chosen.match.place}, {chosen.rank}{times}")


def _matches(measure: FileMeasure, outputs: Path, log: Path) -> Iterator[Match]:
    match measure:
        case JsonMeasure():
            return from_json.matches(measure, outputs)
        case JsonlMeasure():
            return from_jsonl.matches(measure, outputs)
        case CsvMeasure():
            return from_csv.matches(measure, outputs)
        case RegexMeasure():
            return from_regex.matches(measure, outputs, log)
        case _:
            assert_never(measure)
