"""What a report does not show: said on the page itself, for this artifact."""

from collections.abc import Iterator

from reprobridge_spec.batch.outcome import Checked
from reprobridge_spec.model.status import Standing
from reprobridge_spec.model.verification import EvidenceClass
from reprobridge_spec.render.amounts import listed, number
from reprobridge_spec.report.markup import Html, prose, tag
from reprobridge_spec.report.sections import section
from reprobridge_spec.report.sources import Sources

_TITLE = "What this report does not show"
_ALWAYS = (
    "Nothing was executed, fetched or looked up for it: whether it runs on your machine, `rrspec verify` shows.",
    "A compatible score agrees with the references; it does not say that the paper's claims follow from its scores.",
    "Whether a licence permits what you have in mind, and whether data may be used, was not judged.",
)
_UNSIGNED = "Signatures and outside clocks were not checked: whoever made the report named none that they trust."
_UNREADABLE = "The manifest has not the right form, so tasks, evidence, inputs and costs are not shown at all."


def limits(sources: Sources) -> Html:
    """The section on what is missing."""
    said = [*_of_artifact(sources), *_of_validation(sources.checked), *_ALWAYS]
    return section("limits", _TITLE, tag("ul", *(tag("li", prose(one)) for one in said), class_="limits"))


def limits_of_unreadable(checked: Checked) -> Html:
    """The same where the manifest has not the right form."""
    said = [_UNREADABLE, *_of_validation(checked), *_ALWAYS]
    return section("limits", _TITLE, tag("ul", *(tag("li", prose(one)) for one in said), class_="limits"))


def _of_validation(checked: Checked) -> Iterator[str]:
    report = checked.report
    if report.not_checked:
        rules = number(len(report.not_checked), "rule")
        yield f"{rules} could not look: what they would have found is not here, and does not count as holding."
    if report.left_out.words:
        yield f"Left out on request: {', '.join(report.left_out.words)}."


def _of_artifact(sources: Sources) -> Iterator[str]:
    if sources.audit.tasks and all(row.evidence is EvidenceClass.SELF for row in sources.audit.tasks):
        yield "All evidence is self-made: consistent means that nothing contradicts the scores, not that they are true."
    yield from _cells(sources)
    missing = [row.task for row in sources.status.tasks if row.standing not in {Standing.SCORED, Standing.BLOCKED}]
    if missing:
        yield f"No complete score is in the evidence for {listed(missing)}."
    for row in sources.status.tasks:
        if row.standing is Standing.BLOCKED:
            yield f"Task {row.task} is blocked ({row.reason}): nothing is known of its score."
    unread = [part for part in sources.audit.not_checked if part.what.startswith("measure of ")]
    for part in unread:
        yield f"The {part.what} was not read again: {part.reason}."
    yield from _unconfirmed(sources)


def _unconfirmed(sources: Sources) -> Iterator[str]:
    """What nobody but the author has confirmed, and what could not be compared."""
    if sources.verification is None:
        yield "No verification of this content is at hand: that the artifact runs from a clean shell is not shown."
    if sources.is_anonymous:
        yield "The artifact is anonymous: nothing is shown that it does not say."
    if sealed := sum(record.predicate.sealed is not None for record in sources.context.records.values()):
        yield f"Of its records {sealed} are sealed and not unsealed: what they prove cannot be told."
    if not sources.has_trust:
        yield _UNSIGNED
    if not sources.content:
        yield "The content digest cannot be taken, so no verification and no review can be matched."
    loaded = sources.context.decisions
    model = loaded.model if loaded else None
    argued = [name for name, one in (model.decisions if model else {}).items() if not one.sensitivity.measured]
    if argued:
        yield f"What hangs on {number(len(argued), 'decision')} was argued and not measured: {listed(argued)}."


def _cells(sources: Sources) -> Iterator[str]:
    tables = sources.manifest.tables
    for name, table in tables.items():
        called = table.label or table.path or name
        for left in table.left_out:
            yield f"{number(left.cells, 'own cell')} of {called} without a task: {left.reason}."
        if table.own_cells is None:
            yield f"Own cells of {called} are not counted."
