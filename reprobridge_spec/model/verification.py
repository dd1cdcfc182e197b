"""`verification.json`: what came of running a package in a clean shell."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Hardware, Isolation, Mode, Tool, UsedEnvironment
from reprobridge_spec.model.scalars import Count, FormatVersion, Id, Number, Sha256, Text, Time, Truth
from reprobridge_spec.model.verdict import TaskResult


class EvidenceClass(StrEnum):
    """What evidence can prove depends on who made it."""

    SELF = "self"
    WITNESSED = "witnessed"
    SIGNED = "signed"


class SeedsFrom(StrEnum):
    """Who chose the seeds."""

    GIVEN = "given"
    FRESH = "fresh"


class Unpacked(Model):
    """The package that was verified."""

    file: Text
    """Its name."""
    artifact_digest: Sha256
    """SHA-256 of `MANIFEST.sha256`: depends on content alone."""
    content_digest: Sha256
    """The same without generated files and without evidence, save the references."""
    files: Count
    """Number of files that were compared with their digests."""


class RunSummary(Model):
    """One run of the verification."""

    run: Text
    """Its id."""
    experiment: Id
    """The experiment."""
    mode: Mode
    """Smoke or scored."""
    outcome: Text
    """What came of it."""
    reason: Text | None = None
    """Why nothing was measured."""
    record_sha256: Sha256
    """Digest of the run's record."""


class Coverage(Model):
    """How many of the paper's own cells have a task."""

    tasks: Count
    """Tasks that the artifact declares."""
    own_cells: Count
    """Cells that are the paper's own results."""


class Verification(Model):
    """The result of `rrspec verify`."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    package: Unpacked
    """What was verified."""
    findings: list[Text] = []
    """Warnings of its validation before the runs, one line each."""
    evidence: EvidenceClass
    """What the runs can prove."""
    seeds: SeedsFrom
    """Who chose the seeds."""
    started: Time
    """Start."""
    ended: Time
    """End."""
    holds: Truth
    """Whether every task that ran is compatible or comes out as its `expected` says."""
    coverage: Coverage
    """How much of the paper this is."""
    environments: list[UsedEnvironment]
    """Environments that were built."""
    isolation: Isolation | None
    """What kept the runs apart; null where nothing ran."""
    hardware: Hardware | None
    """The machine; null where nothing ran."""
    tasks: list[TaskResult]
    """One row a task."""
    runs: list[RunSummary]
    """Every run that was made."""
    setup_seconds: Number
    """Time of unpacking, inputs and environments."""
    run_seconds: Number
    """Time of all runs, from the first start to the last end."""
    tool: Tool
    """What made this document."""
