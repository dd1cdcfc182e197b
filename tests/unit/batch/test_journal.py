"""Results are kept line by line, and taken again for what did not change."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from reprobridge_spec.batch.journal import Journal
from reprobridge_spec.batch.outcome import Checked, Failure, FailureKind, Result
from reprobridge_spec.batch.run import check_all
from reprobridge_spec.batch.state import state_of
from reprobridge_spec.errors import NotDoneError, UsageError
from tests.unit.batch.checks import answer, checked

SETTINGS = {"level": "draft", "profile": ""}


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    folder = tmp_path / "artifact"
    folder.mkdir()
    (folder / "rra.yaml").write_text("rra: '1.0'\n")
    return folder


def keep(file: Path, artifact: Path, outcome: Checked | Failure, settings: dict[str, str] = SETTINGS) -> None:
    with Journal(file, settings) as journal:
        journal.add(artifact, journal.state(artifact), outcome)


def known(file: Path, artifact: Path, settings: dict[str, str] = SETTINGS) -> Checked | Failure | None:
    with Journal(file, settings) as journal:
        return journal.known(artifact, journal.state(artifact))


def failed(kind: FailureKind) -> Failure:
    return Failure(artifact="a", kind=kind, message="no")


def test_what_was_found_is_known_again(tmp_path: Path, artifact: Path) -> None:
    keep(tmp_path / "r.jsonl", artifact, checked("a"))
    assert known(tmp_path / "r.jsonl", artifact) == checked("a")


def test_a_package_is_known_again_too(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"1")
    keep(tmp_path / "r.jsonl", tmp_path / "a.zip", checked("a"))
    assert known(tmp_path / "r.jsonl", tmp_path / "a.zip") == checked("a")
    (tmp_path / "a.zip").write_bytes(b"22")
    assert known(tmp_path / "r.jsonl", tmp_path / "a.zip") is None


def test_the_latest_of_two_results_counts(tmp_path: Path, artifact: Path) -> None:
    for name in ("a", "b"):
        keep(tmp_path / "r.jsonl", artifact, checked(name))
    assert known(tmp_path / "r.jsonl", artifact) == checked("b")


CHANGES = {
    "a file is written": lambda folder: (folder / "rra.yaml").write_text("rra: '1.1'\n\n"),
    "a file is touched": lambda folder: os.utime(folder / "rra.yaml", (1, 1)),
    "a file is new": lambda folder: (folder / "new").touch(),
    "a hidden file is new": lambda folder: (folder / ".DS_Store").touch(),
    "a file is made executable": lambda folder: (folder / "rra.yaml").chmod(0o755),
    "a file is gone": lambda folder: (folder / "rra.yaml").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_state_has_to_be_looked_at(tmp_path: Path, artifact: Path, change: object) -> None:
    keep(tmp_path / "r.jsonl", artifact, checked("a"))
    change(artifact)  # type: ignore[operator]
    assert known(tmp_path / "r.jsonl", artifact) is None


def test_other_settings_have_to_be_looked_at(tmp_path: Path, artifact: Path) -> None:
    keep(tmp_path / "r.jsonl", artifact, checked("a"))
    assert known(tmp_path / "r.jsonl", artifact, {"level": "draft", "profile": "venue"}) is None


def test_another_name_for_it_has_to_be_looked_at(
    tmp_path: Path, artifact: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path / "r.jsonl", artifact, checked("a"))
    monkeypatch.chdir(tmp_path)
    assert known(tmp_path / "r.jsonl", Path("artifact")) is None


def test_another_version_has_to_be_looked_at(tmp_path: Path, artifact: Path) -> None:
    keep(tmp_path / "r.jsonl", artifact, checked("a"))
    entry = json.loads((tmp_path / "r.jsonl").read_text())
    (tmp_path / "r.jsonl").write_text(json.dumps({**entry, "rrspec": "0.0.1"}) + "\n")
    assert known(tmp_path / "r.jsonl", artifact) is None


@pytest.mark.parametrize("kind", FailureKind)
def test_a_failure_is_tried_again_unless_nothing_was_there(tmp_path: Path, artifact: Path, kind: FailureKind) -> None:
    keep(tmp_path / "r.jsonl", artifact, failed(kind))
    expected = failed(kind) if kind is FailureKind.NO_ARTIFACT else None
    assert known(tmp_path / "r.jsonl", artifact) == expected


@pytest.mark.parametrize("length", [1, 20, 30, 200, -2])
def test_a_torn_line_is_passed_over_and_what_follows_is_kept(tmp_path: Path, artifact: Path, length: int) -> None:
    file = tmp_path / "r.jsonl"
    keep(file, artifact, checked("a"))
    file.write_bytes(file.read_bytes()[:length])
    assert known(file, artifact) is None
    keep(file, artifact, checked("b"))
    assert known(file, artifact) == checked("b")


FOREIGN = {"a manifest": "rra: '1.0'\n", "other lines": '{"a": 1}\n', "no line end": "notes", "bytes": "\0\0\0"}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_holds_something_else_stays_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.jsonl").write_text(text)
    with pytest.raises(UsageError, match="holds no results"):
        Journal(tmp_path / "r.jsonl", SETTINGS)
    assert (tmp_path / "r.jsonl").read_text() == text


def test_a_line_whose_report_has_another_form_has_to_be_looked_at(tmp_path: Path, artifact: Path) -> None:
    keep(tmp_path / "r.jsonl", artifact, checked("a"))
    entry = json.loads((tmp_path / "r.jsonl").read_text())
    entry["checked"]["shown"]["report"]["findings"] = "none"
    (tmp_path / "r.jsonl").write_text(json.dumps(entry) + "\n")
    assert known(tmp_path / "r.jsonl", artifact) is None


def test_two_processes_do_not_add_to_one_file(tmp_path: Path) -> None:
    with Journal(tmp_path / "r.jsonl", SETTINGS), pytest.raises(UsageError, match="another process"):
        Journal(tmp_path / "r.jsonl", SETTINGS)


@pytest.mark.parametrize("place", ["no/folder/r.jsonl", "."])
def test_a_place_that_cannot_be_written_is_said(tmp_path: Path, place: str) -> None:
    with pytest.raises(NotDoneError):
        Journal(tmp_path / place, SETTINGS)


def test_an_artifact_that_cannot_be_looked_at_is_never_known(tmp_path: Path) -> None:
    keep(tmp_path / "r.jsonl", tmp_path / "gone", checked("a"))
    assert known(tmp_path / "r.jsonl", tmp_path / "gone") is None
    with pytest.raises(FileNotFoundError):
        state_of(tmp_path / "gone")


def test_only_what_is_not_known_is_checked_again(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a", "b", "crash", "c")]
    for path in paths:
        path.touch()

    def results() -> list[Result]:
        with Journal(tmp_path / "r.jsonl", SETTINGS) as journal:
            return list(check_all(paths, answer, jobs=1, journal=journal))

    first = results()
    assert [result.again for result in first] == [False] * 4
    (tmp_path / "c").write_text("changed")
    second = results()
    assert [result.again for result in second] == [True, True, False, False]
    assert [replace(result, again=False).outcome for result in second[:2]] == [result.outcome for result in first[:2]]
