"""What the evidence can prove, and what an audit of it says of each task."""

from collections import Counter

from reprobridge_spec.model.audit import AuditedTask, AuditFinding
from reprobridge_spec.model.verification import EvidenceClass
from reprobridge_spec.render.amounts import listed, number
from reprobridge_spec.report.markup import Html, join, prose, tag
from reprobridge_spec.report.sections import folded, section, table
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.words import Answer, Tone, audit_answer, bearing_answer

_MANY = 20
_CLASSES = {
    EvidenceClass.SELF: (
        "the author's own runs",
        "that documents, outputs and scores agree with one another and with the plan",
        "that they are authentic: whoever owns the machine can make any record, or show five runs of two hundred",
    ),
    EvidenceClass.WITNESSED: (
        "runs on the machine of whoever verifies, with a nonce that they issued",
        "to those who made the verification: that the scores come of new executions of this code",
        "the same to anybody else, who has to trust them",
    ),
    EvidenceClass.SIGNED: (
        "runs signed by a key that the reader trusts, the plan committed to an outside clock before the first",
        "that the holder of the key stands for the records, and that the plan was there first",
        "that nobody else could have run the code otherwise",
    ),
}
_IS, _IS_NOT = Answer("here", Tone.GOOD), Answer("not here", Tone.QUIET)


def evidence(sources: Sources) -> Html:
    """The section on evidence and the audit."""
    present = {row.evidence for row in sources.audit.tasks if row.runs}
    rows = [(name.value, (_IS if name in present else _IS_NOT).badge, *meaning) for name, meaning in _CLASSES.items()]
    head = ("Class", "Here", "What it is", "It can prove", "It cannot prove")
    return section(
        "evidence",
        "Evidence and audit",
        table("Classes of evidence", head, rows, "long"),
        tag("h3", "The audit's verdict on each task"),
        _verdicts(sources),
        _findings(sources),
        _not_looked(sources),
        note=f"{number(sources.audit.records, 'run record')} read. The audit is computed from records and kept outputs "
        "when this report is made; it executes nothing.",
    )


def _verdicts(sources: Sources) -> Html:
    if not sources.audit.tasks:
        return tag("p", "There is no task.", class_="none")
    head = ("Task", "Verdict", "Evidence", "Procedure", "Runs", "Decided by")
    return table("Audit", head, map(_row, sources.audit.tasks))


def _row(row: AuditedTask) -> tuple[str, ...]:
    procedure = "evaluation only" if row.procedure == "evaluation" else "full"
    return (
        row.task,
        audit_answer(row.verdict).badge,
        row.evidence.value if row.runs else "none",
        procedure,
        str(len(row.runs)),
        listed(row.reasons) or "nothing against it",
    )


def _findings(sources: Sources) -> Html:
    found = sources.audit.findings
    if not found:
        return tag("p", "The audit found nothing to say.", class_="none")
    shown: Counter[str] = Counter()
    items = []
    for finding in found:
        shown[finding.reason] += 1
        if shown[finding.reason] <= _MANY:
            items.append(_finding(finding))
    items += [tag("li", f"and {count - _MANY} more of {name}") for name, count in shown.items() if count > _MANY]
    return join(
        [tag("h3", f"What the audit found: {number(len(found), 'finding')}"), tag("ul", *items, class_="findings")]
    )


def _finding(finding: AuditFinding) -> Html:
    name = f"{finding.rule} {finding.reason}" if finding.rule else finding.reason
    pointer = f"#{finding.pointer}" if finding.pointer else ""
    place = finding.file + (f":{finding.line}" if finding.line else pointer)
    proof = None
    if finding.recorded is not None or finding.found is not None:
        recorded, found = finding.recorded or "nothing", finding.found or "nothing"
        proof = tag("p", "Recorded ", tag("code", recorded[:_LONGEST]), ", found ", tag("code", found[:_LONGEST]))
    return tag(
        "li",
        tag("p", bearing_answer(finding.bearing).badge, " ", tag("b", name), " ", tag("code", place), class_="head"),
        tag("p", prose(f"{finding.message[:1].upper()}{finding.message[1:]}.")),
        proof,
        tag("p", f"About {listed(finding.tasks)}", class_="for") if finding.tasks else None,
    )


_LONGEST = 200


def _not_looked(sources: Sources) -> Html | None:
    parts = sources.audit.not_checked
    if not parts:
        return None
    rows = [tag("li", tag("b", part.what), f": {part.reason}") for part in parts]
    return folded(f"Not looked at: {number(len(parts), 'part')}", tag("ul", *rows))
