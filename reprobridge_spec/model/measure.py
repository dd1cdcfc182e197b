"""Which number of which output is the score of one run."""

from enum import StrEnum
from typing import Annotated, Literal

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model, branch, by_key
from reprobridge_spec.model.scalars import Factor, RelativePath, Text


class Select(StrEnum):
    """Which value counts where several match."""

    ONLY = "only"
    FIRST = "first"
    LAST = "last"
    MAX = "max"
    MIN = "min"


class JsonMeasure(Model):
    """A value of a JSON file."""

    file: RelativePath
    """File in the output folder."""
    json_: Annotated[str, Field(alias="json", pattern=r"^(/([^/~]|~[01])*)*$")]
    """JSON pointer (RFC 6901) to the value, or to a list of values."""
    select: Select = Select.ONLY
    """Which value of a list counts; `only`: it has one."""
    multiply: Factor | None = None
    """Factor above 0, such as 100 from fraction to percent."""


class JsonlMeasure(Model):
    """A value of the records of a JSON-lines file."""

    file: RelativePath
    """File in the output folder."""
    jsonl: Annotated[str, Field(pattern=r"^(/([^/~]|~[01])*)*$")]
    """JSON pointer inside each record; records without it do not match."""
    where: dict[str, str] = {}
    """Pointers and the values that a record must have there, as text."""
    select: Select = Select.ONLY
    """Which value counts where several match."""
    multiply: Factor | None = None
    """Factor above 0, such as 100 from fraction to percent."""


class CsvMeasure(Model):
    """A cell of a CSV file with a header."""

    file: RelativePath
    """File in the output folder."""
    csv: Text
    """Name of the column."""
    where: dict[str, str] = {}
    """Columns and the texts that a row must have there."""
    delimiter: Literal[",", ";", "\t"] = ","
    """What stands between two cells."""
    decimal: Literal[".", ","] = "."
    """The decimal sign."""
    select: Select = Select.ONLY
    """Which value counts where several match."""
    multiply: Factor | None = None
    """Factor above 0, such as 100 from fraction to percent."""


class RegexMeasure(Model):
    """A number in a text, one line at a time."""

    file: RelativePath
    """File in the output folder, or `log` for what the launcher printed."""
    regex: Text
    """A pattern whose only group is the number."""
    decimal: Literal[".", ","] = "."
    """The decimal sign."""
    select: Select = Select.ONLY
    """Which value counts where several match."""
    multiply: Factor | None = None
    """Factor above 0, such as 100 from fraction to percent."""


class TensorboardMeasure(Model):
    """A scalar of TensorBoard event files."""

    file: RelativePath
    """Event file, or a folder in which event files lie, in the output folder."""
    tensorboard: Text
    """The tag."""
    select: Select = Select.ONLY
    """Which value counts where several match."""
    multiply: Factor | None = None
    """Factor above 0, such as 100 from fraction to percent."""


class CommandMeasure(Model):
    """A program that prints the number, and nothing else, on standard output."""

    command: Annotated[list[Text], Field(min_length=1)]
    """Program and arguments, run in the working copy after the launcher; it only reads the output folder."""
    multiply: Factor | None = None
    """Factor above 0, such as 100 from fraction to percent."""


Measure = Annotated[
    Annotated[JsonMeasure, branch("json")]
    | Annotated[JsonlMeasure, branch("jsonl")]
    | Annotated[CsvMeasure, branch("csv")]
    | Annotated[RegexMeasure, branch("regex")]
    | Annotated[TensorboardMeasure, branch("tensorboard")]
    | Annotated[CommandMeasure, branch("command")],
    by_key("json", "jsonl", "csv", "regex", "tensorboard", "command"),
]
