"""What the validation found, the heaviest first, then by component; and what does not count, with its reason."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.batch.outcome import Checked
from reprobridge_spec.findings import Finding, Severity, Silenced
from reprobridge_spec.render.amounts import listed, number
from reprobridge_spec.render.text import reasons
from reprobridge_spec.report.markup import Html, join, prose, tag
from reprobridge_spec.report.masthead import COMPONENTS
from reprobridge_spec.report.sections import folded, section, table
from reprobridge_spec.report.words import severity_answer
from reprobridge_spec.rules.table import ENTRIES, page

_MANY = 10
"""Findings of one rule that are shown; more are counted."""
_MOST_UPCOMING = 100
_LINE = 200
_PAGES = {entry.code: entry for entry in ENTRIES}
_ORDER = list(COMPONENTS)


def findings(checked: Checked) -> Html:
    """The section on findings."""
    report = checked.report
    if not report.findings:
        looked = number(report.checked, "rule")
        body = tag("p", f"No findings for the level {report.level}: {looked} looked.", class_="none")
    else:
        body = join(_groups(checked))
    return section("findings", "Findings", body, _unchecked(checked), _upcoming(checked))


def silenced(items: Sequence[Silenced]) -> Html:
    """The section on what was accepted; it is always shown."""
    if not items:
        body: Html = tag("p", "Nothing is waived, silenced or taken from a baseline.", class_="none")
    else:
        head = ("Rule", "Place", "What was found", "By", "Reason")
        body = table("Waivers", head, map(_silenced, items))
    return section("waivers", "Waivers", body)


def _silenced(one: Silenced) -> tuple[str, ...]:
    finding = one.finding
    return (f"{finding.rule} {finding.name}", _place(finding), finding.message, one.by.value, one.reason)


def _groups(checked: Checked) -> Iterator[Html]:
    found = checked.report.findings
    for severity in Severity:
        own = [one for one in found if one.severity is severity]
        if not own:
            continue
        yield tag("h3", severity_answer(severity, len(own)).badge)
        rules: dict[str, list[Finding]] = {}
        for finding in sorted(own, key=lambda one: (_ORDER.index(one.rule[2]), one.rule)):
            rules.setdefault(finding.rule, []).append(finding)
        yield tag("ul", *(_of_rule(group, checked) for group in rules.values()), class_="findings")


def _of_rule(group: Sequence[Finding], checked: Checked) -> Html:
    """All findings of one rule: why it matters is said once, and so is what to do where it is the same."""
    first = group[0]
    advice = list(dict.fromkeys(finding.advice for finding in group))
    why = _why(first.rule)
    shown = [_item(finding, checked, has_own_advice=len(advice) > 1) for finding in group[:_MANY]]
    more = len(group) - _MANY
    return tag(
        "li",
        tag(
            "p",
            tag("b", f"{first.rule} {first.name}"),
            tag("span", f"{COMPONENTS[first.rule[2]]}; for {_reader(first)}", class_="for"),
            class_="head",
        ),
        tag("ul", *shown, class_="places"),
        tag("p", f"and {number(more, 'more finding')} of this rule", class_="note") if more > 0 else None,
        tag("p", tag("b", "To do: "), prose(advice[0])) if len(advice) == 1 and advice[0] else None,
        tag("p", tag("b", "Why it matters: "), prose(why), class_="why") if why else None,
    )


def _item(finding: Finding, checked: Checked, *, has_own_advice: bool) -> Html:
    line = checked.source_line(finding.file, finding.mark.line) if finding.mark else None
    return tag(
        "li",
        tag("code", _place(finding), class_="place"),
        " ",
        prose(_sentence(finding.message)),
        tag("code", line.strip()[:_LINE], class_="line") if line and line.strip() else None,
        tag("span", tag("b", "To do: "), prose(finding.advice), class_="todo") if has_own_advice else None,
    )


def _place(finding: Finding) -> str:
    return finding.file + (f":{finding.mark.line}:{finding.mark.column}" if finding.mark else "")


def _sentence(message: str) -> str:
    return f"{message[:1].upper()}{message[1:]}."


def _reader(finding: Finding) -> str:
    """Who must act, or must know."""
    if finding.severity is Severity.ERROR:
        return "the author, who has to mend it"
    return "the author, and the reviewer, who should know it"


def _why(code: str) -> str:
    """The rule's own reason: what stands under `Why` on its page."""
    entry = _PAGES.get(code)
    text = page(entry).partition("## Why\n")[2].partition("\n## ")[0].strip() if entry else ""
    return " ".join(text.split())


def _unchecked(checked: Checked) -> Html | None:
    told = [tag("li", tag("b", listed(rules)), f": {reason}") for reason, rules in reasons(checked.report)]
    if not told:
        return None
    return join([tag("h3", f"Not checked: {number(len(checked.report.not_checked), 'rule')}"), tag("ul", *told)])


def _upcoming(checked: Checked) -> Html | None:
    found = checked.report.upcoming
    if not found:
        return None
    rows = [
        tag("li", tag("b", f"{one.rule} {one.name}"), " ", tag("code", _place(one)), f" {_sentence(one.message)}")
        for one in found[:_MOST_UPCOMING]
    ]
    more = len(found) - _MOST_UPCOMING
    return folded(
        f"For levels above {checked.report.level}: {number(len(found), 'finding')}, which do not count yet",
        tag("ul", *rows),
        tag("p", f"and {more} more", class_="note") if more > 0 else None,
    )
