"""What `rrspec lock` says of locks: made, judged or installed, and what stood in the way."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.model.scalars import Count, FormatVersion, Id, RelativePath, Text


class LockOutcome(StrEnum):
    """What came of a lock."""

    WRITTEN = "written"
    """It was made, and is another one than before."""
    UNCHANGED = "unchanged"
    """It was made, and is the same as before."""
    LEFT = "left"
    """It cannot be made on this machine."""
    FRESH = "fresh"
    """It holds what is asked for."""
    STALE = "stale"
    """It does not hold what is asked for, or holds what a lock must not."""
    INSTALLS = "installs"
    """It was installed in a new folder, without a network."""
    WRONG = "wrong"
    """It cannot be made or installed, and the artifact is at fault."""
    NOT_DONE = "not-done"
    """It could not be made or installed, through no fault of the artifact."""


class LockItem(Model):
    """The lock of one environment for one platform, and for those that share its file."""

    environment: Id
    """Id of the environment."""
    platform: Id
    """The platform."""
    outcome: LockOutcome
    """What came of it."""
    path: RelativePath | None = None
    """Where it lies in the artifact."""
    packages: Count | None = None
    """How many packages it holds."""
    tool: LockTool | None = None
    """What resolved it."""
    tool_version: Text | None = None
    """The version of that."""
    as_of: Text | None = None
    """The day at whose end the index was taken as it was."""
    built: list[Text] = []
    """Packages of which a wheel was built, as no index has one."""
    python: Text | None = None
    """The exact version of the Python that it was installed for."""
    notices: list[Text] = []
    """What a person should know about it, such as a release that was yanked."""
    reasons: list[Text] = []
    """Why it is stale, wrong or not done."""
    do: Text | None = None
    """What to do."""
    place: Text | None = None
    """The file and line that is at fault."""


class LockReport(Model):
    """What came of all locks that were asked for."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    locks: list[LockItem]
    """In the order of the manifest."""
