"""The single values that documents hold.

Text is text: what stands in a document is read as written, and only the type of its field makes a number of it.
`Plain` marks an unquoted scalar, the only one that may become a number or a truth value.
"""

import math
import re
from decimal import Decimal
from typing import Annotated, Any

from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import ValidationInfo

from reprobridge_spec.model.annotations import After, Before, Field, InJson


class Plain(str):
    """An unquoted scalar as it was written."""

    __slots__ = ()


INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?")


def _integer(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 (any document value)
    if isinstance(value, Plain) and INTEGER.fullmatch(value):
        _typed(value, info)
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Decimal | float) and math.isfinite(value) and value == int(value):
        # JSON knows one kind of number
        return int(value)
    raise PydanticCustomError("whole_number", "a whole number is asked for")


def _number(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 (any document value)
    if isinstance(value, Plain) and NUMBER.fullmatch(value) and math.isfinite(float(value)):
        _typed(value, info)
        return Decimal(str(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, float) and math.isfinite(value):
        return Decimal(repr(value))
    if isinstance(value, Decimal) and value.is_finite():
        return value
    raise PydanticCustomError("number", "a number is asked for")


def _factor(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 (any document value)
    number = _number(value, info)
    # other readers hold it in binary, where the smallest numbers are 0
    if float(number) > 0:
        return number
    raise PydanticCustomError("factor", "a number above 0 is asked for")


def _truth(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 (any document value)
    if isinstance(value, Plain) and value in {"true", "false"}:
        _typed(value, info)
        return value == "true"
    if isinstance(value, bool):
        return value
    raise PydanticCustomError("truth", "`true` or `false` is asked for")


def _typed(value: Plain, info: ValidationInfo) -> None:
    """Tell the reader that this scalar became a number or a truth value, so it is no text left unquoted."""
    if isinstance(info.context, set):
        info.context.add(id(value))


Whole = Annotated[int, Before(_integer)]
"""A whole number."""
Count = Annotated[int, Field(ge=0), Before(_integer)]
"""A whole number, not negative."""
Positive = Annotated[int, Field(ge=1), Before(_integer)]
"""A whole number, at least one."""
Truth = Annotated[bool, Before(_truth)]
"""`true` or `false`."""


def _plain_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


Number = Annotated[Decimal, Before(_number), InJson(_plain_number)]
"""A finite number, kept exactly as written."""
Factor = Annotated[Decimal, Field(gt=0), Before(_factor), InJson(_plain_number)]
"""A finite number above 0, kept exactly as written."""

Text = Annotated[str, Field(min_length=1, pattern=r"[^ \t\r\n]")]
"""Text with something in it, besides spaces, tabs and line breaks."""
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=100)]
"""A name inside a document: small letters, digits, single hyphens."""
FullId = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$", max_length=201)]
"""A task or an output of an experiment: `experiment/task`."""
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 digest in small hex digits."""
Commit = Annotated[str, Field(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})$")]
"""A whole git commit id."""
RelativePath = Annotated[str, Field(min_length=1, max_length=1024, pattern=r"^[^/\\]")]
"""A path inside the artifact, folders separated by `/`."""
Version = Annotated[str, Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z.+_-]*$", max_length=100)]
"""A version, read as text."""
FormatVersion = Annotated[str, Field(pattern=r"^1\.(0|[1-9][0-9]{0,5})$")]
"""The version of the standard that a document follows, such as `"1.0"`."""
EnvironmentName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=200)]
"""The name of an environment variable."""
Duration = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)?(s|min|h|d)$")]
"""A length of time with its unit: `90s`, `10min`, `1.5h`, `2d`."""
ByteSize = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)?(B|KiB|MiB|GiB|TiB)$")]
"""An amount of memory with its unit: `2GiB`."""
DecimalText = Annotated[str, Field(pattern=r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?$")]
"""A number kept as the text that was printed: `"92.60"`."""
Time = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$")]
"""A moment in UTC: `2026-11-29T16:00:00Z`."""


def _distinct(values: Any) -> Any:  # noqa: ANN401 (a list of any kind)
    seen = set()
    for value in values:
        if value in seen:
            raise PydanticCustomError("distinct", "{value} stands twice", {"value": value})
        seen.add(value)
    return values


Seeds = Annotated[list[Count], Field(min_length=1, unique=True), After(_distinct)]
"""Seeds, each once."""

_SECONDS = {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_BYTES = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}


def seconds(duration: str) -> float:
    """`duration` (a `Duration`) in seconds."""
    digits, unit = _split(duration)
    return float(digits) * _SECONDS[unit]


def size_in_bytes(size: str) -> int:
    """`size` (a `ByteSize`) in bytes."""
    digits, unit = _split(size)
    return int(Decimal(digits) * _BYTES[unit])


def _split(text: str) -> tuple[str, str]:
    digits = text.rstrip("".join(set("sminhdBKiMGT")))
    return digits, text[len(digits) :]
