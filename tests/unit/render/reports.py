"""Reports for tests of their forms: a plain one, and hypothesis's."""

import string

from hypothesis import strategies as st

from reprobridge_spec.findings import (
    Finding,
    Fix,
    MakeExecutable,
    NotChecked,
    Replace,
    Report,
    RulesLeftOut,
    Severity,
    Silenced,
    Silencer,
)
from reprobridge_spec.location import Mark
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.rules.table import ENTRIES

FINDING = Finding(
    rule="RRE002",
    name="lock-drift",
    severity=Severity.ERROR,
    message="six is not locked",
    advice="Run `rrspec lock`.",
    file="env/requirements.lock",
    mark=Mark(2, 5),
    path=("a", 0),
)
EDIT = Replace(file="rra.yaml", start=7, end=11, new=b'"3.10"')
REPAIRABLE = Finding(
    rule="RRM007",
    name="unquoted-text",
    severity=Severity.WARNING,
    message="the text 3.10 stands without quotes",
    advice='Write "3.10".',
    file="rra.yaml",
    mark=Mark(1, 8),
    fix=Fix(what="Put it into double quotes.", edits=(EDIT,)),
)
SILENCED = Silenced(finding=FINDING, by=Silencer.WAIVER, reason="six is bundled")
SKIPPED = NotChecked(rule="RRS001", name="secret", reason="notes could not be read")


def shown_with(*findings: Finding, artifact: str = "paper", folder: str = "", **values: object) -> Shown:
    """A report of an artifact, with made-up fingerprints."""
    given = {"artifact": artifact, "level": "executed", "claimed": "draft", "findings": findings, "checked": 3}
    report = Report(**(given | values))  # type: ignore[arg-type]
    found = [*report.findings, *(silenced.finding for silenced in report.silenced)]
    return Shown(
        report=report,
        folder=folder,
        fingerprints=tuple(f"{number:032x}" for number in range(len(found))),
        regions={EDIT: (Mark(1, 8), Mark(1, 12))},
    )


NASTY = [
    "::error file=x::owned",
    "##[error]owned",
    "a%0Ab\r\nc",
    "| b | c |",
    "<script>alert(1)</script>",
    "<b>@octocat</b> #12 GH-12",
    "![x](http://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "https://evil.example www.evil.example a@evil.example",
    "`unclosed **bold** _it_ ~~no~~",
    "]]> & &lt; \x1b[31m \x00\x08\x0b\ufffe \ud800\udcff",
    "\u202e backwards \u2028 line",
    "# head\n\n- list\n1. one\n===",
    "    code",
    "$x$ :tada: \\",
]
"""What strangers may write to be taken for something else."""
words = st.sampled_from(NASTY) | st.text(
    st.sampled_from(string.printable + "\x1b\x00é😀\u202e\udcff|`<&@#"), min_size=1, max_size=30
)
sentences = words.map(lambda text: f"about {text}")
_entries = st.sampled_from([entry for entry in ENTRIES if entry.level == "draft"])


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    """A finding of a rule of the level `draft`, with whatever words."""
    entry = draw(_entries)
    edits: tuple[Replace | MakeExecutable, ...] = draw(st.sampled_from([(), (EDIT,), (MakeExecutable(file="run.sh"),)]))
    return Finding(
        rule=entry.code,
        name=entry.name,
        severity=draw(st.sampled_from(Severity)),
        message=draw(sentences),
        advice=draw(sentences | st.just("")),
        file=draw(words),
        mark=draw(st.none() | st.builds(Mark, st.integers(1, 999), st.integers(1, 999))),
        path=tuple(draw(st.lists(words | st.integers(0, 9), max_size=2))),
        fix=Fix(what="Mend it.", edits=edits) if edits else None,
    )


@st.composite
def reports(draw: st.DrawFn, most: int = 6) -> Shown:
    """A report of a stranger's artifact."""
    silenced = st.builds(Silenced, finding=findings(), by=st.sampled_from(Silencer), reason=sentences)
    unchecked = _entries.flatmap(
        lambda entry: st.builds(NotChecked, rule=st.just(entry.code), name=st.just(entry.name), reason=sentences)
    )
    return shown_with(
        *draw(st.lists(findings(), max_size=most)),
        artifact=draw(sentences),
        folder=draw(st.sampled_from(["", "papers/one"])),
        silenced=tuple(draw(st.lists(silenced, max_size=3))),
        upcoming=tuple(draw(st.lists(findings(), max_size=2))),
        not_checked=tuple(draw(st.lists(unchecked, max_size=3, unique_by=lambda item: item.rule))),
        left_out=RulesLeftOut(
            words=tuple(draw(st.lists(st.sampled_from(["RRE002", "lock-drift", "note", "all but RRM"]), max_size=2))),
            rules=draw(st.sampled_from([(), ("RRE002",)])),
        ),
        profile=draw(st.sampled_from(["", "venue"])),
    )
