"""`rrspec report` and `rrspec status` as a person calls them."""

import json
import os
import shutil
from pathlib import Path

import pytest

from reprobridge_spec.model.status import Status
from reprobridge_spec.schemas.kinds_beside import STATUS
from reprobridge_spec.schemas.load import load
from tests.acceptance.artifacts import replace
from tests.conftest import CHECKOUT, CommandLine
from tests.unit.report.artifacts import GOOD, Recorded, artifact

NOW = ("--now", "2026-11-30T12:00:00Z")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return artifact(tmp_path / "artifact", {"one": GOOD, "two": Recorded(scores=["80", "81"]), "three": Recorded()})


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_report_is_one_file_and_the_artifact_stays(rrspec: CommandLine, folder: Path) -> None:
    before = state(folder)
    done = rrspec("report", folder, *NOW)
    assert done.returncode == 0, done.stderr
    file = rrspec.cwd / "shipped-score-1.0.0.report.html"
    assert done.stdout == f"{file}\n"
    assert file.read_text().startswith("<!doctype html>")
    assert "1 of 3 compatible, 1 incompatible, 1 not run" in file.read_text()
    assert state(folder) == before


def test_a_report_of_what_does_not_conform_is_a_report(rrspec: CommandLine, folder: Path) -> None:
    (folder / "launchers" / "one.py").unlink()
    done = rrspec("report", "-C", folder, "-o", "x.html")
    assert done.returncode == 0, done.stderr
    assert "Does not conform" in (rrspec.cwd / "x.html").read_text()


def test_the_same_moment_gives_the_same_bytes(rrspec: CommandLine, folder: Path) -> None:
    for name in ("a.html", "b.html"):
        assert rrspec("report", folder, "-o", name, *NOW).returncode == 0
    assert (rrspec.cwd / "a.html").read_bytes() == (rrspec.cwd / "b.html").read_bytes()
    assert "2026-11-30 12:00 UTC" in (rrspec.cwd / "a.html").read_text()


@pytest.mark.slow
def test_a_package_gives_the_report_of_its_folder(rrspec: CommandLine) -> None:
    example = CHECKOUT / "examples" / "rocket-ucr"
    assert rrspec("pack", example, "-o", "x.rra.zip").returncode == 0
    assert rrspec("report", "x.rra.zip", "-o", "package.html", *NOW).returncode == 0
    assert rrspec("report", example, "-o", "folder.html", *NOW).returncode == 0
    of_package, of_folder = ((rrspec.cwd / name).read_text() for name in ("package.html", "folder.html"))
    assert "rrspec verify x.rra.zip" in of_package
    assert "3 of 3 compatible" in of_package
    for text in ("0.80857142857142858", "396f504a6542", "3 of 85 own cells"):
        assert text in of_package
        assert text in of_folder


def test_nothing_of_the_artifact_is_executed(rrspec: CommandLine, folder: Path) -> None:
    canary = rrspec.cwd / "canary"
    code = f"open({str(canary)!r}, 'w').write('x')\n"
    for place in ("conftest.py", "sitecustomize.py", "code/__init__.py", "launchers/one.py", "setup.py"):
        (folder / place).write_text(code)
    assert rrspec("report", folder, "-o", "x.html", cwd=folder).returncode == 0
    assert rrspec("status", cwd=folder).returncode == 0
    assert not canary.exists()


MISTAKES = {
    "no artifact": (("report", "nowhere.zip"), 3, "there is no nowhere.zip"),
    "no artifact upwards": (("report",), 3, "no rra.yaml"),
    "two artifacts": (("report", "one", "-C", "two"), 2, "do not go together"),
    "no moment": (("report", ".", "--now", "yesterday"), 2, "is no moment"),
    "no verification": (("report", ".", "--witness", "none.json"), 2, "cannot be read"),
    "no package": (("report", "note.txt"), 1, "neither a ZIP file nor a tar archive"),
    "status without artifact": (("status",), 3, "no rra.yaml"),
}


@pytest.mark.parametrize(("arguments", "code", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told(rrspec: CommandLine, arguments: tuple[str, ...], code: int, said: str) -> None:
    (rrspec.cwd / "note.txt").write_text("hello")
    done = rrspec(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_report_stays(rrspec: CommandLine, folder: Path) -> None:
    mine = rrspec.cwd / "thesis.html"
    mine.write_text("<p>mine")
    done = rrspec("report", folder, "-o", mine)
    assert done.returncode == 2
    assert "no report" in done.stderr
    assert mine.read_text() == "<p>mine"
    assert rrspec("report", folder, "-o", "new.html").returncode == 0
    assert rrspec("report", folder, "-o", "new.html").returncode == 0


def test_inside_the_artifact_the_report_goes_beside_it(rrspec: CommandLine, folder: Path) -> None:
    before = state(folder)
    done = rrspec("report", *NOW, cwd=folder / "launchers")
    assert done.stdout == f"{folder.parent / 'shipped-score-1.0.0.report.html'}\n"
    assert state(folder) == before


def test_an_anonymous_report_names_neither_folder_nor_file_nor_user(rrspec: CommandLine, folder: Path) -> None:
    replace(folder / "rra.yaml", "level: executed", "level: executed\nanonymous: true")
    named = folder.with_name("by-ada-lovelace")
    shutil.copytree(folder, named)
    assert rrspec("report", named, "-o", "x.html").returncode == 0
    text = (rrspec.cwd / "x.html").read_text()
    assert [word for word in ("by-ada-lovelace", str(rrspec.cwd), os.uname().nodename) if word in text] == []


def test_status_has_a_line_a_task(rrspec: CommandLine, folder: Path) -> None:
    done = rrspec("status", "-C", folder)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[:2] for line in lines[:4]] == [
        ["task", "standing"],
        ["one/accuracy", "scored"],
        ["two/accuracy", "scored"],
        ["three/accuracy", "smoke"],
    ]
    assert "three: 0 of 2 runs; missing: seed 0, seed 1; smoke run: passed" in done.stdout
    assert "next: rrspec run --resume" in done.stdout


def test_status_in_json_has_a_schema_and_says_the_same(rrspec: CommandLine, folder: Path) -> None:
    done = rrspec("status", "-C", folder, "--format", "json")
    loaded = load(STATUS, done.stdout.encode(), "status.json")
    assert loaded.findings == ()
    assert isinstance(loaded.model, Status)
    assert [(row.task, row.standing.value) for row in loaded.model.tasks] == [
        ("one/accuracy", "scored"),
        ("two/accuracy", "scored"),
        ("three/accuracy", "smoke"),
    ]
    assert json.loads(done.stdout)["next"][0]["command"] == "rrspec run --resume"


def test_status_of_a_manifest_that_cannot_be_read_says_what_to_do(rrspec: CommandLine, folder: Path) -> None:
    replace(folder / "rra.yaml", "level: executed", "level: perfect")
    done = rrspec("status", "-C", folder)
    assert done.returncode == 1
    assert "rrspec validate" in done.stderr
