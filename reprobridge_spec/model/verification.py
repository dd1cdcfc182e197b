"""`verification.json`: what came of running a package in a clean shell."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.hardware import Hardware
from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.run_record import Mode, Tool, UsedEnvironment
from reprobridge_spec.model.scalars import Count, FormatVersion, Id, Number, Positive, Sha256, Text, Time, Truth
from reprobridge_spec.model.verdict import TaskResult, Verdict


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


class Asked(Model):
    """What a verification was asked for, where that is not all of the artifact over its own seeds."""

    seeds: Annotated[list[Count], Field(min_length=1)] | None = None
    """The seeds that were chosen, or drawn on the spot; those of the experiments where it is not given."""
    only: list[Text] = []
    """The experiments and tasks that were asked for; all where there is none."""
    budget_seconds: Number | None = None
    """The time that the runs were given."""


class FaultCount(Model):
    """How many tasks have no answer through one fault."""

    verdict: Verdict
    """Their verdict."""
    fault: Fault
    """Whose fault it is."""
    tasks: Positive
    """How many."""


class AxisName(StrEnum):
    """What is turned, one at a time, since no launcher may depend on it."""

    AGAIN = "again"
    """Nothing: what differs between two equal runs says how much the others can tell."""
    PATH = "path"
    """Where the working copy lies."""
    USER = "user"
    """The number and name of the user."""
    LOCALE = "locale"
    """Language and encoding."""
    TIME_ZONE = "time-zone"
    """The zone of the clock."""
    UMASK = "umask"
    """The rights of new files."""
    HOME = "home"
    """The name of the empty folder that is HOME."""
    NETWORK = "network"
    """The network, which is not there."""
    SECOND_RUN = "second-run"
    """A run whose output folder holds the files of one before it."""
    THREADS = "threads"
    """The number of threads and cores."""
    HASH_SEED = "hash-seed"
    """Python's seed of hashes."""


class AxisState(StrEnum):
    """What came of turning an axis."""

    HELD = "held"
    """It passed, and nothing that equal runs have in common differs."""
    CHANGED = "changed"
    """It passed, and what equal runs have in common differs."""
    FAILED = "failed"
    """It failed, where the run that was not turned passed."""
    NOT_CHECKED = "not-checked"
    """It was not looked at."""


class Axis(Model):
    """One run that differs from one that passed in a single thing."""

    experiment: Id
    """The experiment."""
    mode: Mode
    """Smoke or scored."""
    name: AxisName
    """What was turned."""
    state: AxisState
    """What came of it."""
    turned: Text | None = None
    """To what it was turned."""
    compared: list[Text] = []
    """What was compared: `outcome`, `files`, `digests`, `scores`."""
    why: Text | None = None
    """Why it was not checked, or what differs."""
    cause: Text | None = None
    """Where it comes from: the last words of the launcher, and the place in the artifact."""


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
    """Whether every task of the artifact is compatible, blocked, or comes out as its `expected` says."""
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
    asked: Asked | None = None
    """What was asked for, where that is not all."""
    faults: list[FaultCount] = []
    """Tasks without an answer, by whose fault that is."""
    counterfactual: list[Axis] = []
    """Runs in each of which one thing was turned."""
    setup_seconds: Number
    """Time of unpacking, inputs and environments."""
    run_seconds: Number
    """Time of all runs, from the first start to the last end."""
    tool: Tool
    """What made this document."""
    sealed: Sha256 | None = None
    """In an anonymous artifact: the commitment to the document as it was, which the sealed mapping opens."""
