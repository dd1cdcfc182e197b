import os
from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import NoArtifactError
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.validation.load import MAX_DOCUMENT_BYTES, find_root, open_artifact


@pytest.mark.parametrize("inside", [".", "rra.yaml", "code", "code/results", "guide"])
def test_the_artifact_is_the_nearest_one_upwards(paper: Path, inside: str) -> None:
    assert find_root(paper / inside) == paper


def test_an_artifact_inside_an_artifact_is_its_own(paper: Path) -> None:
    inner = paper / "code" / "inner"
    inner.mkdir()
    (inner / "rra.yaml").write_text("")
    assert find_root(inner) == inner


def test_a_relative_path_counts_from_the_caller_s_folder(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(paper / "code")
    assert find_root(Path()) == paper


def test_a_path_through_a_link_is_where_it_leads(paper: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(paper / "code")
    assert find_root(tmp_path / "link") == paper


@pytest.mark.parametrize(
    ("name", "said"), [("nowhere", "there is no folder"), ("file", "there is no folder"), (".", "no rra.yaml in")]
)
def test_where_there_is_none_that_is_said_with_what_to_do(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NoArtifactError, match=said) as caught:
        find_root(tmp_path / name)
    assert caught.value.hint


def test_a_folder_named_like_the_manifest_is_none(tmp_path: Path) -> None:
    (tmp_path / "rra.yaml").mkdir()
    with pytest.raises(NoArtifactError):
        find_root(tmp_path)


def test_a_good_artifact_is_opened_for_the_level_that_it_claims(paper: Path) -> None:
    opened = open_artifact(FolderFiles(paper))
    assert opened.context
    assert (opened.context.level, opened.claimed, opened.findings) == (Level.EXECUTED, Level.EXECUTED, ())
    assert opened.context.decisions
    assert opened.context.references is None


@pytest.mark.parametrize("level", Level)
def test_another_level_may_be_asked_for(paper: Path, level: Level) -> None:
    opened = open_artifact(FolderFiles(paper), level)
    assert opened.context
    assert (opened.context.level, opened.claimed) == (level, Level.EXECUTED)


def test_without_a_manifest_there_is_no_artifact(paper: Path) -> None:
    (paper / "rra.yaml").unlink()
    with pytest.raises(NoArtifactError):
        open_artifact(FolderFiles(paper))


@pytest.mark.parametrize("text", ["", "rra: [", "- a\n", "rra: '1.0'\n", "rra: '9.0'\n", "\x00"])
def test_a_manifest_of_another_form_is_a_finding_and_no_context(paper: Path, text: str) -> None:
    (paper / "rra.yaml").write_text(text)
    opened = open_artifact(FolderFiles(paper))
    assert (opened.context, opened.claimed) == (None, None)
    assert {finding.file for finding in opened.findings} == {"rra.yaml"}


DOCUMENTS = [
    "guide/decisions.yaml",
    "evidence/references.yaml",
    "evidence/runs/a/run.json",
    "evidence/verifications/a.json",
]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_each_other_document_of_another_form_is_a_finding_beside_the_context(paper: Path, path: str) -> None:
    (paper / path).parent.mkdir(parents=True, exist_ok=True)
    (paper / path).write_text("{")
    opened = open_artifact(FolderFiles(paper))
    assert opened.context
    assert {finding.file for finding in opened.findings} == {path}


@pytest.mark.parametrize("path", ["rra.yaml", *DOCUMENTS])
@pytest.mark.parametrize("kind", ["pipe", "link-outside", "too-long"])
def test_what_is_no_readable_file_is_a_finding(paper: Path, path: str, kind: str) -> None:
    place = paper / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "link-outside":
            place.symlink_to("/etc/hostname")
        case _:
            with place.open("wb") as file:
                file.truncate(MAX_DOCUMENT_BYTES + 1)
    opened = open_artifact(FolderFiles(paper))
    assert [(finding.rule, finding.file) for finding in opened.findings] == [("RRM001", path)]
    assert "it cannot be read" in opened.findings[0].message


@pytest.mark.parametrize("path", ["evidence/runs/a/other.json", "evidence/runs/run.txt", "evidence/other.yaml"])
def test_other_files_are_no_documents(paper: Path, path: str) -> None:
    (paper / path).parent.mkdir(parents=True, exist_ok=True)
    (paper / path).write_text("{")
    assert open_artifact(FolderFiles(paper)).findings == ()
