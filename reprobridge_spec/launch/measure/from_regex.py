"""A number in a printed text, one line at a time."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import regex

from reprobridge_spec.launch.measure.base import Match, MeasureError, output_file, regular_file, shown
from reprobridge_spec.launch.measure.pattern import compiled
from reprobridge_spec.launch.measure.text_lines import lines
from reprobridge_spec.launch.measure.whole_number import cut_from
from reprobridge_spec.model.measure import RegexMeasure

LOG = "log"
"""The name in `file` that means what the launcher printed."""
MAX_LINE = 10_000
"""The longest line that is searched, in characters."""
SEARCH_LIMIT = 10.0
"""The longest that all searches of a file may take together, in seconds."""


def matches(measure: RegexMeasure, outputs: Path, log: Path, *, limit: float = SEARCH_LIMIT) -> Iterator[Match]:
    """What the pattern's group finds, line by line.

    Args:
        measure: the pattern, and the file that it is searched in.
        outputs: the run's output folder.
        log: what the launcher printed.
        limit: the seconds that all searches may take together.

    Raises:
        MeasureError: the file is not there, the pattern is none with one group, a line is too long to be
            searched, the searches take too long, or nothing matches.
    """
    pattern = compiled(measure.regex)
    if measure.file == LOG:
        path = regular_file(log, LOG, missing=lambda: "the launcher's output was not kept")
    else:
        path = output_file(outputs, measure.file)
    found = False
    for place, match in _search(pattern, measure.file, lines(path), limit):
        if match[1] is not None:
            found = True
            yield Match(place=place, text=match[1], decimal=measure.decimal, fault=_cut(match))
    if not found:
        raise MeasureError(
            f"no line of {shown(measure.file)} matches {shown(measure.regex)}",
            hint="correct the pattern; it is searched in each line, colours and overwritten text removed",
        )


def _search(
    pattern: regex.Pattern[str], file: str, numbered: Iterator[tuple[int, str]], limit: float
) -> Iterator[tuple[str, regex.Match[str]]]:
    """Each match with its place, while all searches together take at most `limit` seconds."""
    left = limit
    for number, line in numbered:
        place = f"{shown(file)}, line {number}"
        if len(line) > MAX_LINE:
            raise MeasureError(
                f"{place} has {len(line):,} characters; at most {MAX_LINE:,} are searched",
                hint="let the launcher write the score into a file of its own, and measure that",
            )
        started = monotonic()
        try:
            # without the interpreter's lock, so that an interrupt arrives
            found = list(pattern.finditer(line, timeout=max(left, 0.0), concurrent=True))
        except TimeoutError as error:
            raise MeasureError(
                f"the pattern {shown(pattern.pattern)} takes longer than {limit:g} s to search {shown(file)}, "
                f"which was stopped at line {number}",
                hint="write the pattern without a repetition inside a repetition, such as `(?:a+)+`",
            ) from error
        left -= monotonic() - started
        for match in found:
            yield place, match


def _cut(match: regex.Match[str]) -> MeasureError | None:
    around = cut_from(match)
    if around is None:
        return None
    return MeasureError(
        f"{shown(match[1])} is only a part of what stands there: {shown(around)}",
        hint="let the group take the whole number, with its sign, and nothing else",
    )
