"""The top of the page: what it is, whether it conforms, how its tasks came out, and what to type first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal

from reprobridge_spec.findings import Finding, Report, Severity
from reprobridge_spec.model.paper import Author
from reprobridge_spec.render.amounts import TIMES, duration, number
from reprobridge_spec.report import needs
from reprobridge_spec.report.markup import Html, join, tag
from reprobridge_spec.report.sections import digest
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.words import Answer, Tone, audit_answer, conformance, counted_word

_TILES = (("C", "Codebase"), ("E", "Environment"), ("L", "Launchers"), ("G", "Guide"))
_OTHERS = (("M", "Manifest"), ("V", "Evidence"), ("P", "Package"), ("S", "Secrecy"))
COMPONENTS = dict((*_OTHERS[:1], *_TILES, *_OTHERS[1:]))
"""Names of components by the letter in the codes of their rules, in the standard's order."""
_FEW = 4


def masthead(sources: Sources) -> Html:
    """The header of an artifact's report."""
    return tag(
        "header",
        _title(sources),
        tag("div", verdict(sources.validation, _tasks(sources), _standing(sources)), _try(sources), class_="first"),
        _hazards(sources),
        class_="masthead",
    )


def verdict(report: Report, *more: Html) -> Html:
    """Whether it conforms, a tile for each component, what else was found, and `more`."""
    answer = conformance(report)
    profile = f" under the profile {report.profile}" if report.profile else ""
    asked = f"level {report.level}{profile}"
    if report.claimed and report.claimed != report.level:
        asked += f"; it claims {report.claimed}"
    return tag(
        "section",
        tag("h2", answer.badge, " ", tag("span", asked, class_="asked"), class_=f"verdict {answer.tone}"),
        tag("ul", *(_tile(report, letter, name) for letter, name in _TILES), class_="tiles"),
        tag("p", _others(report), class_="others"),
        *more,
        aria_label="Verdict",
        class_="answer",
    )


def _title(sources: Sources) -> Html:
    manifest = sources.manifest
    line = [tag("span", f"{manifest.id} {manifest.version}")]
    line += (
        [tag("span", "content ", digest(sources.content))] if sources.content else [tag("span", "no content digest")]
    )
    line += [tag("span", f"RRA {manifest.rra}")]
    return tag(
        "div",
        tag("p", *line, class_="kicker"),
        tag("h1", manifest.title),
        _paper(sources),
        class_="title",
    )


def _paper(sources: Sources) -> Html | None:
    paper = sources.manifest.paper
    if paper is None:
        return tag("p", "The paper is not named yet.", class_="paper")
    names = [one.name if isinstance(one, Author) else str(one) for one in paper.authors or []]
    # an artifact that is to be anonymous and names its authors is not to be read out by us
    names = [] if sources.is_anonymous else names
    more = " et al." if len(names) > _FEW else ""
    about = [f"{', '.join(names[:_FEW])}{more}"] if names else []
    about += [paper.venue] if paper.venue else []
    about += paper.identifiers
    return tag("p", tag("cite", paper.title), ". " if about else None, "; ".join(about), class_="paper")


def _tile(report: Report, letter: str, name: str) -> Html:
    found = [finding for finding in report.findings if finding.rule[2] == letter]
    unchecked = [item for item in report.not_checked if item.rule[2] == letter]
    tone = _tone(found, is_unchecked=bool(unchecked))
    said = counts(found)
    if unchecked:
        said += f", {len(unchecked)} not checked"
    return tag("li", tag("span", name, class_="name"), tag("span", said, class_="count"), class_=f"tile {tone}")


def _tone(found: Sequence[Finding], *, is_unchecked: bool) -> Tone:
    if any(finding.severity is Severity.ERROR for finding in found):
        return Tone.BAD
    return Tone.OPEN if found or is_unchecked else Tone.GOOD


def counts(findings: Iterable[Finding]) -> str:
    """`2 errors, 1 warning`; errors and notes are always told."""
    numbers = Counter(finding.severity for finding in findings)
    told = [
        number(numbers[severity], severity)
        for severity in Severity
        if numbers[severity] or severity is not Severity.WARNING
    ]
    return ", ".join(told)


def _others(report: Report) -> str:
    told = []
    for letter, name in _OTHERS:
        found = [finding for finding in report.findings if finding.rule[2] == letter]
        told.append(f"{name.lower()} {counts(found)}" if found else f"{name.lower()} no findings")
    unchecked = len(report.not_checked)
    looked = f"{report.checked} rules looked" + (f", {unchecked} could not" if unchecked else "")
    return f"Besides: {'; '.join(told)}. {looked}."


def _tasks(sources: Sources) -> Html:
    rows = sources.status.tasks
    words = Counter(counted_word(row, sources.judgement(row.task)) for row in rows)
    compatible = words.pop("compatible", 0)
    told = [f"{compatible} of {len(rows)} compatible", *(f"{count} {word}" for word, count in words.items())]
    cells = sources.status.own_cells
    covered = f"{len(rows)} of {number(cells, 'own cell')}" if cells else "own cells of the paper not counted"
    return tag(
        "p",
        tag("strong", f"Tasks {', '.join(told)}" if rows else "No task is declared"),
        " ",
        tag("span", covered, class_="cells"),
        class_="outcome",
    )


def _standing(sources: Sources) -> Html:
    """What the scores rest on."""
    verdicts = Counter(row.verdict for row in sources.audit.tasks)
    classes = dict.fromkeys(row.evidence.value for row in sources.audit.tasks if row.runs)
    audited = [join([f"{count} {TIMES} ", audit_answer(one).badge], "") for one, count in verdicts.items()]
    seconds = sum((record.used.wall_seconds for record in sources.records), Decimal(0))
    made = sources.verification
    own = ", in the artifact's own evidence" if sources.is_own else ""
    held = Answer("held", Tone.GOOD) if made and made.holds else Answer("did not hold", Tone.BAD)
    verified = join([held.badge, f" on {made.ended[:10]}{own}"]) if made else "none of this content"
    pairs = [
        (
            "Evidence",
            f"{', '.join(classes)}, {number(len(sources.records), 'record')}" if classes else "no runs that count",
        ),
        ("Audit", join(audited, ", ") if audited else "no task"),
        ("Verification", verified),
        ("Recorded work", f"{duration(seconds)} of runs" if sources.records else "none"),
    ]
    told = [part for name, value in pairs for part in (tag("dt", name), tag("dd", value))]
    return tag("dl", *told, class_="standing")


def _try(sources: Sources) -> Html:
    where = "beside the package" if sources.package else "in the artifact's folder"
    lines = [
        tag("li", tag("code", command.line), tag("span", command.what, class_="what"))
        for command in needs.commands(sources)
    ]
    told = [part for name, fact in needs.facts(sources.subject) for part in (tag("dt", name), tag("dd", fact))]
    return tag(
        "section",
        tag("h2", "Try it now ", tag("small", where), id="try"),
        tag("ol", *lines, class_="commands"),
        tag("dl", *told, class_="facts"),
        aria_labelledby="try",
        class_="try",
    )


def _hazards(sources: Sources) -> Html | None:
    said = [
        f"environment {name}: {hazard.value.replace('-', ' ')}"
        for name, body in sources.manifest.environments.items()
        for hazard in body.hazards
    ]
    if not said:
        return None
    text = f"Executes data that came with a file ({'; '.join(said)}). Run it where nothing can be lost."
    return tag("p", tag("strong", "Hazard. "), text, class_="hazard")
