"""What `rrspec fetch` says of inputs: what is at hand, what could not be had, and why."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import Count, FormatVersion, Id, Sha256, Text


class InputState(StrEnum):
    """What came of an input."""

    FETCHED = "fetched"
    """Something of it had to be brought, and all of it is there."""
    CACHED = "cached"
    """All of it was there."""
    CHANGED = "changed"
    """Files of it had changed in the cache, and were thrown away."""
    ABSENT = "absent"
    """Files of it are not in the cache."""
    WRONG = "wrong"
    """Its source does not have what the manifest says, or the manifest does not say which files are meant."""
    NOT_DONE = "not-done"
    """It could not be had, through no fault of the artifact."""


class FetchedInput(Model):
    """One input."""

    input: Id
    """Its id."""
    state: InputState
    """What came of it."""
    path: Text | None = None
    """The file, or the read-only folder with its files, where all of it is there."""
    digest: Sha256 | None = None
    """What names its content in records."""
    files: Count = 0
    """Files of it that are in the cache."""
    bytes: Count = 0
    """Their size."""
    lacking: list[Text] = []
    """Names of its files that are not there."""
    changed: list[Text] = []
    """Names of its files that were thrown away."""
    message: Text | None = None
    """Why it is not there."""
    do: Text | None = None
    """What to do."""
    place: Text | None = None
    """The file that is at fault."""


class FetchReport(Model):
    """What came of all inputs that were asked for."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    inputs: list[FetchedInput]
    """In the order in which they were asked for."""
