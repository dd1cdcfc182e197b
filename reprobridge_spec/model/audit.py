"""What an audit says: whether the scores of an artifact come of new executions, as far as its evidence shows."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, FullId, Positive, Text, Truth
from reprobridge_spec.model.verdict import Judgement
from reprobridge_spec.model.verification import EvidenceClass


class AuditVerdict(StrEnum):
    """What the evidence says of one task's score."""

    SUPPORTED = "supported"
    """Nothing contradicts it, and somebody else than its author made or saw every run."""
    CONSISTENT = "consistent"
    """Nothing contradicts it; the best that self-made evidence can reach."""
    NOT_SUPPORTED = "not-supported"
    """Something in the evidence contradicts it."""
    CANNOT_BE_TOLD = "cannot-be-told"
    """Something that it takes to tell is missing."""
    BLOCKED = "blocked"
    """The artifact claims no score for it."""


class Bearing(StrEnum):
    """What a finding means for the tasks that it is about."""

    CONTRADICTS = "contradicts"
    """Their scores are not supported."""
    LEAVES_OPEN = "leaves-open"
    """Whether they are cannot be told."""
    REMARK = "remark"
    """A reader should know it; it changes no verdict."""


class Procedure(StrEnum):
    """What runs of a task establish."""

    FULL = "full"
    """All that the paper did."""
    EVALUATION = "evaluation"
    """A checkpoint stands in for training that the paper did: the training is not established."""


class AuditFinding(Model):
    """One thing that was found, with its proof."""

    reason: Text
    """Name of a rule, or one of the reasons of audits."""
    rule: Text | None = None
    """Code of the rule, where one says it."""
    bearing: Bearing
    """What it means for the tasks."""
    message: Text
    """What was found."""
    tasks: list[FullId] = []
    """Tasks that it is about; none where no task rests on it."""
    runs: list[Text] = []
    """Runs that it is about."""
    file: Text
    """Path in the artifact."""
    line: Positive | None = None
    """Line, where the file is a text."""
    pointer: Annotated[str, Field(pattern=r"^(/([^/~]|~[01])*)*$")] = ""
    """JSON pointer, where the file is a document."""
    recorded: Text | None = None
    """What the evidence says."""
    found: Text | None = None
    """What was found instead."""


class AuditedTask(Model):
    """The answer for one task."""

    task: FullId
    """Full id."""
    verdict: AuditVerdict
    """What the evidence says of its score."""
    evidence: EvidenceClass
    """Class of the weakest record that its score rests on; those behind references do not count here."""
    procedure: Procedure = Procedure.FULL
    """What its runs establish."""
    judgement: Judgement | None = None
    """How the score compares, computed anew from the kept outputs; none where scores are missing."""
    runs: list[Text] = []
    """Runs that its score rests on, also those whose outputs they took."""
    reasons: list[Text] = []
    """Reasons of the findings that decided the verdict."""
    missing: list[Text] = []
    """What it would take to tell, one sentence each."""


class UncheckedPart(Model):
    """Something that an audit did not look at."""

    what: Text
    """What: a task's measure, or the code of a rule."""
    reason: Text
    """Why."""


class AuditReport(Model):
    """The result of `rrspec audit`."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    holds: Truth
    """Whether every task that is not blocked is supported or consistent."""
    records: Count
    """Number of run records that were read."""
    tasks: list[AuditedTask]
    """One row a task."""
    findings: list[AuditFinding]
    """What was found, the heaviest first."""
    not_checked: list[UncheckedPart] = []
    """What was not looked at."""
    tool: Tool
    """What made this document."""
