"""An audit: every check over one artifact's evidence, and one verdict a task."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime

from reprobridge_spec import __version__
from reprobridge_spec.audit import (
    ancestry,
    by_rule,
    campaigns,
    chain_inputs,
    copies,
    coverage,
    judging,
    logs,
    plans,
    scores,
    signatures,
    surroundings,
    times,
    verifications,
)
from reprobridge_spec.audit.by_rule import ByRules
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.audit.trust import NOBODY, Trust, signed
from reprobridge_spec.audit.verdicts import audited
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.location import json_pointer
from reprobridge_spec.model.audit import AuditFinding, AuditReport, AuditVerdict, Bearing, UncheckedPart
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.render.report_json import as_unicode
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, REFERENCES_FILE, SPEC_VERSION
from reprobridge_spec.validation.load import open_artifact

_EVIDENCE = "evidence/"
_RANK = {bearing: rank for rank, bearing in enumerate(Bearing)}


def audit(
    files: ArtifactFiles,
    witnesses: Sequence[Verification] = (),
    trust: Trust = NOBODY,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> AuditReport:
    """What an artifact's evidence says of each of its scores. Nothing of the artifact is executed.

    Args:
        files: the artifact's files.
        witnesses: verifications by whoever audits: runs whose records they name were made before their eyes.
        trust: whose signatures and whose clocks count.
        clock: the auditor's.

    Raises:
        NoArtifactError: there is no manifest.
        ArtifactError: the manifest has not the right form.
        NotDoneError: a program that verifies signatures does not end.
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    opened = open_artifact(files, Level.EXECUTED)
    if opened.context is None or opened.rest is not None:
        raise ArtifactError(
            "it has not the right form", hint="`rrspec validate` says what is wrong.", place=MANIFEST_FILE
        )
    evidence = signed(opened.context, trust)
    subject = Subject(opened.context, tuple(witnesses), evidence)
    told = by_rule.look(subject)
    read = scores.read(subject, told.unreadable)
    judged = judging.judge_all(subject, read.values, _published_at(told))
    signs = [
        *_unreadable(subject, opened.findings),
        *_sealed(subject),
        *told.signs,
        *signatures.signs(subject, evidence),
        *coverage.signs(subject),
        *plans.signs(subject),
        *chain_inputs.signs(subject),
        *read.signs,
        *judged.signs,
        *times.signs(subject, clock().isoformat(timespec="seconds").replace("+00:00", "Z")),
        *campaigns.signs(subject),
        *copies.signs(subject, read.values),
        *ancestry.signs(subject),
        *ancestry.published_read(subject),
        *surroundings.signs(subject),
        *logs.signs(subject, read.values),
        *verifications.signs(subject, read.values, judged.judgements, _content(subject)),
    ]
    findings = _findings(subject, signs)
    rows = audited(subject, findings, judged.judgements)
    manifest = opened.context.manifest
    return AuditReport(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        holds=all(row.verdict not in {AuditVerdict.NOT_SUPPORTED, AuditVerdict.CANNOT_BE_TOLD} for row in rows),
        records=len(subject.runs),
        tasks=rows,
        findings=findings,
        not_checked=[
            *(UncheckedPart(what=code, reason=reason) for code, reason in told.not_checked),
            *(UncheckedPart(what=f"measure of {task}", reason=why) for task, why in read.unread.items()),
            *(UncheckedPart(what="signatures", reason=why) for why in [evidence.unchecked] if why),
        ],
        tool=Tool(name="rrspec", version=__version__),
    )


def _published_at(told: ByRules) -> list[str]:
    return list(dict.fromkeys(sign.file for sign in told.signs if sign.rule == "RRC013"))


def _content(subject: Subject) -> str:
    """The content digest; an empty text, which no verification has, where it cannot be taken."""
    try:
        return subject.context.content_digest() if subject.context.verifications else ""
    except (OSError, ValueError, Unchecked):
        return ""


def _unreadable(subject: Subject, findings: Iterable[Finding]) -> Iterator[Sign]:
    """Documents of the evidence that have not the right form: a record of them is none."""
    seen: set[str] = set()
    for finding in findings:
        if finding.severity is not Severity.ERROR or not finding.file.startswith(_EVIDENCE) or finding.file in seen:
            continue
        seen.add(finding.file)
        yield Sign(
            reason=Reason.DOCUMENT_UNREADABLE,
            rule=finding.rule,
            bearing=Bearing.LEAVES_OPEN if finding.file == REFERENCES_FILE else Bearing.REMARK,
            message=f"{finding.file} does not count: {finding.message}",
            file=finding.file,
            tasks=subject.all_open_tasks if finding.file == REFERENCES_FILE else (),
            line=finding.mark.line if finding.mark else None,
            path=finding.path,
        )


def _sealed(subject: Subject) -> Iterator[Sign]:
    """Records that were rewritten to give nobody away: what they say is what whoever did so wrote."""
    sealed = tuple(run for run in subject.runs if run.said.sealed is not None)
    if sealed:
        count = "one record is" if len(sealed) == 1 else f"{len(sealed)} records are"
        yield Sign(
            reason=Reason.SEALED,
            bearing=Bearing.LEAVES_OPEN,
            message=f"the artifact is anonymous: {count} sealed, and not unsealed",
            file=sealed[0].path,
            runs=sealed,
            path=("predicate", "sealed"),
        )


def _told(value: str | None) -> str | None:
    """A value as the report has it: what says nothing is none."""
    return as_unicode(value) if value is not None and value.strip() else None


def _findings(subject: Subject, signs: Iterable[Sign]) -> list[AuditFinding]:
    found = [
        AuditFinding(
            reason=sign.reason,
            rule=sign.rule,
            bearing=sign.bearing,
            message=as_unicode(sign.message),
            tasks=list(sign.tasks or dict.fromkeys(task for run in sign.runs for task in subject.tasks_on(run))),
            runs=[run.said.run for run in sign.runs],
            file=as_unicode(sign.file),
            line=sign.line,
            pointer=as_unicode(json_pointer(sign.path)),
            recorded=_told(sign.recorded),
            found=_told(sign.found),
        )
        for sign in signs
    ]
    return sorted(found, key=lambda item: (_RANK[item.bearing], item.file, item.line or 0, item.reason))
