"""The record of one run, `evidence/runs/<run-id>/run.json`, in the shape of an in-toto statement."""

from enum import StrEnum
from typing import Annotated, Literal

from reprobridge_spec.model.ancestry import Ancestry, Tracing
from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.hardware import GpuUse, Hardware
from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.scalars import (
    Count,
    DecimalText,
    FormatVersion,
    FullId,
    Id,
    Number,
    Positive,
    RelativePath,
    Sha256,
    Text,
    Time,
    Truth,
)

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:rra:run:1.0"

RunId = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=200)]


class Mode(StrEnum):
    """What a run is for; nothing measured in a smoke run is a score."""

    SMOKE = "smoke"
    SCORED = "scored"


class Outcome(StrEnum):
    """What came of a run."""

    MEASURED = "measured"
    FAILED = "failed"
    NOT_DONE = "not-done"


class Digest(Model):
    """A digest, by algorithm."""

    sha256: Sha256
    """SHA-256."""


class Subject(Model):
    """A file that the statement is about."""

    name: Text
    """Its path in the run's folder."""
    digest: Digest
    """Its digest."""


class PlanDigests(Model):
    """What decided the result, as digests."""

    method: Sha256
    """Over code, launchers, command, environment, inputs, and the plans before it in a chain."""
    campaign: Sha256
    """The method with the seeds."""
    smoke: Sha256 | None = None
    """Over the `smoke` section; of a smoke run only."""
    tasks: dict[Id, Sha256] = {}
    """Over what judges each task: metric, statistic, measure, tolerance, floor, location, data set."""


class UsedEnvironment(Model):
    """The environment that was really there."""

    id: Id
    """Its id in the manifest."""
    lock: RelativePath
    """The lock that it was built from."""
    lock_sha256: Sha256
    """Digest of that lock."""
    python: Text
    """Exact version of Python."""
    platform: Text
    """Platform, such as `linux-64`."""
    installer: Text
    """What built it, with its version."""
    variables: dict[str, str] = {}
    """The variables that the manifest declares."""


class JobAccounting(Model):
    """What a job took, as its scheduler counts."""

    source: Text
    """`sacct` or `scontrol`."""
    elapsed_seconds: Count
    """Time from its last start to its end."""
    tres: Text | None = None
    """What it was given, as the scheduler writes it: `cpu=1,gres/gpu=1,mem=2G,node=1`."""
    max_memory_bytes: Count | None = None
    """Largest resident size, where that was counted."""


class Job(Model):
    """The job of a cluster in which an attempt was made, without names of persons and machines."""

    system: Text
    """`slurm`."""
    id: Text
    """Its id there."""
    node: Sha256
    """Digest of the node's name, salted with the run's nonce."""
    partition: Text | None = None
    """The partition."""
    restarts: Count = 0
    """How often it had been put back into the queue before this attempt."""
    runs: Positive = 1
    """How many runs it made, one after the other."""
    state: Text | None = None
    """How it ended, as the scheduler says, where it made this run alone."""
    accounting: JobAccounting | None = None
    """What it took, where that is kept and it made this run alone."""


class Attempt(Model):
    """One execution of the launcher for this run."""

    number: Positive
    """From one."""
    started: Time
    """Start."""
    ended: Time
    """End."""
    exit_code: Count
    """As the shell counts: 128 + N after signal N."""
    ending: Text
    """`exit`, `signal`, `time-limit`, `log-limit`, `memory-limit`, `process-limit`, `disk-limit` or `interrupted`."""
    job: Job | None = None
    """The job of a cluster in which it was made."""


class Used(Model):
    """What the run took."""

    wall_seconds: Number
    """Time from start to end, of the last attempt."""
    cpu_seconds: Number | None = None
    """User and system time of all its processes; none where the isolation does not tell it."""
    peak_memory_bytes: Count | None = None
    """Largest resident size among them; none likewise."""
    gpus: list[GpuUse] = []
    """What it made of its accelerators."""


class OutputFile(Model):
    """A file that the run left."""

    path: RelativePath
    """Path in the output folder."""
    size: Count
    """Bytes."""
    sha256: Sha256
    """Digest."""
    kept: Truth
    """Whether it lies beside the record."""
    ancestry: Ancestry | None = None
    """Where it comes from."""


class Score(Model):
    """The score of one task in this run, or why there is none."""

    value: DecimalText | None = None
    """The number, exactly, after `multiply`."""
    how: Text
    """Where it was read, in words."""
    error: Text | None = None
    """Why there is none."""


class RunLog(Model):
    """What the launcher printed."""

    size: Count
    """Bytes."""
    sha256: Sha256
    """Digest."""


class OfAlternative(Model):
    """The alternative of a decision that a run was made for."""

    decision: Id
    """The decision."""
    alternative: Id
    """Its alternative."""


class Tool(Model):
    """The program that made the record."""

    name: Text
    """Its name."""
    version: Text
    """Its version."""


class RunPredicate(Model):
    """What was executed, when, on what, and what came of it."""

    rra: FormatVersion
    """Version of the standard."""
    run: RunId
    """Id of the run."""
    nonce: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    """Drawn for this run before it started."""
    campaign: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    """Nonce of the campaign that the run belongs to."""
    previous: Sha256 | None
    """Digest of the record before this one in the campaign; null for the first."""
    artifact: Text
    """Id and version of the artifact."""
    experiment: Id
    """The experiment."""
    mode: Mode
    """Smoke or scored."""
    seed: Count | None
    """The seed; null where the experiment counts runs."""
    index: Count
    """Position of the run among those of its experiment, from zero."""
    plan: PlanDigests
    """What decided the result."""
    command: list[str]
    """The command as it was called."""
    alternative: OfAlternative | None = None
    """The alternative that the run was made for, whose score is never one of the artifact."""
    environment: UsedEnvironment
    """The environment."""
    inputs: dict[str, Sha256]
    """Digest of each input, by its reference in the manifest."""
    attempts: Annotated[list[Attempt], Field(min_length=1)]
    """Executions of the launcher."""
    outcome: Outcome
    """What came of it."""
    reason: Text | None = None
    """Why nothing was measured."""
    fault: Fault | None = None
    """Whose fault that is."""
    isolation: Isolation
    """What kept it apart."""
    hardware: Hardware
    """The machine."""
    used: Used
    """What it took."""
    tracing: Tracing | None = None
    """Who watched where its files come from."""
    outputs: list[OutputFile]
    """Files that it left."""
    log: RunLog
    """What it printed."""
    scores: dict[Id, Score]
    """Scores by task; empty in a smoke run."""
    tool: Tool
    """What made this record."""
    sealed: Sha256 | None = None
    """In an anonymous artifact: the commitment to the record as it was, which the sealed mapping opens."""


class RunRecord(Model):
    """An in-toto statement about one run."""

    type_: Annotated[Literal["https://in-toto.io/Statement/v1"], Field(alias="_type")]
    """Type of the statement."""
    subject: list[Subject]
    """The kept outputs and the log."""
    predicate_type: Annotated[Literal["urn:rra:run:1.0"], Field(alias="predicateType")]
    """Type of the predicate."""
    predicate: RunPredicate
    """The run."""

    def score_of(self, task: FullId) -> Score | None:
        """The score of `experiment/task` in this run; None where the run is of another experiment."""
        experiment, _, name = task.partition("/")
        return self.predicate.scores.get(name) if experiment == self.predicate.experiment else None
