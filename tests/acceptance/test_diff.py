"""`rrspec diff` and `rrspec changes make`, as a reviewer and an author type them."""

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.kinds_beside import CHANGE_COVERAGE, DIFFERENCE, MADE_CHANGE
from reprobridge_spec.schemas.load import load
from tests.acceptance.artifacts import replace
from tests.conftest import CHECKOUT, CommandLine

BASE = CHECKOUT / "conformance" / "base" / "repaired"
RELEASE = CHECKOUT / "conformance" / "releases" / "points-1.0.zip"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    target = tmp_path / "other"
    shutil.copytree(BASE, target)
    replace(target / "code/points/model.py", "The label", "A label")
    return target


def document(kind: Kind[Any], text: str) -> Any:
    loaded = load(kind, text.encode(), "result.json")
    assert loaded.findings == ()
    return json.loads(text)


def test_the_summary_comes_first_and_ends_with_0(rrspec: CommandLine, other: Path) -> None:
    ended = rrspec("diff", BASE, other)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, second, _, *rest = ended.stdout.splitlines()
    assert first.endswith("repaired 1.0.0 (executed)")
    assert second.endswith("repaired 1.0.0 (executed)")
    assert rest[:3] == [
        "summary",
        "  code: 1 changed (+1 -1 lines)",
        "  stale: half, large; 10 runs of the first count no more",
    ]


@pytest.mark.parametrize(("arguments", "code"), [((), 0), (("--exit-code",), 1)])
def test_what_differs_changes_the_exit_code_where_that_is_asked_for(
    rrspec: CommandLine, other: Path, arguments: tuple[str, ...], code: int
) -> None:
    assert rrspec("diff", BASE, other, *arguments).returncode == code
    assert rrspec("diff", BASE, BASE, *arguments).returncode == 0


def test_the_result_for_programs_has_its_published_form(rrspec: CommandLine, other: Path) -> None:
    ended = rrspec("diff", BASE, other, "--patch", "--format", "json")
    result = document(DIFFERENCE, ended.stdout)
    assert [change["path"] for change in result["files"]] == ["code/points/model.py"]
    assert "+    " in result["files"][0]["patch"]


def test_an_artifact_and_its_package_are_the_same(rrspec: CommandLine, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path / "paper")
    package = tmp_path / "paper.rra.zip"
    assert rrspec("pack", tmp_path / "paper", "-o", package).returncode == 0
    ended = rrspec("diff", tmp_path / "paper", package, "--exit-code")
    assert ended.returncode == 0, ended.stdout
    assert "no difference" in ended.stdout


def test_no_word_of_an_artifact_is_markup(rrspec: CommandLine, other: Path) -> None:
    replace(other / "rra.yaml", "title: Points", "title: '@someone <b>![x](https://example.org)' #")
    shown = rrspec("diff", BASE, other, "--format", "md").stdout
    assert "### summary" in shown
    assert "@someone" not in shown
    assert "<b>" not in shown


MISTAKES = {
    "one artifact": (("diff", BASE), 2, "1 is named"),
    "no artifact": (("diff",), 2, "none is named"),
    "three artifacts": (("diff", BASE, BASE, BASE), 2, "3 are named"),
    "a folder that is none": (("diff", BASE, "/"), 3, "no rra.yaml"),
    "a file that is not there": (("diff", BASE, "nothing.rra.zip"), 3, "there is no nothing.rra.zip"),
    "a file that is no package": (("diff", BASE, BASE / "guide" / "guide.md"), 1, "neither a ZIP file"),
    "a release without --changes": (("diff", BASE, BASE, "--release", RELEASE), 2, "--changes"),
    "--changes without a release": (("diff", "--changes", BASE), 2, "not at hand"),
    "--changes of two": (("diff", "--changes", BASE, BASE, "--release", RELEASE), 2, "one artifact"),
    "another release": (("diff", "--changes", BASE, "--release", BASE / "rra.yaml"), 2, "not the pinned archive"),
    "make without a release": (("changes", "make", "x", "-C", BASE), 2, "--release"),
    "make of code of its own": (
        ("changes", "make", "x", "-C", CHECKOUT / "examples" / "rocket-ucr", "--release", RELEASE),
        2,
        "reimplementation",
    ),
}


@pytest.mark.parametrize(("arguments", "code", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told(rrspec: CommandLine, arguments: tuple[object, ...], code: int, said: str) -> None:
    ended = rrspec(*arguments)
    assert (ended.returncode, said in ended.stderr) == (code, True), ended.stderr


def test_the_record_is_made_and_then_covers_the_code(rrspec: CommandLine, other: Path) -> None:
    about = ("-C", other, "--release", RELEASE)
    result = document(
        CHANGE_COVERAGE, rrspec("diff", "--changes", other, "--release", RELEASE, "--format", "json").stdout
    )
    assert [hunk["path"] for hunk in result["uncovered"]] == ["points/model.py"]
    made = document(MADE_CHANGE, rrspec("changes", "make", "label", *about, "--format", "json").stdout)
    assert (made["patch"], made["written"], made["complete"]) == ("guide/changes/label.patch", True, True)
    ended = rrspec("diff", "--changes", other, "--release", RELEASE, "--exit-code")
    assert ended.returncode == 0
    assert "<- items, square, label" in ended.stdout
    checked = rrspec("validate", other, "--release", RELEASE, "--level", "preserved", "--select", "RRG007,RRM013")
    assert checked.returncode == 1
    assert "release-not-compared" not in checked.stdout
    assert "TODO" in checked.stdout


@pytest.mark.parametrize("option", ["--dry-run", "--diff"])
def test_nothing_is_written_where_it_is_only_to_be_shown(rrspec: CommandLine, other: Path, option: str) -> None:
    before = {path: path.read_bytes() for path in other.rglob("*") if path.is_file()}
    ended = rrspec("changes", "make", "label", "-C", other, "--release", RELEASE, option)
    assert ended.returncode == 0
    assert {path: path.read_bytes() for path in other.rglob("*") if path.is_file()} == before
    assert ended.stdout.startswith(
        "diff --git a/points/model.py" if option == "--diff" else "guide/changes/label.patch: would be"
    )


def test_nothing_to_write_is_no_mistake(rrspec: CommandLine, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path / "paper")
    ended = rrspec("changes", "make", "x", "-C", tmp_path / "paper", "--release", RELEASE)
    assert ended.returncode == 0
    assert "already" in ended.stdout


@pytest.mark.parametrize("is_second", [True, False])
def test_a_package_that_is_not_as_its_list_says_is_told_first(
    rrspec: CommandLine, tmp_path: Path, *, is_second: bool
) -> None:
    assert rrspec("pack", BASE, "-o", tmp_path / "p.rra.zip").returncode == 0
    with zipfile.ZipFile(tmp_path / "p.rra.zip") as source, zipfile.ZipFile(tmp_path / "q.zip", "w") as made:
        for name in source.namelist():
            data = source.read(name)
            made.writestr(name, data.replace(b"0", b"1", 1) if name.endswith("MANIFEST.sha256") else data)
    sides = (tmp_path / "p.rra.zip", tmp_path / "q.zip")
    ended = rrspec("diff", *(sides if is_second else reversed(sides)))
    assert ended.returncode == 1
    assert 0 < ended.stdout.index("not as its own list says") < ended.stdout.index("summary")
    same = rrspec("diff", sides[0], sides[0])
    assert (same.returncode, "own list" in same.stdout) == (0, False)
    said = document(DIFFERENCE, rrspec("diff", *sides, "--format", "json").stdout)
    assert len(said["unlike_lists"]) == 1


@pytest.mark.parametrize("target", ["/nowhere/a", "changes.yaml", "changes/nothing", "folder"])
@pytest.mark.parametrize("options", [(), ("--force",), ("--dry-run",)])
def test_a_link_in_the_place_of_the_patch_is_told_and_stays(
    rrspec: CommandLine, other: Path, target: str, options: tuple[str, ...]
) -> None:
    place = other / "guide" / "changes" / "label.patch"
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(target if target.startswith("/") else other / "guide" / target)
    ended = rrspec("changes", "make", "label", "-C", other, "--release", RELEASE, *options)
    assert (ended.returncode, "a link or a special file stands there" in ended.stderr) == (1, True), ended.stderr
    assert place.is_symlink()


@pytest.mark.parametrize("why", ["null", "NO", "12", "y"])
def test_a_reason_is_kept_as_it_was_given(rrspec: CommandLine, other: Path, why: str) -> None:
    about = ("-C", other, "--release", RELEASE, "--kind", "execution", "--why", why)
    assert rrspec("changes", "make", "label", *about).returncode == 0
    assert f'why: "{why}"' in (other / "guide" / "changes.yaml").read_text(encoding="utf-8")


def test_a_reason_without_a_word_is_none(rrspec: CommandLine, other: Path) -> None:
    ended = rrspec("changes", "make", "label", "-C", other, "--release", RELEASE, "--kind", "execution", "--why", " ")
    assert ended.returncode == 0, ended.stderr
    assert "TODO" in (other / "guide" / "changes.yaml").read_text(encoding="utf-8")
