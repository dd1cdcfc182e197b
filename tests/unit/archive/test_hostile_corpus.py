"""Packages that are made to deceive or to do harm: each is refused by name, and leaves nothing."""

import re
from pathlib import Path

import pytest

from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.batch.check import check_artifact
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.verify.package import opened
from tests.unit.archive import hostile
from tests.unit.archive.hostile import CORPUS, LINKED


class Packages:
    """The packages, each made once, when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __getitem__(self, name: str) -> Path:
        # what it is called says nothing of what it is
        file = self._folder / f"{list(CORPUS).index(name)}.rra.zip"
        if not file.exists():
            file.write_bytes(CORPUS[name].make())
        return file


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    return Packages(tmp_path_factory.mktemp("hostile"))


def test_there_are_very_many() -> None:
    assert len(CORPUS) >= 100


@pytest.mark.parametrize("name", CORPUS)
def test_a_validator_says_what_is_wrong(packages: Packages, name: str) -> None:
    case = CORPUS[name]
    report = check_artifact(packages[name]).report
    found = [finding for finding in report.findings if finding.rule == case.rule]
    assert found, report.findings
    assert found[0].severity.value == case.weight
    assert_says(found[0].message, case.says)


@pytest.mark.parametrize("name", CORPUS)
def test_nothing_of_it_is_unpacked(packages: Packages, tmp_path: Path, name: str) -> None:
    package = packages[name]
    (tmp_path / "in").mkdir()
    before = everything(tmp_path.parent)
    with pytest.raises(ArtifactError) as caught, PackageReader(package) as reader:
        reader.unpack(tmp_path / "in" / "out")
    assert_says(str(caught.value), CORPUS[name].unpacking_says or CORPUS[name].says)
    assert everything(tmp_path.parent) == before
    assert not Path("/var/evil").exists()


@pytest.mark.parametrize("name", CORPUS)
def test_nor_where_its_own_manifest_would_say_the_name(packages: Packages, tmp_path: Path, name: str) -> None:
    with pytest.raises(ArtifactError), PackageReader(packages[name]) as reader:
        reader.unpack_within(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["zip: link out", "tar: behind a link", "tgz: cut", "another file than listed"])
def test_nothing_of_it_is_measured(packages: Packages, tmp_path: Path, name: str) -> None:
    with pytest.raises(ArtifactError), opened(packages[name], tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", LINKED)
def test_a_link_inside_is_looked_at_and_not_unpacked(tmp_path: Path, kind: str) -> None:
    (tmp_path / "a").write_bytes(LINKED[kind]())
    report = check_artifact(tmp_path / "a").report
    assert "RRP021" not in {finding.rule for finding in report.findings}
    with PackageReader(tmp_path / "a") as reader, pytest.raises(ArtifactError, match=r"l' is a (hard )?link$"):
        reader.unpack(tmp_path / "out")
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]


def test_what_lies_in_a_package_stays_closed(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(hostile.nested())
    with PackageReader(tmp_path / "a") as reader:
        assert reader.unpack(tmp_path / "out") == 4
    assert (tmp_path / "out" / "bomb.zip").read_bytes().startswith(b"PK")
    assert "RRP021" not in {finding.rule for finding in check_artifact(tmp_path / "a").report.findings}


def everything(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


def assert_says(text: str, pattern: str) -> None:
    assert re.search(pattern, text), text
