import errno
import json
import sys
from pathlib import Path

import click
import pytest

from reprobridge_spec.cli.failure import failed
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ArtifactError, ExitCode, NoArtifactError, NotDoneError, RrspecError, UsageError

ENDINGS: dict[str, tuple[BaseException, ExitCode]] = {
    "usage": (UsageError("no such name"), ExitCode.USAGE),
    "no artifact": (NoArtifactError("nothing there"), ExitCode.NO_ARTIFACT),
    "artifact": (ArtifactError("damaged"), ExitCode.FINDINGS),
    "not done": (NotDoneError("no network"), ExitCode.NOT_DONE),
    "option": (click.NoSuchOption("--smok"), ExitCode.USAGE),
    "argument": (click.BadParameter("not a number"), ExitCode.USAGE),
    "interrupted": (KeyboardInterrupt(), ExitCode.INTERRUPTED),
    "aborted": (click.Abort(), ExitCode.INTERRUPTED),
    "full": (OSError(errno.ENOSPC, "No space left on device", "x"), ExitCode.NOT_DONE),
    "read-only": (OSError(errno.EROFS, "Read-only file system"), ExitCode.NOT_DONE),
    "forbidden": (PermissionError(errno.EACCES, "Permission denied", "x"), ExitCode.NOT_DONE),
    "a file that we should have looked for": (FileNotFoundError(errno.ENOENT, "gone"), ExitCode.DEFECT),
    "an error without a number": (OSError("odd"), ExitCode.DEFECT),
    "defect": (KeyError("x"), ExitCode.DEFECT),
}


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where reports of defects go."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["rrspec", "run"])
    return tmp_path


def test_the_table_has_every_kind_of_error() -> None:
    kinds = {kind for kind in RrspecError.__subclasses__() if kind.__module__ == "reprobridge_spec.errors"}
    assert kinds == {type(error) for error, _ in ENDINGS.values() if isinstance(error, RrspecError)}


@pytest.mark.parametrize("name", ENDINGS)
def test_each_ends_with_its_code(name: str) -> None:
    error, code = ENDINGS[name]
    assert failed(Output(), error) is code


@pytest.mark.parametrize("name", ENDINGS)
def test_people_get_one_error_line_and_no_traceback(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed(Output(), ENDINGS[name][0])
    printed = capsys.readouterr()
    first, *more = printed.err.splitlines()
    assert (printed.out, first.startswith("error: ")) == ("", True)
    assert all(line.startswith("  ") for line in more)
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("name", ENDINGS)
def test_programs_get_one_document(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    error, code = ENDINGS[name]
    failed(Output(format="json"), error)
    document = json.loads(capsys.readouterr().out)
    assert document["error"]["exit_code"] == code
    assert document["error"].keys() == {"exit_code", "message", "hint", "place"}


def test_place_message_and_hint_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    failed(Output(), ArtifactError("it is damaged", place="a.zip:3", hint="Get it again."))
    assert capsys.readouterr().err == "error: a.zip:3: it is damaged\n  Get it again.\n"


def test_what_a_terminal_acts_on_is_taken_out(capsys: pytest.CaptureFixture[str]) -> None:
    failed(Output(), ArtifactError("a\x1b[2Jb\nsecond\x07", hint="c\x1b]0;d\x07"))
    assert "\x1b" not in (said := capsys.readouterr().err)
    assert "\x07" not in said
    assert len(said.splitlines()) == 3


def test_a_result_that_was_given_is_the_only_document(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(format="json")
    output.json({"holds": True})
    failed(output, NotDoneError("the disk is full"))
    printed = capsys.readouterr()
    assert (json.loads(printed.out), "the disk is full" in printed.err) == ({"holds": True}, True)


MISTYPED = {
    "validate --format json --levle": True,
    "validate --levle --format=json": True,
    "validate --levle": False,
    "validate --format text --levle json": False,
    "conformance run --olny -- other --format json": False,
}


@pytest.mark.parametrize("called", MISTYPED)
def test_an_option_that_cannot_be_read_hides_no_format(
    called: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["rrspec", *called.split()])
    failed(Output(), click.NoSuchOption("--levle"))
    assert bool(capsys.readouterr().out) is MISTYPED[called]


def test_a_defect_leaves_a_report_with_its_traceback(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise KeyError("missing")  # noqa: TRY301 (a traceback is wanted)
    except KeyError as error:
        failed(Output(), error)
    (report,) = reports.glob("rrspec-report-*.txt")
    assert str(report) in capsys.readouterr().err
    text = report.read_text()
    assert all(part in text for part in ("rrspec run", "Traceback", "KeyError: 'missing'"))


def test_a_defect_without_room_for_a_report_shows_it(
    reports: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(reports / "gone"))
    assert failed(Output(), KeyError("missing")) is ExitCode.DEFECT
    assert "KeyError: 'missing'" in capsys.readouterr().err
