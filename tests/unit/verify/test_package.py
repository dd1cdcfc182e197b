from pathlib import Path

import pytest

from reprobridge_spec.errors import ArtifactError, NoArtifactError, NotDoneError, UsageError
from reprobridge_spec.handover.pack import pack
from reprobridge_spec.verify.package import check_place, opened, records_folder


@pytest.fixture
def package(paper: Path, tmp_path: Path) -> Path:
    return pack(paper, tmp_path / "p.rra.zip").path


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_a_package_is_unpacked_into_a_folder_that_goes_afterwards(package: Path, paper: Path) -> None:
    with opened(package) as found:
        root = found.root
        unpacked = files(root)
    assert files(paper).items() <= unpacked.items()
    assert unpacked.keys() - files(paper).keys() == {"MANIFEST.sha256", "ro-crate-metadata.json"}
    assert not root.exists()


def test_its_result_goes_beside_it(package: Path) -> None:
    with opened(package) as found:
        assert (found.result, found.package.file) == (package.parent / "verification.json", "p.rra.zip")


def test_a_relative_path_is_one_of_the_caller(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(package.parent)
    with opened(Path("p.rra.zip")) as found:
        assert found.result == package.parent / "verification.json"


def test_a_folder_is_what_its_package_would_be(package: Path, paper: Path) -> None:
    with opened(package) as by_package, opened(paper) as by_folder:
        assert by_folder.package.artifact_digest == by_package.package.artifact_digest
        assert by_folder.package.content_digest == by_package.package.content_digest
        content = by_folder.package.content_digest
        assert by_folder.result == paper / "evidence" / "verifications" / f"{content[:16]}.json"


def test_a_folder_inside_an_artifact_stands_for_it(paper: Path) -> None:
    with opened(paper / "code") as found:
        assert found.package.file == "paper"


def test_work_on_what_was_opened_does_not_reach_the_artifact(paper: Path) -> None:
    before = files(paper)
    with opened(paper) as found:
        (found.root / "code" / "classify.py").write_text("changed")
    assert files(paper) == before


@pytest.mark.parametrize("name", ["nowhere.rra.zip", "nowhere/at/all"])
def test_nothing_there_is_no_artifact(tmp_path: Path, name: str) -> None:
    with pytest.raises(NoArtifactError, match="there is no"), opened(tmp_path / name):
        pass


def test_a_folder_without_a_manifest_is_no_artifact() -> None:
    with pytest.raises(NoArtifactError, match=r"no rra\.yaml in /"), opened(Path("/")):
        pass


def test_a_folder_whose_manifest_has_no_form_is_at_fault(paper: Path) -> None:
    (paper / "rra.yaml").write_text("rra: [")
    with pytest.raises(ArtifactError, match="its manifest has not the right form") as caught, opened(paper):
        pass
    assert (caught.value.place, "rrspec validate" in caught.value.hint) == (str(paper), True)


@pytest.mark.parametrize("cut", [0, 1, 30, 300, -1])
def test_a_package_that_was_cut_is_at_fault(package: Path, cut: int) -> None:
    package.write_bytes(package.read_bytes()[:cut])
    with pytest.raises(ArtifactError) as caught, opened(package):
        pass
    assert caught.value.place.startswith(str(package))


def test_records_that_nobody_keeps_go_afterwards() -> None:
    with records_folder(None) as folder:
        (folder / "x").write_text("x")
    assert not folder.exists()


def test_records_are_there_once_all_went_well(tmp_path: Path) -> None:
    kept = tmp_path / "records"
    with records_folder(kept) as folder:
        (folder / "x").write_text("x")
        assert not kept.exists()
    assert (kept / "x").read_text() == "x"


def test_a_folder_for_records_that_holds_something_is_refused_before(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    with pytest.raises(UsageError, match="something stands there already"), records_folder(tmp_path):
        pytest.fail("it was entered")


@pytest.mark.parametrize("name", ["v.json", "new/v.json", "new/deep/v.json"])
def test_a_place_where_the_result_can_go(tmp_path: Path, name: str) -> None:
    check_place(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_place_for_the_result(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a folder stands where the verification goes"):
        check_place(tmp_path)


def test_a_file_is_no_folder_for_the_result(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is no folder"):
        check_place(tmp_path / "file" / "deep" / "v.json")


def test_a_folder_where_the_caller_may_not_write_is_no_place_for_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    with pytest.raises(NotDoneError, match="cannot be written there") as caught:
        check_place(tmp_path / "v.json")
    assert (caught.value.place, "-o" in caught.value.hint) == (str(tmp_path / "v.json"), True)
