"""The word and the colour of each answer, the same wherever a report shows it."""

from enum import StrEnum

from reprobridge_spec.findings import Report, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.audit import AuditVerdict, Bearing
from reprobridge_spec.model.status import Standing, TaskStatus
from reprobridge_spec.model.verdict import DecidedBy, Judgement, Verdict
from reprobridge_spec.render.amounts import number
from reprobridge_spec.report.icons import Icon, icon
from reprobridge_spec.report.markup import Html, tag


class Tone(StrEnum):
    """What an answer means for a reader; each has its own icon, so that no colour is needed to tell them apart."""

    GOOD = "good"
    BAD = "bad"
    OPEN = "open"
    QUIET = "quiet"


_ICONS = {Tone.GOOD: Icon.CHECK, Tone.BAD: Icon.CROSS, Tone.OPEN: Icon.OPEN, Tone.QUIET: Icon.DASH}


@dataclass(frozen=True, slots=True)
class Answer:
    """A word with its tone."""

    word: str
    tone: Tone

    @property
    def badge(self) -> Html:
        """Icon and word."""
        return tag("span", icon(_ICONS[self.tone]), tag("span", self.word), class_=f"badge {self.tone}")


_OPEN_VERDICTS = frozenset(
    {Verdict.TOO_WIDE_TO_TELL, Verdict.CANNOT_BE_TOLD, Verdict.COULD_NOT_BE_DONE, Verdict.PARTIAL}
)
_STANDINGS = {
    Standing.PLANNED: Answer("not run", Tone.QUIET),
    Standing.SMOKE: Answer("not run", Tone.QUIET),
    Standing.STARTED: Answer("incomplete", Tone.OPEN),
    Standing.STALE: Answer("stale", Tone.OPEN),
    Standing.FAILED: Answer("failed", Tone.BAD),
    Standing.NOT_DONE: Answer("could not be done", Tone.OPEN),
    Standing.BLOCKED: Answer("blocked", Tone.QUIET),
}
_AUDITED = {
    AuditVerdict.SUPPORTED: Tone.GOOD,
    AuditVerdict.CONSISTENT: Tone.QUIET,  # nothing speaks against it, which proves nothing
    AuditVerdict.NOT_SUPPORTED: Tone.BAD,
    AuditVerdict.CANNOT_BE_TOLD: Tone.OPEN,
    AuditVerdict.BLOCKED: Tone.QUIET,
}
_BEARINGS = {Bearing.CONTRADICTS: Tone.BAD, Bearing.LEAVES_OPEN: Tone.OPEN, Bearing.REMARK: Tone.QUIET}
_SEVERITIES = {Severity.ERROR: Tone.BAD, Severity.WARNING: Tone.OPEN, Severity.NOTE: Tone.QUIET}

DECIDED = {
    DecidedBy.T: "the spread of the references (t)",
    DecidedBy.RELATIVE_FLOOR: "the relative floor: a part of the references' mean",
    DecidedBy.ABSOLUTE_FLOOR: "the absolute floor that is declared",
    DecidedBy.TOLERANCE: "the declared tolerance around the published value: there are no two references",
    DecidedBy.DEFAULT_TOLERANCE: "1% of the published value: there are no two references, and no tolerance is declared",
    DecidedBy.DETERMINISTIC: "1% of the one observation of a deterministic method",
}
"""What set the half-width, in words."""


def verdict_answer(verdict: Verdict) -> Answer:
    """The answer that a verdict is."""
    if verdict is Verdict.COMPATIBLE:
        return Answer("compatible", Tone.GOOD)
    if verdict is Verdict.BLOCKED:
        return _STANDINGS[Standing.BLOCKED]
    return Answer(verdict.replace("-", " "), Tone.OPEN if verdict in _OPEN_VERDICTS else Tone.BAD)


def judgement_answer(judgement: Judgement) -> Answer:
    """The answer that a judgement is, with the direction and what the guide expects."""
    if judgement.as_expected:
        return Answer(f"{judgement.direction} the published value, as expected", Tone.OPEN)
    answer = verdict_answer(judgement.verdict)
    return Answer(f"{answer.word}, {judgement.direction}", answer.tone) if judgement.direction else answer


def task_answer(row: TaskStatus, judgement: Judgement | None) -> Answer:
    """The answer for one task: its verdict, or how far it is."""
    if judgement is not None:
        return judgement_answer(judgement)
    return _STANDINGS.get(row.standing, Answer("scores are missing", Tone.OPEN))


def counted_word(row: TaskStatus, judgement: Judgement | None) -> str:
    """The word under which a task is counted: its answer without a direction."""
    if judgement is not None and not judgement.as_expected:
        return verdict_answer(judgement.verdict).word
    return "not compatible, as expected" if judgement is not None else task_answer(row, None).word


def audit_answer(verdict: AuditVerdict) -> Answer:
    """What the evidence says of a score."""
    return Answer(verdict.replace("-", " "), _AUDITED[verdict])


def bearing_answer(bearing: Bearing) -> Answer:
    """What a finding of the audit means."""
    return Answer(bearing.replace("-", " "), _BEARINGS[bearing])


def severity_answer(severity: Severity, count: int) -> Answer:
    """How many findings weigh this much."""
    return Answer(number(count, severity.value), _SEVERITIES[severity])


def conformance(report: Report) -> Answer:
    """Whether the artifact has the level that was checked."""
    if report.worst() is Severity.ERROR:
        return Answer("Does not conform", Tone.BAD)
    if report.not_checked:
        return Answer("Not checked in full", Tone.OPEN)
    return Answer("Conforms with notes" if report.findings else "Conforms", Tone.GOOD)
