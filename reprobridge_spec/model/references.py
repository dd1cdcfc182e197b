"""The references, `evidence/references.yaml`: observations that a score is compared with."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import DecimalText, FormatVersion, FullId, Positive, Seeds, Text


class Origin(StrEnum):
    """Who made an observation."""

    AUTHOR = "author"
    OTHER = "other"
    IMPORTED = "imported"


class Observation(Model):
    """One value of the task's statistic, from a reproduction of its own."""

    value: DecimalText
    """The value, exactly."""
    by: Origin
    """Who made it."""
    seeds: Seeds | None = None
    """The seeds of its runs, where the experiment is seeded."""
    n: Positive | None = None
    """Number of runs, where it is imported or nothing is seeded."""
    runs: list[Text] = []
    """Ids of the run records that it was computed from."""
    source: Text | None = None
    """Of an imported one: where it was taken from."""


class References(Model):
    """The references of an artifact."""

    rra: FormatVersion
    """Version of the standard."""
    references: dict[FullId, Annotated[list[Observation], Field(min_length=1)]]
    """Observations of each task."""
