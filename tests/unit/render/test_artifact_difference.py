"""Two artifacts beside each other, for people: the summary first, nothing too long, nothing that a terminal acts on."""

from typing import Any

import pytest

from reprobridge_spec.model.difference import ArtifactDifference
from reprobridge_spec.render import artifact_difference
from reprobridge_spec.render.style import PLAIN, Style

SIDE = {"place": "a", "artifact": "small 1.0.0", "level": "draft", "faults": 0}
TOOL = {"name": "rrspec", "version": "0"}


def said(**more: Any) -> ArtifactDifference:
    base = {"rra": "1.0", "first": SIDE, "second": SIDE, "same": not more, "runs": {}, "compared": 1, "tool": TOOL}
    return ArtifactDifference.model_validate({**base, **more})


def lines(**more: Any) -> list[str]:
    return list(artifact_difference.text(said(**more), PLAIN))


def file(path: str, **more: Any) -> dict[str, Any]:
    return {"path": path, "way": "changed", "area": "code", **more}


def test_what_is_the_same_is_said_in_one_line() -> None:
    assert lines()[-1] == "  no difference: every file has the same path, bytes and run bit"


def test_earlier_runs_still_count_where_plans_are_the_same() -> None:
    assert "  plans: the same, so earlier runs still count" in lines(files=[file("code/a")])


@pytest.mark.parametrize(
    "more",
    [
        {"compared": 0},
        {"stale": [{"experiment": "e", "causes": [], "runs": 1, "renewed": 0}]},
        {"seeds": [{"experiment": "e", "before": "[0]", "after": "[1]"}]},
        {"judged": [{"task": "e/t", "fields": ["statistic"]}]},
        {"smoke": ["e"]},
    ],
    ids=["nothing compared", "stale", "seeds", "judged", "smoke"],
)
def test_nothing_says_so_where_they_are_not(more: dict[str, Any]) -> None:
    assert not any("still count" in line and "plans" in line for line in lines(files=[file("code/a")], **more))


@pytest.mark.parametrize(
    ("more", "end"),
    [
        ({"files": [file(f"code/{number}") for number in range(50)]}, "and 10 more, which `--format json` lists"),
        ({"runs": {"added": [f"r{number}" for number in range(20)]}}, "+ and 8 more"),
        (
            {
                "packages": [
                    {"environment": "e", "platform": "p", "package": f"p{number}", "before": "1", "after": "2"}
                    for number in range(41)
                ]
            },
            "and 1 more",
        ),
    ],
    ids=["files", "runs", "packages"],
)
def test_long_lists_end(more: dict[str, Any], end: str) -> None:
    assert f"  {end}" in lines(**more)


def test_files_of_runs_are_told_by_their_run() -> None:
    path = "evidence/runs/r1/run.json"
    shown = lines(files=[file(path, area="evidence")], runs={"altered": ["r1"]})
    assert "  ~ r1" in shown
    assert not any(path in line for line in shown)


def test_a_package_is_told_once_for_all_its_platforms() -> None:
    package = {"environment": "cpu", "package": "numpy", "before": "1", "after": "2"}
    shown = lines(packages=[{**package, "platform": name} for name in ("linux-64", "osx-arm64")])
    assert "  numpy 1 -> 2  (cpu linux-64, cpu osx-arm64)" in shown


def test_nothing_that_a_terminal_acts_on_is_shown() -> None:
    entry = {"document": "rra.yaml", "section": "artifact", "id": "artifact", "way": "changed"}
    field = {"field": "title", "before": "a", "after": "\x1b[2Jb"}
    shown = lines(files=[file("code/\x1b]0;x", patch="@@ \x1b[1m")], entries=[{**entry, "fields": [field]}])
    assert not any("\x1b" in line for line in shown)


def test_a_diff_has_colours_where_they_are_shown() -> None:
    shown = list(artifact_difference.text(said(files=[file("code/a", patch="@@ -1 +1 @@\n-a\n+b")]), Style(color=True)))
    assert any(line.startswith("\x1b[32m+b") for line in shown)
    assert any(line.startswith("\x1b[31m-a") for line in shown)


def test_a_diff_in_markdown_is_code() -> None:
    shown = list(artifact_difference.markdown(said(files=[file("code/a", patch="+```\n+<b>")])))
    assert "      +```" in shown
    assert "      +<b>" in shown
