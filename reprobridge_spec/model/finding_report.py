"""The findings of one validation as a document, for programs."""

from typing import Annotated

from reprobridge_spec.findings import Severity, Silencer
from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, Positive, Text, Truth


class ReportedFinding(Model):
    """One fault at one place."""

    rule: Text
    """The stable code."""
    name: Text
    """The rule's name."""
    severity: Severity
    """What it weighs."""
    message: Text
    """What is wrong."""
    advice: str
    """What to do."""
    file: str
    """Path in the artifact."""
    line: Positive | None
    """Line, where the file is a text that was read."""
    column: Positive | None
    """Column, in characters."""
    pointer: Annotated[str, Field(pattern=r"^(/([^/~]|~[01])*)*$")]
    """JSON pointer, where the file is a document; empty otherwise."""
    fix: Text | None = None
    """What a repair that is safe without asking would do."""


class SilencedFinding(ReportedFinding):
    """A finding that was accepted, and does not count."""

    by: Silencer
    """What accepts it."""
    reason: Text
    """The reason that was given."""


class UncheckedRule(Model):
    """A rule that could not look."""

    rule: Text
    """Its code."""
    name: Text
    """Its name."""
    reason: Text
    """Why."""


class ComparedFiles(Model):
    """What of a package was compared with its `MANIFEST.sha256`."""

    files: Count
    """How many files, the list itself left out."""
    bytes: Count
    """How many bytes they are together."""


class FindingReport(Model):
    """The result of a validation."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """The artifact, as the caller named it."""
    level: Level
    """The level that was checked."""
    claimed: Level | None = None
    """The level that the manifest claims; null where it could not be read."""
    profile: Text | None = None
    """Id of the profile that was followed."""
    valid: Truth
    """Whether no finding is an error, and every rule of the level could look."""
    findings: list[ReportedFinding]
    """Faults that count for the level."""
    next: list[ReportedFinding] = []
    """Faults that only higher levels count."""
    silenced: list[SilencedFinding] = []
    """Findings that were accepted."""
    not_checked: list[UncheckedRule] = []
    """Rules of the level that could not look."""
    checked: Count
    """Number of rules that looked."""
    compared: ComparedFiles | None = None
    """What was compared with the list of a package; null for a folder, and where there is no list to read."""
    left_out: list[Text] = []
    """What the caller or the profile left out, in words."""
    tool: Tool
    """What made this document."""
