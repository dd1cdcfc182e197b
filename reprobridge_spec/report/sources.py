"""What a report is made from: the artifact's documents, what a validation found, and what an audit says."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property

from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.batch.outcome import Checked
from reprobridge_spec.findings import Report
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.audit import AuditedTask, AuditReport
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.run_record import RunPredicate
from reprobridge_spec.model.status import Status
from reprobridge_spec.model.verdict import Judgement, TaskResult
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.context import Context


@dataclass(frozen=True, kw_only=True)
class Sources:
    """One artifact, with all that is known of it.

    Attributes:
        context: its documents.
        subject: its records, told apart by what they count for and who made them.
        checked: what a validation for the claimed level found.
        audit: what the evidence says of each score.
        status: how far each task is.
        verification: the newest one of this very content; None where there is none.
        is_own: whether the verification lies in the artifact's evidence, so that its author may have made it.
        content: the content digest; empty where it cannot be taken.
        package: name of the package, where the artifact lies in one.
        has_trust: whether whoever reports named keys or clocks that they trust, so that signatures were checked.
        now: when the report is made.
    """

    context: Context
    subject: Subject
    checked: Checked
    audit: AuditReport
    status: Status
    verification: Verification | None
    is_own: bool
    content: str
    package: str
    has_trust: bool
    now: datetime

    @property
    def validation(self) -> Report:
        """What a validation for the claimed level found."""
        return self.checked.report

    @property
    def manifest(self) -> Manifest:
        """The manifest."""
        return self.context.manifest

    @cached_property
    def audited(self) -> Mapping[str, AuditedTask]:
        """The audit's answer by full id."""
        return {row.task: row for row in self.audit.tasks}

    @cached_property
    def verified(self) -> Mapping[str, TaskResult]:
        """The verification's row by full id."""
        return {row.task: row for row in self.verification.tasks} if self.verification else {}

    @cached_property
    def records(self) -> Sequence[RunPredicate]:
        """What every record says, in the order of paths."""
        return [run.said for run in self.subject.runs]

    def judgement(self, full_id: str) -> Judgement | None:
        """How a task's score compares: as the audit computed it anew, else as the records have it."""
        again = self.audited[full_id].judgement
        if again is not None:
            return again
        return next(row.judgement for row in self.status.tasks if row.task == full_id)

    @property
    def is_anonymous(self) -> bool:
        """Whether the report may say no more of persons and machines than the artifact does."""
        return self.context.anonymous
