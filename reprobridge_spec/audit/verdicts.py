"""One verdict a task, from what was found about it and from the class of the records that it rests on."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.model.audit import AuditedTask, AuditFinding, AuditReport, AuditVerdict, Bearing, Procedure
from reprobridge_spec.model.inputs import Role
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.verdict import Judgement
from reprobridge_spec.model.verification import EvidenceClass


def audited(subject: Subject, findings: Sequence[AuditFinding], judgements: dict[str, Judgement]) -> list[AuditedTask]:
    """A row for each task, in the manifest's order.

    Args:
        subject: the evidence.
        findings: all that was found.
        judgements: by full id, of tasks with all their scores.
    """
    about: dict[str, list[AuditFinding]] = {}
    for finding in findings:
        for task in finding.tasks:
            about.setdefault(task, []).append(finding)
    open_tasks = frozenset(subject.all_open_tasks)
    return [
        _row(subject, full_id, about.get(full_id, []), judgements.get(full_id))
        if full_id in open_tasks
        else AuditedTask(task=full_id, verdict=AuditVerdict.BLOCKED, evidence=EvidenceClass.SELF)
        for full_id in subject.context.tasks
    ]


def _row(subject: Subject, full_id: str, findings: Sequence[AuditFinding], judgement: Judgement | None) -> AuditedTask:
    runs = subject.runs_of_task(full_id)
    evidence = min((run.evidence for run in runs), key=list(EvidenceClass).index, default=EvidenceClass.SELF)
    contradicting = [finding for finding in findings if finding.bearing is Bearing.CONTRADICTS]
    open_ = [finding for finding in findings if finding.bearing is Bearing.LEAVES_OPEN]
    if contradicting:
        verdict = AuditVerdict.NOT_SUPPORTED
    elif open_:
        verdict = AuditVerdict.CANNOT_BE_TOLD
    else:
        verdict = AuditVerdict.CONSISTENT if evidence is EvidenceClass.SELF else AuditVerdict.SUPPORTED
    return AuditedTask(
        task=full_id,
        verdict=verdict,
        evidence=evidence,
        procedure=_procedure(subject, full_id.partition("/")[0]),
        judgement=judgement,
        runs=[run.said.run for run in runs],
        reasons=list(dict.fromkeys(finding.reason for finding in contradicting or open_)),
        missing=list(dict.fromkeys(_sentences(open_))),
    )


def _sentences(findings: Sequence[AuditFinding]) -> Iterator[str]:
    for finding in findings:
        yield f"{finding.message[:1].upper()}{finding.message[1:]}."


def _procedure(subject: Subject, experiment: str) -> Procedure:
    """Whether a checkpoint stands in for training anywhere in the chain of an experiment."""
    inputs = subject.context.manifest.inputs
    for name in (experiment, *subject.before(experiment)):
        for text in map(reference_text, inputs_of(subject.context.experiments[name])):
            if text in inputs and inputs[text].role is Role.RESULT:
                return Procedure.EVALUATION
    return Procedure.FULL


def exit_code(report: AuditReport) -> ExitCode:
    """What an audit ends with: 1 where a score is not supported, else 4 where one cannot be told."""
    verdicts = {row.verdict for row in report.tasks}
    if AuditVerdict.NOT_SUPPORTED in verdicts:
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if AuditVerdict.CANNOT_BE_TOLD in verdicts else ExitCode.HOLDS
