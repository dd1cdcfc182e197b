"""Waivers and comments accept findings, with a reason, where they stand; some are never accepted."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.findings import Replace, Report, Silencer
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.profile import PolicySource, Profile, Weight
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.policy import Policy

IN_CODE = Fault(message="m", advice="A.", file="launchers/run.py", mark=Mark(2, 1))
IN_MANIFEST = Fault(message="m", advice="A.", path=("experiments", "digits", "tasks"))


def rule(code: str, *faults: Fault, level: Level = Level.DRAFT) -> Rule:
    def check(_: Context) -> Iterable[Fault]:
        return faults

    return Rule(code=code, name="name-of-" + code.lower(), level=level, check=check)


def waive(paper: Path, *entries: str) -> None:
    manifest = paper / "rra.yaml"
    manifest.write_text(manifest.read_text() + "waivers:\n" + "".join(f"  - {entry}\n" for entry in entries))


def write(paper: Path, *lines: str, file: str = "launchers/run.py") -> None:
    (paper / file).write_bytes("\n".join(lines).encode() + b"\n")


def report(paper: Path, *rules: Rule, policy: Policy | None = None, level: Level = Level.DRAFT) -> Report:
    return validate(FolderFiles(paper), name="paper", level=level, rules=rules, policy=policy)


def codes(found: Report) -> list[str]:
    return [finding.rule for finding in found.findings]


def silenced(found: Report) -> list[tuple[str, str, str]]:
    return [(item.finding.rule, item.by.value, item.reason) for item in found.silenced]


@pytest.mark.parametrize(
    ("at", "fault"),
    [
        ("launchers/run.py", IN_CODE),
        ("rra.yaml", IN_MANIFEST),
        ("/experiments/digits/tasks", IN_MANIFEST),
        ("/experiments", IN_MANIFEST),
        ("/experiments/", IN_MANIFEST),
        ("rra.yaml#/experiments/digits", IN_MANIFEST),
    ],
)
def test_a_waiver_accepts_at_its_place_and_below(paper: Path, at: str, fault: Fault) -> None:
    waive(paper, f"{{rule: RRL010, at: {at}, reason: it is the paper's}}")
    found = report(paper, rule("RRL010", fault))
    assert codes(found) == []
    assert silenced(found) == [("RRL010", "waiver", "it is the paper's")]


@pytest.mark.parametrize(
    ("at", "fault"),
    [
        ("launchers/other.py", IN_CODE),
        ("launchers", IN_CODE),
        ("/experiments", IN_CODE),
        ("/experiments/digits/tasks/accuracy", IN_MANIFEST),
        ("/exp", IN_MANIFEST),
        ("guide/decisions.yaml#/experiments", IN_MANIFEST),
    ],
)
def test_a_waiver_of_another_place_accepts_nothing_and_is_found(paper: Path, at: str, fault: Fault) -> None:
    waive(paper, f"{{rule: RRL010, at: {at}, reason: r}}")
    assert sorted(codes(report(paper, rule("RRL010", fault)))) == ["RRL010", "RRM041"]


@pytest.mark.parametrize(
    "lines",
    [
        ("a = 1", "b = 91.37  # rrspec: ignore[RRL010] the paper's"),
        ("# rrspec: ignore[RRL010] the paper's", "b = 91.37"),
        ("#rrspec:ignore[RRL010]: the paper's", "b = 91.37"),
        ("a = 1", "b = 91.37  # rrspec: ignore[RRE001, RRL010] the paper's"),
        ("a = 1", "b = 91.37  # rrspec: ignore[published-literal] the paper's"),
        ("a = 'one'", "b = '91.37'  # don't: # rrspec: ignore[RRL010] the paper's"),
    ],
)
def test_a_comment_accepts_in_its_line_or_alone_in_the_next(paper: Path, lines: tuple[str, ...]) -> None:
    write(paper, *lines)
    # a name of the table of rules, as the comment may say it
    one = Rule(code="RRL010", name="published-literal", level=Level.DRAFT, check=lambda _: [IN_CODE])
    found = report(paper, one)
    assert "RRL010" not in codes(found)
    assert silenced(found) == [("RRL010", "comment", "the paper's")]


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        ("guide/notes.md", ("<!-- rrspec: ignore[RRL010] the paper's -->", "91.37")),
        ("launchers/run.js", ("// rrspec: ignore[RRL010] the paper's", "91.37")),
        ("launchers/run.json", ("{", '  "a": 91.37 // rrspec: ignore[RRL010] the paper\'s')),
        ("launchers/run.yaml", ('a: "don\'t"', "b: 91.37 # rrspec: ignore[RRL010] the paper's")),
        ("launchers/run.sh", ("echo 'it'", "echo 91.37 # rrspec: ignore[RRL010] the paper's")),
        ("launchers/run.sql", ("select 1", "select 91.37 -- rrspec: ignore[RRL010] the paper's")),
        ("launchers/run.tex", ("% rrspec: ignore[RRL010] the paper's", "91.37")),
    ],
)
def test_a_comment_begins_as_its_language_says(paper: Path, file: str, lines: tuple[str, ...]) -> None:
    write(paper, *lines, file=file)
    found = report(paper, rule("RRL010", Fault(message="m", advice="A.", file=file, mark=Mark(2, 1))))
    assert silenced(found) == [("RRL010", "comment", "the paper's")]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("launchers/run.py", 'S = """# rrspec: ignore[RRL010] ok"""; X = 91.37'),
        ("launchers/run.py", '"""# rrspec: ignore[RRL010] ok"""; X = 91.37'),
        ("launchers/run.py", "S = '# rrspec: ignore[RRL010] ok'; X = 91.37"),
        ("launchers/run.py", "X = 91.37; rrspec: ignore[RRL010] or 1"),
        ("launchers/run.py", "X = 91.37 // rrspec: ignore[RRL010] ok"),
        ("launchers/run.json", '{"a": "// rrspec: ignore[RRL010] x", "b": 91.37}'),
        ("launchers/run.json", '{"a": "# rrspec: ignore[RRL010] x", "b": 91.37}'),
        ("launchers/run.ipynb", '"b = 91.37  # rrspec: ignore[RRL010] x"'),
        ("launchers/run.yaml", '{a: "# rrspec: ignore[RRL010] x", b: 91.37}'),
        ("launchers/run.yaml", "{a: '# rrspec: ignore[RRL010] x', b: 91.37}"),
        ("launchers/run.sh", 'echo "# rrspec: ignore[RRL010] x" 91.37'),
        ("launchers/run.sh", "echo 91.37; rrspec: ignore[RRL010] x"),
        ("launchers/run.csv", "a,91.37,# rrspec: ignore[RRL010] x"),
    ],
)
def test_a_text_that_looks_like_a_comment_accepts_nothing(paper: Path, file: str, line: str) -> None:
    write(paper, "", line, file=file)
    found = report(paper, rule("RRL010", Fault(message="m", advice="A.", file=file, mark=Mark(2, 1))))
    assert codes(found) == ["RRL010"]


def test_a_comment_alone_passes_over_further_comments(paper: Path) -> None:
    write(paper, "# rrspec: ignore[RRL010] the paper's", "# and more is said", "b = 91.37")
    found = report(paper, rule("RRL010", Fault(message="m", advice="A.", file="launchers/run.py", mark=Mark(3, 5))))
    assert [item.by for item in found.silenced] == [Silencer.COMMENT]


@pytest.mark.parametrize(
    "line",
    ["# rrspec: ignore", "# rrspec: ignore[]  why", "# rrspec: ignore[RRL010]", "# rrspec: ignore[RRL010,] why"],
)
def test_a_comment_without_rule_or_reason_accepts_nothing(paper: Path, line: str) -> None:
    write(paper, "a = 1", f"b = 91.37  {line}")
    found = report(paper, rule("RRL010", IN_CODE))
    assert codes(found) == ["RRL010", "RRM042"]
    assert found.findings[1].mark == Mark(2, 12)


@pytest.mark.parametrize("code", ["RRV002", "RRP001", "RRS001", "RRM006", "RRM041"])
@pytest.mark.parametrize("how", ["waiver", "comment"])
def test_what_others_rely_on_is_never_accepted(paper: Path, code: str, how: str) -> None:
    if how == "waiver":
        waive(paper, f"{{rule: {code}, at: launchers/run.py, reason: r}}")
    else:
        write(paper, "a = 1", f"b = 2  # rrspec: ignore[{code}] r")
    found = report(paper, rule(code, IN_CODE))
    assert sorted(codes(found)) == sorted([code, "RRM040"])
    assert found.silenced == ()


@pytest.mark.parametrize(("asked", "hint"), [("RRL099", "RRL0"), ("published-litteral", "published-literal")])
def test_an_unknown_rule_is_found_with_the_nearest_one(paper: Path, asked: str, hint: str) -> None:
    waive(paper, f"{{rule: {asked}, at: rra.yaml, reason: r}}")
    (finding,) = report(paper).findings
    assert (finding.rule, finding.path) == ("RRM040", ("waivers", 0))
    assert finding.mark is not None
    assert hint in finding.advice


def test_an_acceptance_of_a_rule_that_could_not_look_is_not_called_unused(paper: Path) -> None:
    def check(_: Context) -> Iterable[Fault]:
        raise Unchecked("no")

    waive(paper, "{rule: RRL010, at: rra.yaml, reason: r}")
    assert codes(report(paper, Rule(code="RRL010", name="n", level=Level.DRAFT, check=check))) == []


def test_an_acceptance_of_what_only_a_higher_level_counts_is_used(paper: Path) -> None:
    waive(paper, "{rule: RRL010, at: launchers/run.py, reason: r}")
    found = report(paper, rule("RRL010", IN_CODE, level=Level.EXECUTED))
    assert (codes(found), found.upcoming) == ([], ())


REMOVED: dict[str, tuple[bytes, bytes]] = {
    "at the end of a line": (b"a = 1  # rrspec: ignore[RRL010] r\r\nb = 2\r\n", b"a = 1\r\nb = 2\r\n"),
    "a line of its own": (b"a = 1\n  # rrspec: ignore[RRL010] r\nb = 2", b"a = 1\nb = 2"),
    "the last line": (b"a = 1\n# rrspec: ignore[RRL010] r", b"a = 1\n"),
}


@pytest.mark.parametrize("name", REMOVED)
def test_an_unused_comment_can_be_removed(paper: Path, name: str) -> None:
    before, after = REMOVED[name]
    (paper / "launchers" / "run.py").write_bytes(before)
    (finding,) = report(paper, rule("RRL010")).findings
    assert (finding.rule, finding.severity.value) == ("RRM041", "warning")
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    assert isinstance(edit, Replace)
    assert before[: edit.start] + edit.new + before[edit.end :] == after


def venue(**more: object) -> Policy:
    body = {"rra": "1.0", "id": "venue", "title": "t", "level": "draft", "sources": [PolicySource(url="u", read="d")]}
    return Policy(profile=Profile.model_validate({**body, **more}))


def everything_that_silences(paper: Path) -> None:
    waive(paper, "{rule: RRL010, at: launchers/run.py, reason: r}", "{rule: RRL011, at: rra.yaml, reason: r}")
    write(paper, "a = 1", "b = 2  # rrspec: ignore[RRL010] r")
    (paper / "pyproject.toml").write_text('[tool.rrspec]\nignore = ["RRL"]\n')
    (paper / "rrspec.toml").write_text('ignore = ["RRL"]\n')


def test_under_a_profile_nothing_of_the_artifact_silences_a_finding(paper: Path) -> None:
    everything_that_silences(paper)
    found = report(paper, rule("RRL010", IN_CODE), rule("RRL011", IN_MANIFEST), policy=venue())
    assert sorted(codes(found)) == ["RRL010", "RRL011"]
    assert (found.silenced, found.profile) == ((), "venue")


def test_a_profile_may_admit_waivers_of_a_rule_and_still_no_comment(paper: Path) -> None:
    everything_that_silences(paper)
    found = report(paper, rule("RRL010", IN_CODE), rule("RRL011", IN_MANIFEST), policy=venue(waivable=["RRL011"]))
    assert (codes(found), silenced(found)) == (["RRL010"], [("RRL011", "waiver", "r")])


@pytest.mark.parametrize(
    ("weight", "found"),
    [(Weight.ERROR, ["error"]), (Weight.WARNING, ["warning"]), (Weight.NOTE, ["note"]), (Weight.OFF, [])],
)
def test_a_profile_weighs_rules_as_it_says(paper: Path, weight: Weight, found: list[str]) -> None:
    result = report(paper, rule("RRL010", IN_CODE), policy=venue(weights={"RRL010": weight}))
    assert [finding.severity.value for finding in result.findings] == found
    out = ("RRL010",) if weight is Weight.OFF else ()
    assert (result.left_out.words, result.left_out.rules) == (out, out)


def test_a_profile_says_the_level(paper: Path) -> None:
    found = validate(FolderFiles(paper), name="p", rules=[], policy=venue(level="preserved"))
    assert (found.level, found.claimed) == ("preserved", "executed")
