"""The author's pattern, read as Python's `re` reads it, for an engine that can be stopped."""

import re
import warnings
from math import prod

import regex

from reprobridge_spec.launch.measure.base import MeasureError, shown

MAX_COPIES = 10_000
"""The greatest product of a pattern's least counts: the engine writes each repetition out in memory."""

# an escape is one token, so that `\{` stays; `{` that opens no count is a character, and the engine reads more into it
_BRACES = re.compile(r"\\N\{[^}]*\}|\\.|\{(?:(?P<least>[0-9]*),?[0-9]*\})?", re.DOTALL)


def compiled(text: str) -> regex.Pattern[str]:
    """The pattern that `text` is, with its one group.

    Raises:
        MeasureError: it is none, or has no group or several, or is too large.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            groups = re.compile(text).groups
            counts = [int(brace["least"]) for brace in _BRACES.finditer(text) if brace["least"]]
            if prod(max(count, 1) for count in counts) > MAX_COPIES:
                raise MeasureError(
                    f"the counts of the pattern {shown(text)} come to more than {MAX_COPIES:,} repetitions",
                    hint="repeat with `+` or `*` in place of large counts",
                )
            pattern = regex.compile(_BRACES.sub(_literal, text), regex.V0)
    except (re.error, regex.error, OverflowError, RecursionError) as error:
        raise MeasureError(f"the pattern {shown(text)} is none: {error}", hint="correct `regex`") from error
    if groups != 1:
        raise MeasureError(
            f"the pattern {shown(text)} has {groups} groups, and one is asked for",
            hint="put the number, and only it, into ( ), other groups into (?: )",
        )
    return pattern


def _literal(brace: re.Match[str]) -> str:
    return r"\{" if brace[0] == "{" else brace[0]
