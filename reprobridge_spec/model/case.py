"""A case of the conformance suite: an artifact, what is done with it, and what must come of it."""

from enum import StrEnum
from typing import Annotated, Any

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.audit import AuditVerdict, Bearing
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.operation import Operation
from reprobridge_spec.model.scalars import Count, FullId, Id, Positive, RelativePath, Text
from reprobridge_spec.model.verification import EvidenceClass


class Weight(StrEnum):
    """What a finding weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class ExpectedFinding(Model):
    """A finding that must be there; what is not given is not compared."""

    rule: Text
    """Code of the rule."""
    file: RelativePath | None = None
    """Path in the artifact."""
    line: Positive | None = None
    """Line, for implementations that claim positions."""
    severity: Weight | None = None
    """What it weighs."""


class Validate(Model):
    """The artifact is validated."""

    level: Level
    """For which level."""
    exit: Count
    """Exit code."""
    findings: list[ExpectedFinding] = []
    """Exactly these rules fire, at these places; no others do. Notes count only where one is named."""
    not_checked: list[Text] | None = None
    """Exactly these rules are not checked, where it is given."""
    identity: list[Text] = []
    """Terms that give away who wrote the paper: each is handed over as `--identity TERM`."""
    release: RelativePath | None = None
    """The authors' release, a file of the suite's `releases/`: handed over as `--release PATH`."""


class ExpectedReason(Model):
    """A finding of an audit that must be there; what is not given is not compared."""

    reason: Text
    """Its reason: the name of a rule, or a reason of audits."""
    bearing: Bearing | None = None
    """What it means for the tasks."""
    file: RelativePath | None = None
    """Path in the artifact."""
    task: FullId | None = None
    """A task that it is about."""


class Audit(Model):
    """The evidence is audited."""

    exit: Count
    """Exit code."""
    tasks: Annotated[dict[FullId, AuditVerdict], Field(min_length=1)]
    """The verdicts of tasks; those of others are not compared."""
    evidence: EvidenceClass = EvidenceClass.SELF
    """The class of the evidence of these tasks."""
    findings: list[ExpectedReason] = []
    """Exactly these findings that are no remarks; a remark counts only where it is named."""
    witness: list[RelativePath] = []
    """Verifications in the artifact that whoever audits has made: each is handed over as `--witness FILE`."""


class Step(Model):
    """One call of the implementation."""

    run: Annotated[list[str], Field(min_length=1)]
    """Arguments; `{artifact}` and `{out}` stand for the artifact's folder and a new folder."""
    exit: Count
    """Exit code."""
    values: dict[str, Any] = {}
    """JSON pointers into what it prints, and the texts that must stand there."""


class Requirement(StrEnum):
    """What a machine's file system must be able to hold."""

    SYMLINKS = "symlinks"
    CASE_SENSITIVE = "case-sensitive-fs"
    UNICODE_FORMS = "unicode-nfd"
    SPARSE = "sparse-files"
    EXECUTABLE = "exec-bit"
    ODD_NAMES = "odd-names"


class Variant(Model):
    """One of several small cases of a kind; what it does not say is that of the case around it."""

    title: Text
    """One sentence on what must hold."""
    spec: list[Id] | None = None
    """Anchors of SPEC.md."""
    base: Id | None = None
    """The artifact that it begins with."""
    requires: list[Requirement] = []
    """What the file system must be able to hold, besides what the case around it requires."""
    operations: list[Operation] = []
    """What is done after the operations of the case around it."""
    validate_: Annotated[Validate | None, Field(alias="validate")] = None
    """The validation and its result."""
    findings: list[ExpectedFinding] | None = None
    """The findings alone, where level and exit code are those of the case around it."""
    audit: Audit | None = None
    """The audit and its result."""
    steps: list[Step] | None = None
    """Calls and their results."""


class Case(Model):
    """A case; its id is its folder below `cases/`, and that of a variant has its name after it."""

    title: Text
    """One sentence on what must hold."""
    spec: list[Id]
    """Anchors of SPEC.md."""
    base: Id
    """The complete good artifact that it begins with; what lies in `tree/` beside the case is laid over it."""
    requires: list[Requirement] = []
    """What the file system must be able to hold: whatever links, run bits and large files need is understood."""
    operations: list[Operation] = []
    """What is done to it, in order."""
    validate_: Annotated[Validate | None, Field(alias="validate")] = None
    """The validation and its result."""
    audit: Audit | None = None
    """The audit and its result."""
    steps: list[Step] = []
    """Calls and their results, where it is neither one validation nor one audit."""
    variants: dict[Id, Variant] = {}
    """Small cases of one kind by name; where there are any, this case itself is none."""
