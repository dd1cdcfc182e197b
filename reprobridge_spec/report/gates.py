"""The gates of the workflow: which level each is, who hands over there, what holds; and the reviewer's sign-off."""

from collections.abc import Iterator

from reprobridge_spec.findings import Finding, Report, Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.review import Review, ReviewFinding
from reprobridge_spec.model.verification import AxisState
from reprobridge_spec.render.amounts import DASH, listed, number
from reprobridge_spec.report.markup import Html, join, tag
from reprobridge_spec.report.sections import folded, section, table
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.words import Answer, Tone
from reprobridge_spec.rules.table import RULES
from reprobridge_spec.schemas.load import Loaded

_LEVELS = list(Level)
_STAGES = {
    Level.DRAFT: ("Begin", "documents are well formed, ids resolve"),
    Level.SPECIFIED: ("Specify", "paper, release, cells, tasks, seeds and measure are fixed before a score is seen"),
    Level.EXECUTED: ("Execute", "environments and inputs are pinned, each task has fresh runs or says why not"),
    Level.PRESERVED: ("Preserve", "guide and change record are complete, verified from a clean shell"),
}
_STATES = {
    AxisState.HELD: Answer("held", Tone.GOOD),
    AxisState.CHANGED: Answer("changed", Tone.OPEN),
    AxisState.FAILED: Answer("failed", Tone.BAD),
    AxisState.NOT_CHECKED: Answer("not checked", Tone.QUIET),
}
_LEVEL_OF = {rule.code: rule.level for rule in RULES}


def gates(sources: Sources) -> Html:
    """The section on phases and reviews."""
    steps = [tag("li", *_gate(sources.validation, level), class_="gate") for level in _LEVELS]
    return section(
        "gates",
        "Phase gates",
        tag("ol", *steps, class_="gates"),
        tag("h3", "Verification in a clean shell"),
        tag("p", verification(sources)),
        *_turned(sources),
        tag("h3", "Independent review"),
        *_reviews(sources),
    )


def _gate(report: Report, level: Level) -> Iterator[Html]:
    stage, meaning = _STAGES[level]
    answer, lacking = _answer(report, level)
    yield tag("span", stage, class_="stage")
    yield tag("b", level.value)
    yield answer.badge
    yield tag("span", meaning, class_="meaning")
    if lacking:
        yield tag("span", f"Lacks: {listed(lacking, 4)}", class_="lacking")


def _answer(report: Report, level: Level) -> tuple[Answer, list[str]]:
    """Whether all holds that a level asks for beyond the one before, and which rules say no."""
    errors = [one for one in (*report.findings, *report.upcoming) if one.severity is Severity.ERROR]
    own = list(dict.fromkeys(f"{one.rule} {one.name}" for one in errors if _level(one) is level))
    unchecked = [item.rule for item in report.not_checked if _LEVEL_OF.get(item.rule, Level.DRAFT) is level]
    is_asked = _LEVELS.index(level) <= _LEVELS.index(Level(report.level))
    if own:
        return Answer("does not hold" if is_asked else "not reached", Tone.BAD if is_asked else Tone.QUIET), own
    if unchecked:
        return Answer("not checked in full", Tone.OPEN), unchecked
    return (Answer("holds", Tone.GOOD) if is_asked else Answer("not claimed", Tone.QUIET)), []


def _level(finding: Finding) -> Level:
    """The lowest level that counts it; what is no rule's is a matter of form."""
    return _LEVEL_OF.get(finding.rule, Level.DRAFT)


def verification(sources: Sources) -> str:
    """What verification there is of this content, in one or two sentences."""
    made = sources.verification
    if made is None:
        other = len(sources.context.verifications)
        beside = (
            f" The evidence holds {number(other, 'verification')} of other content, which count for nothing."
            if other
            else ""
        )
        return f"There is none of this content.{beside}"
    answer = "it held" if made.holds else "it did not hold"
    where = (
        "It lies in the artifact's own evidence: whoever made the artifact may have made it, so for a reader who did "
        "not it proves no more than the author's own runs."
        if sources.is_own
        else "It was brought along by whoever made this report."
    )
    return (
        f"{made.started} to {made.ended}, with {made.tool.name} {made.tool.version}: {answer}. Its maker says "
        f"{made.evidence.value} evidence with {made.seeds.value} seeds. {where}"
    )


def _turned(sources: Sources) -> Iterator[Html]:
    """What the verification turned, one thing at a time, and what came of it."""
    axes = sources.verification.counterfactual if sources.verification else []
    if not axes:
        return
    rows = [
        (
            f"{axis.experiment}, {axis.mode.value}",
            axis.name.replace("-", " "),
            _STATES[axis.state].badge,
            axis.turned or DASH,
            "; ".join(one for one in (axis.why, axis.cause) if one) or DASH,
        )
        for axis in axes
    ]
    yield tag("p", "Runs in each of which one thing was turned that no launcher may depend on:")
    yield table("Turned, one at a time", ("Run", "Turned", "What came of it", "To", "Why"), rows)


def _reviews(sources: Sources) -> Iterator[Html]:
    if not sources.context.reviews:
        yield tag("p", "No review lies in the evidence: nobody has signed off.", class_="none")
    for loaded in sources.context.reviews:
        yield _review(sources, loaded)


def _review(sources: Sources, loaded: Loaded[Review]) -> Html:
    review = loaded.model
    if review is None:
        return tag("p", tag("code", loaded.file), " cannot be read.")
    by = f" by {review.by}" if review.by and not sources.is_anonymous else ""
    if review.content_digest is None:
        of = "It does not say which content was read."
    elif review.content_digest == sources.content:
        of = "It is about this very content."
    else:
        of = "It is about other content than this."
    statuses = [_status(one) for one in review.findings.values()]
    counted = ", ".join(f"{statuses.count(word)} {word}" for word in dict.fromkeys(statuses)) or "no findings"
    rows = [
        tag("li", tag("b", name), f" {_status(one)}: ", one.claim, " ", tag("code", one.place))
        for name, one in review.findings.items()
    ]
    return join(
        [
            tag("p", tag("code", loaded.file), f"{by}: {counted}. {of}"),
            folded("What was found", tag("ul", *rows)) if rows else None,
        ]
    )


def _status(finding: ReviewFinding) -> str:
    return finding.status if isinstance(finding.status, str) else "disputed"
