"""The reproduction guide on the page: decisions with what hangs on them, and the change record."""

from reprobridge_spec.documents.patch.form import Side
from reprobridge_spec.model.guide import Change, ChangeKind, Decision
from reprobridge_spec.model.paper import ArchiveRelease, GitRelease
from reprobridge_spec.render.amounts import MINUS, number
from reprobridge_spec.report.markup import Html, join, prose, tag
from reprobridge_spec.report.sections import folded, section
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.tornado import tornado
from reprobridge_spec.report.words import Answer, Tone
from reprobridge_spec.rules.change_patches import UnreadPatch, patches_of

_ALL = "all tasks"
_MEASURED = Answer("measured", Tone.GOOD)
_ARGUED = Answer("argued, not measured", Tone.QUIET)
_OPEN = Answer("choice is open", Tone.OPEN)
_KINDS = {
    ChangeKind.CORRECTNESS: Answer("correctness: can change a score", Tone.OPEN),
    ChangeKind.EXECUTION: Answer("execution", Tone.QUIET),
    ChangeKind.CONVENIENCE: Answer("convenience", Tone.QUIET),
}


def decisions(sources: Sources) -> Html:
    """The section on ambiguities and how each was settled."""
    loaded = sources.context.decisions
    model = loaded.model if loaded else None
    if model is None or not model.decisions:
        why = "The decisions cannot be read." if loaded and model is None else "No decision is recorded."
        return section("decisions", "Decisions", tag("p", why, class_="none"))
    items = [_decision(sources, name, decision) for name, decision in model.decisions.items()]
    measured = sum(decision.sensitivity.measured for decision in model.decisions.values())
    note = (
        f"{number(len(items), 'ambiguity', 'ambiguities')} of the paper or the release, each with what changes if it "
        f"is decided otherwise; measured for {measured}. Sentences are the guide's own; bars stand where alternatives "
        "were run, with the interval's half-width behind them."
    )
    return section("decisions", "Decisions", *items, note=note)


def _decision(sources: Sources, name: str, decision: Decision) -> Html:
    badges = [(_MEASURED if decision.sensitivity.measured else _ARGUED).badge, _OPEN.badge if decision.open else None]
    alternatives = [
        tag("li", tag("b", key), " ", tag("code", " ".join(one.append))) for key, one in decision.alternatives.items()
    ]
    measured = tornado(sources, name, decision)
    summary = join([tag("b", name), " ", *badges, tag("span", decision.source.document, class_="from")])
    return folded(
        summary,
        tag(
            "dl",
            _pair("Where", f"{decision.source.document}: {decision.source.location}"),
            _pair("Gap", prose(decision.gap)),
            _pair("Resolution", prose(decision.resolution)),
            _pair("If decided otherwise", prose(decision.sensitivity.text)),
            _pair("Alternatives that can be run", tag("ul", *alternatives)) if alternatives else None,
            _pair("What they change", measured) if measured else None,
            _pair("Tasks", _tasks(sources, decision.tasks)),
            class_="decision",
        ),
        class_="more decision-box",
    )


def _pair(name: str, value: str) -> Html:
    return tag("div", tag("dt", name), tag("dd", value))


def _tasks(sources: Sources, names: list[str]) -> str:
    if names and set(names) == set(sources.context.tasks):
        return _ALL
    return ", ".join(names) or "none"


def changes(sources: Sources) -> Html:
    """The section on the change record, with diff statistics counted in the patches."""
    codebase, loaded = sources.manifest.codebase, sources.context.changes
    relation = codebase.relation.value if codebase else "not described"
    upstream = codebase.upstream if codebase else None
    about = tag("p", f"The code is {_article(relation)}. {_release(upstream)}", class_="note")
    model = loaded.model if loaded else None
    if model is None or not model.changes:
        why = "The change record cannot be read." if loaded and model is None else "No change is recorded."
        return section("changes", "Changes", about, tag("p", why, class_="none"))
    statistics = _statistics(sources)
    items = [_change(sources, name, change, statistics) for name, change in model.changes.items()]
    return section("changes", "Changes", about, *items)


def _change(sources: Sources, name: str, change: Change, statistics: dict[str, Html | str]) -> Html:
    diff = statistics.get(name, "no patch" if change.patch is None else "the patch is not there")
    summary = join([tag("b", name), " ", _KINDS[change.kind].badge, tag("span", diff, class_="from")])
    return folded(
        summary,
        tag(
            "dl",
            _pair("Why", prose(change.why)),
            _pair("Patch", tag("code", change.patch)) if change.patch else None,
            _pair("Checked", prose(change.checked)) if change.checked else None,
            _pair("Decision", change.decision) if change.decision else None,
            _pair("Tasks", _tasks(sources, change.tasks)),
            class_="decision",
        ),
        class_="more decision-box",
    )


def _article(relation: str) -> str:
    return {
        "modified": "a modified copy of the release",
        "reimplementation": "a reimplementation of the release",
        "original": "the authors' own, with no release to be held against",
    }.get(relation, relation)


def _release(upstream: GitRelease | ArchiveRelease | None) -> str:
    if upstream is None:
        return "No release is named."
    pinned = (
        f"{upstream.url}, commit {upstream.commit}"
        if isinstance(upstream, GitRelease)
        else f"{upstream.archive}, SHA-256 {upstream.sha256}"
    )
    return f"The release: {pinned}, {upstream.license or 'licence not said'}."


def _statistics(sources: Sources) -> dict[str, Html | str]:
    """Files and lines that each patch changes."""
    found: dict[str, Html | str] = {}
    for patch in patches_of(sources.context):
        if isinstance(patch, UnreadPatch):
            found[patch.change] = f"cannot be read: {patch.reason}"
            continue
        if not patch.files:
            found[patch.change] = "the patch changes no file"
            continue
        sides = [side for file in patch.files for hunk in file.hunks for side, _ in hunk.lines]
        found[patch.change] = join(
            [
                number(len(patch.files), "file"),
                ", ",
                tag("span", f"+{sides.count(Side.NEW)}", class_="plus"),
                " ",
                tag("span", f"{MINUS}{sides.count(Side.OLD)}", class_="minus"),
            ]
        )
    return found
