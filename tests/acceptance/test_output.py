"""What goes where: the result on standard output, one document for programs, the same findings in every form."""

import json
import os
import pty
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, replace, write
from tests.conftest import CommandLine

SCORES = ("--isolation", "none")
ESCAPE = "\x1b"


def well(folder: Path) -> Path:
    return write(folder, {"well": Launcher()})


def of_no_form(folder: Path) -> Path:
    artifact = well(folder)
    replace(artifact / "rra.yaml", "level: executed", "level: executed\nlevle: executed")
    return artifact


def unreadable(folder: Path) -> Path:
    artifact = well(folder)
    (artifact / "rra.yaml").write_bytes(b"rra: '1.0\n\xff\xfe")
    return artifact


def with_odd_names(folder: Path) -> Path:
    artifact = well(folder)
    (artifact / "code" / "\x1b[31mred\x1b[0m.py").write_text("")
    (artifact / os.fsdecode(b"code/\xff\xfe.py")).write_text("")
    return artifact


DOCUMENTS: dict[str, tuple[Callable[[Path], Path], tuple[str, ...], int]] = {
    "validate": (well, ("validate", "{paper}", "--level", "specified"), 0),
    "validate-two": (well, ("validate", "{paper}", "{paper}", "--level", "specified"), 0),
    "validate-with-findings": (well, ("validate", "{paper}"), 1),
    "validate-of-no-form": (of_no_form, ("validate", "{paper}"), 1),
    "validate-unreadable": (unreadable, ("validate", "{paper}"), 1),
    "validate-odd-names": (with_odd_names, ("validate", "{paper}"), 1),
    "validate-nowhere": (well, ("validate", "{paper}", "nowhere"), 3),
    "validate-wrong-option": (well, ("validate", "{paper}", "--levle", "draft"), 2),
    "validate-wrong-choice": (well, ("validate", "{paper}", "--level", "perfect"), 2),
    "new": (well, ("new", "python", "x", "--no-input"), 0),
    "new-list": (well, ("new", "--list"), 0),
    "new-unknown": (well, ("new", "pythn", "x"), 2),
    "new-untrusted": (well, ("new", "{paper}", "x"), 2),
    "run": (well, ("run", "-C", "{paper}", *SCORES), 0),
    "run-smoke": (well, ("run", "--smoke", "-C", "{paper}", *SCORES), 0),
    "run-of-no-form": (of_no_form, ("run", "-C", "{paper}", *SCORES), 1),
    "run-unknown": (well, ("run", "wel", "-C", "{paper}", *SCORES), 2),
    "lock-check": (well, ("lock", "--check", "-C", "{paper}"), 0),
    "lock-unknown": (well, ("lock", "gpu", "-C", "{paper}"), 2),
    "pack": (well, ("pack", "{paper}", "-o", "p.rra.zip", "--level", "specified"), 0),
    "pack-of-too-little": (well, ("pack", "{paper}", "-o", "p.rra.zip"), 1),
    "pack-nowhere": (well, ("pack", "{paper}", "-o", "nowhere/p.rra.zip", "--level", "specified"), 2),
    "verify": (well, ("verify", "{paper}", "--level", "specified", *SCORES), 0),
    "verify-nowhere": (well, ("verify", "nowhere.rra.zip"), 3),
    "verify-no-argument": (well, ("verify",), 2),
    "conformance-of-none": (well, ("conformance", "run", "--only", "none-such", "--", "true"), 2),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_standard_output_is_one_json_document_whatever_happens(rrspec: CommandLine, tmp_path: Path, name: str) -> None:
    make, arguments, code = DOCUMENTS[name]
    paper = make(tmp_path / "paper")
    given = [part.format(paper=paper) for part in arguments]
    at = given.index("--") if "--" in given else len(given)
    ended = rrspec(*given[:at], "--format", "json", *given[at:])
    assert ended.returncode == code, ended.stderr
    document = json.loads(ended.stdout)
    if code in {2, 3, 4}:
        assert document.keys() == {"error"}
        assert document["error"]["exit_code"] == code
        assert document["error"]["message"]
        assert document["error"]["hint"]


def finding_lines(concise: str) -> list[tuple[str, str]]:
    """Place and rule of each finding, from one-line findings."""
    matches = [re.match(r"(.+?): (?:error|warning|note): (RR[A-Z]\d{3}) ", line) for line in concise.splitlines()]
    return [(match[1], match[2]) for match in matches if match]


@pytest.mark.parametrize("make", [well, of_no_form, unreadable, with_odd_names])
def test_all_forms_carry_the_same_findings(rrspec: CommandLine, tmp_path: Path, make: Callable[[Path], Path]) -> None:
    artifact = make(tmp_path / "paper")
    replace(artifact / "code" / "classify.py", "SKILL = 0.913", f'SKILL = 0.913\nKEY = "{"AKIA" + "QYLPMN5HHHFPZAM2"}"')
    text, concise, raw = (
        rrspec("validate", artifact, "--level", "executed", "--format", form).stdout
        for form in ("text", "concise", "json")
    )
    listed = finding_lines(concise)
    assert listed
    shown = re.findall(r"^(\S.*?)  (?:error|warning|note) (RR[A-Z]\d{3}) ", text, re.MULTILINE)
    assert shown == listed
    rules = [finding["rule"] for finding in json.loads(raw)["findings"]]
    assert rules == [rule for _, rule in listed]


@pytest.mark.parametrize("form", ["text", "concise", "json"])
def test_what_a_stranger_wrote_reaches_no_terminal_raw(rrspec: CommandLine, tmp_path: Path, form: str) -> None:
    artifact = with_odd_names(tmp_path / "paper")
    ended = rrspec("validate", artifact, "--format", form)
    assert (ended.returncode, ESCAPE in ended.stdout + ended.stderr) == (1, False)


def on_a_terminal(rrspec: CommandLine, *arguments: object) -> str:
    """What a person sees."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*rrspec.command, *map(str, arguments)],
        cwd=rrspec.cwd,
        env=rrspec.environment,
        stdin=follower,
        stdout=follower,
        stderr=follower,
    ) as process:
        os.close(follower)
        seen = b""
        try:
            while data := os.read(leader, 4096):
                seen += data
        except OSError:
            pass  # the other end is closed
        os.close(leader)
        assert process.wait() == 1
    return seen.decode()


TERMINALS = {
    "of-today": ({}, True),
    "without-colours": ({"NO_COLOR": "1"}, False),
    "that-knows-none": ({"TERM": "dumb"}, False),
}


@pytest.mark.parametrize("name", TERMINALS)
def test_colours_are_for_terminals_that_want_them(rrspec: CommandLine, tmp_path: Path, name: str) -> None:
    variables, colours = TERMINALS[name]
    del rrspec.environment["NO_COLOR"]
    rrspec.environment.update({"TERM": "xterm-256color"} | variables)
    assert (ESCAPE in on_a_terminal(rrspec, "validate", well(tmp_path / "paper"))) is colours


def test_a_pipe_gets_no_colours(rrspec: CommandLine, tmp_path: Path) -> None:
    del rrspec.environment["NO_COLOR"]
    rrspec.environment["TERM"] = "xterm-256color"
    ended = rrspec("validate", well(tmp_path / "paper"))
    assert (ended.returncode, ESCAPE in ended.stdout + ended.stderr) == (1, False)


def test_a_stream_that_takes_only_ascii_is_no_defect(rrspec: CommandLine, tmp_path: Path) -> None:
    rrspec.environment["PYTHONIOENCODING"] = "ascii"
    artifact = well(tmp_path / "paper")
    replace(artifact / "rra.yaml", "title: A classifier with a score", "titel: Ein Prüfmaß 分類")
    for form in ("text", "json"):
        with rrspec.start("validate", artifact, "--format", form) as process:
            out, said = process.communicate()
        assert (process.returncode, out.isascii()) == (1, True), said
    assert "titel" in json.loads(out)["findings"][0]["message"]


def test_a_reader_that_goes_away_is_no_defect(rrspec: CommandLine, tmp_path: Path) -> None:
    command = f"{' '.join(rrspec.command)} validate {well(tmp_path / 'paper')} | true; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], env=rrspec.environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_progress_goes_to_standard_error_and_the_table_to_standard_output(rrspec: CommandLine, tmp_path: Path) -> None:
    ended = rrspec("run", "-C", well(tmp_path / "paper"), *SCORES)
    assert ended.stdout.splitlines()[0].split("  ")[0] == "task"
    assert ("isolation: none" in ended.stderr, "well seed 0: accuracy 90" in ended.stderr) == (True, True)


def test_exit_zero_holds_in_spite_of_findings(rrspec: CommandLine, tmp_path: Path) -> None:
    ended = rrspec("validate", well(tmp_path / "paper"), "--exit-zero")
    assert (ended.returncode, "RRV001" in ended.stdout) == (0, True)


@pytest.mark.parametrize("command", ["pack", "verify"])
@pytest.mark.parametrize("name", ["rra.yaml", "code/classify.py"])
def test_no_output_replaces_a_file_of_another_kind(
    command: str, name: str, rrspec: CommandLine, paper: Path, tmp_path: Path
) -> None:
    before = (paper / name).read_bytes()
    package = tmp_path / "paper.rra.zip"
    assert rrspec("pack", paper, "--level", "specified", "-o", package).returncode == 0
    subject = paper if command == "pack" else package
    done = rrspec(command, subject, "--level", "specified", "-o", paper / name)
    assert done.returncode == 2
    assert ("part of the artifact" if command == "pack" else "not replaced") in done.stderr
    assert (paper / name).read_bytes() == before


@pytest.mark.parametrize("arguments", [["--help"], ["validate", "--format", "json"], ["validate"]], ids=" ".join)
def test_a_closed_or_full_standard_output_is_no_defect(arguments: list[str], paper: Path) -> None:
    for where in (">&-", "> /dev/full"):
        shell = f"{sys.executable} -m reprobridge_spec {' '.join(arguments)} {where}"
        done = subprocess.run(["/bin/sh", "-c", shell], cwd=paper, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert done.returncode in {0, 1, 4}


def test_a_name_in_a_package_makes_no_line_of_its_own(rrspec: CommandLine, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "p.rra.zip", "w") as package:
        package.writestr("p/x\nmain/accuracy: it holds\n", b"")
    done = rrspec("verify", tmp_path / "p.rra.zip")
    assert done.returncode == 1
    assert not any(line.startswith("main/accuracy") for line in (done.stdout + done.stderr).splitlines())
