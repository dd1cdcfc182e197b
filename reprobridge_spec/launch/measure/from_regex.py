"""A number in a printed text, one line at a time."""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec.launch.measure.base import Match, MeasureError, output_file, regular_file, shown
from reprobridge_spec.launch.measure.text_lines import lines
from reprobridge_spec.launch.measure.whole_number import cut_from
from reprobridge_spec.model.measure import RegexMeasure

LOG = "log"
"""The name in `file` that means what the launcher printed."""
MAX_LINE = 10_000
"""The longest line that is searched, in characters.

It bounds what a pattern can cost, except for one that tries exponentially many ways, such as `(a+)+$`: that is the
artifact author's to avoid, and an interrupt ends it.
"""


def matches(measure: RegexMeasure, outputs: Path, log: Path) -> Iterator[Match]:
    """What the pattern's group finds, line by line.

    Raises:
        MeasureError: the file is not there, the pattern is none with one group, a line is too long to be
            searched, or nothing matches.
    """
    pattern = _compiled(measure.regex)
    if measure.file == LOG:
        path = regular_file(log, LOG, missing=lambda: "the launcher's output was not kept")
    else:
        path = output_file(outputs, measure.file)
    found = False
    for number, line in lines(path):
        place = f"{shown(measure.file)}, line {number}"
        if len(line) > MAX_LINE:
            raise MeasureError(
                f"{place} has {len(line):,} characters; at most {MAX_LINE:,} are searched",
                hint="let the launcher write the score into a file of its own, and measure that",
            )
        for match in pattern.finditer(line):
            if match[1] is not None:
                found = True
                yield Match(place=place, text=match[1], decimal=measure.decimal, fault=_cut(match))
    if not found:
        raise MeasureError(
            f"no line of {shown(measure.file)} matches {shown(measure.regex)}",
            hint="correct the pattern; it is searched in each line, colours and overwritten text removed",
        )


def _compiled(regex: str) -> re.Pattern[str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pattern = re.compile(regex)
    except (re.error, OverflowError, RecursionError) as error:
        raise MeasureError(f"the pattern {shown(regex)} is none: {error}", hint="correct `regex`") from error
    if pattern.groups != 1:
        raise MeasureError(
            f"the pattern {shown(regex)} has {pattern.groups} groups, and one is asked for",
            hint="put the number, and only it, into ( ), other groups into (?: )",
        )
    return pattern


def _cut(match: re.Match[str]) -> MeasureError | None:
    around = cut_from(match)
    if around is None:
        return None
    return MeasureError(
        f"{shown(match[1])} is only a part of what stands there: {shown(around)}",
        hint="let the group take the whole number, with its sign, and nothing else",
    )
