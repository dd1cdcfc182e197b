"""From the text that stands at a match to the exact score; nothing is guessed."""

import re
from decimal import Decimal

from reprobridge_spec.launch.measure.base import MeasureError, shown
from reprobridge_spec.stats import exact

MAX_CHARACTERS = 400
"""The longest number that is read."""

_NUMBER = re.compile(r"([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
_WRAPPED = re.compile(r"[A-Za-z_][\w.]*\(\s*['\[]?([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)['\]]?\s*[,)].*")
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}([,.' _\u2019\u00a0\u2009\u202f])[0-9]{3}(?:\1[0-9]{3}){0,99}(?:[.,][0-9]+)?")
_SPREAD = re.compile(r"[+-]?[0-9.]+\s*(±|\+-|\+/-|\\pm|\().*")

_OTHER_SIGNS = "\u2010\u2011\u2012\u2013\u2014\u2212\uff0b\uff0d\uff0e\uff0c\u066b"


def score(text: str, *, decimal: str, multiply: Decimal | None, unit: str | None) -> str:
    """The decimal text of the score that `text` holds, exactly, after `multiply`.

    White space around the number is no part of it. A percent sign is read where the metric's unit is
    `percent` and nothing is multiplied; everywhere else it would be a guess.

    Raises:
        MeasureError: it is not finite, or no number as declared.
    """
    written = text.strip()
    if len(written) > MAX_CHARACTERS:
        raise MeasureError(
            f"a text of {len(written):,} characters is no number", hint="let the launcher write the score alone"
        )
    if _NOT_FINITE.fullmatch(written):
        raise MeasureError(
            f"{written} is not a finite number, so nothing was measured",
            hint="find out why the run computed it; it is never a score",
        )
    number = _with_point(_without_percent(written, multiply, unit), decimal)
    try:
        return exact.product(number, multiply) if multiply is not None else _checked(number)
    except ValueError as error:
        raise MeasureError(str(error), hint="check what the launcher writes, and `multiply`") from error


def _checked(number: str) -> str:
    exact.number(number)
    return number


def _without_percent(written: str, multiply: Decimal | None, unit: str | None) -> str:
    if not written.endswith("%"):
        return written
    if unit != "percent":
        raise MeasureError(
            f"{shown(written)} is in percent, and the task does not say that its score is",
            hint="write the number alone, or declare `unit: percent`",
        )
    if multiply is not None:
        raise MeasureError(
            f"{shown(written)} is in percent already, and the task multiplies it by {multiply}",
            hint="take `multiply` out, or write the number without the sign",
        )
    return written[:-1].rstrip()


def _with_point(written: str, decimal: str) -> str:
    """The number with a decimal point, and a digit on both of its sides."""
    other = "," if decimal == "." else "."
    if other in written and _NUMBER.fullmatch(written.replace(",", ".")):
        raise MeasureError(
            f"{shown(written)} has a decimal sign other than the declared {decimal!r}",
            hint="declare `decimal` as the file has it; thousands take no sign",
        )
    found = _NUMBER.fullmatch(written.replace(decimal, ".") if other not in written else written)
    if found is None:
        raise MeasureError(f"{_named(written)} is no number", hint=_advice(written))
    sign, digits, exponent = found.groups(default="")
    whole, point, part = digits.partition(".")
    return f"{sign}{whole or '0'}{point if part else ''}{part}{exponent}"


def _named(written: str) -> str:
    return shown(repr(written)) if written else "an empty text"


def _advice(written: str) -> str:
    if found := _WRAPPED.fullmatch(written):
        return f"this is how an array library prints a scalar; write float(x), here {found[1]}"
    if _SPREAD.fullmatch(written):
        return "this is a value with its spread; write the value in a place of its own"
    if _THOUSANDS.fullmatch(written):
        return "write the number without signs for thousands"
    if any(character in _OTHER_SIGNS or (character.isdigit() and not character.isascii()) for character in written):
        return "write the digits 0 to 9 and the signs - and + of ASCII; others are no number to most readers"
    return "let the launcher write the number alone"
