"""How far an artifact is: `rrspec status --format json`."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, FullId, Id, Text
from reprobridge_spec.model.verdict import Judgement


class Standing(StrEnum):
    """How far one task is."""

    PLANNED = "planned"
    """No run of it is there."""
    SMOKE = "smoke"
    """A smoke run of the present plan passed, and no scored run is there."""
    STARTED = "started"
    """Some of its scored runs are there."""
    SCORED = "scored"
    """Every run that its statistic is over has a score."""
    STALE = "stale"
    """Its runs are of another plan than the present one."""
    FAILED = "failed"
    """A run of the present plan failed."""
    NOT_DONE = "not-done"
    """Its runs could not be made, through no fault of the artifact."""
    BLOCKED = "blocked"
    """The artifact says that it cannot be run."""


class SmokeStanding(StrEnum):
    """What there is of an experiment's smoke run."""

    NONE = "none"
    """No record."""
    PASSED = "passed"
    """The newest record of the present plan says that it passed."""
    FAILED = "failed"
    """The newest record of the present plan says that it failed."""
    NOT_DONE = "not-done"
    """The newest record of the present plan says that it could not be done."""
    STALE = "stale"
    """All records are of another plan."""


class TaskStatus(Model):
    """How far one task is."""

    task: FullId
    """Full id."""
    standing: Standing
    """How far it is."""
    runs: Count
    """Runs of the present plan that have a score for it."""
    of: Count
    """Runs that its statistic is over."""
    published: Text | None = None
    """The published value as text."""
    judgement: Judgement | None = None
    """How the recorded scores compare; none while one is missing."""
    reason: Text | None = None
    """Why it is no further."""


class ExperimentStatus(Model):
    """Which runs of one experiment there are."""

    experiment: Id
    """The experiment."""
    smoke: SmokeStanding
    """Its smoke run."""
    runs: Count
    """Measured runs of the present plan."""
    of: Count
    """Runs that it declares."""
    missing: list[Text] = []
    """Those that are not there: `seed 3`, or `run 2` where runs are counted."""
    failed: Count = 0
    """Places at which a run of the present plan failed and none was measured."""
    stale: Count = 0
    """Places at which only runs of another plan are."""


class OpenKind(StrEnum):
    """Why something waits for a person."""

    TODO = "todo"
    """Nobody wrote it yet."""
    GUESS = "guess"
    """`rrspec init` found it somewhere, and nobody has looked whether it is right."""


class OpenPoint(Model):
    """One thing that waits for a person."""

    kind: OpenKind
    """Why."""
    file: Text
    """The document that it stands in."""
    line: Count
    """Its line, counted from one."""
    text: Text
    """What stands there."""


class NextStep(Model):
    """A command to type, and what it is good for."""

    command: Text
    """The command, as it is typed in the artifact's folder."""
    why: Text
    """What it does for the artifact now."""


class Status(Model):
    """How far an artifact is, from its records alone; no score is extracted anew."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    level: Level
    """The level that the artifact claims."""
    own_cells: Count
    """Cells of the paper that are its own results, as the tables count them."""
    records: Count
    """Number of run records that were read."""
    tasks: list[TaskStatus]
    """One row a task."""
    experiments: list[ExperimentStatus]
    """One row an experiment."""
    unfinished: list[Text] = []
    """Runs that were cut off and wait to be resumed."""
    open: list[OpenPoint] = []
    """What its documents leave to a person: each `TODO`, and each guess of `rrspec init`."""
    next: list[NextStep]
    """What to do now, the first step first."""
    tool: Tool
    """What made this document."""
