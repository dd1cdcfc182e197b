"""Whatever gives somebody away is found by `validate` and taken out by `anonymize`, and what only looks so stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.findings import Finding
from reprobridge_spec.handover.anonymize.anonymize import Wanted, anonymize
from reprobridge_spec.handover.anonymize.unseal import unseal
from reprobridge_spec.model.seal import Seal
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.validation.engine import validate
from tests.unit.handover.anonymize.artifact import all_texts, write
from tests.unit.handover.anonymize.identity_leaks import GONE, LEAKS, NEAR_FILES, NEAR_LINES, TERMS

_OF_IDENTITY = ("RRS002", "RRS003", "RRS004", "RRS005", "RRS006", "RRS010")


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("leaking") / "a", {leak.path: leak.data for leak in LEAKS.values()})


@pytest.fixture(scope="module")
def made(leaking: Path) -> tuple[Path, Seal]:
    target = leaking.parent / "anonymous"
    seal = anonymize(FolderFiles(leaking), target, leaking.parent / "seal.json", Wanted(terms=TERMS)).seal
    return target, seal


def found(artifact: Path, *terms: str) -> list[Finding]:
    report = validate(FolderFiles(artifact), name="a", asked=Asked(anonymous=True, identity_terms=terms))
    return [finding for finding in report.findings if finding.rule in _OF_IDENTITY]


@pytest.fixture(scope="module")
def found_with_terms(leaking: Path) -> list[Finding]:
    return found(leaking, *TERMS)


@pytest.fixture(scope="module")
def found_alone(leaking: Path) -> list[Finding]:
    return found(leaking)


def places(findings: list[Finding]) -> set[tuple[str, int | None]]:
    return {(finding.file, finding.mark.line if finding.mark else None) for finding in findings}


def test_every_leak_has_a_file_of_its_own() -> None:
    assert len({leak.path for leak in LEAKS.values()}) == len(LEAKS) >= 100


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found_at_its_place(name: str, found_with_terms: list[Finding]) -> None:
    leak = LEAKS[name]
    at = places(found_with_terms)
    # in a path or in a file that is no text, a finding has no line
    assert {(leak.path, leak.line), (leak.path, None)} & at


@pytest.mark.parametrize("name", [name for name, leak in LEAKS.items() if leak.alone])
def test_a_leak_is_found_without_terms(name: str, found_alone: list[Finding]) -> None:
    assert (LEAKS[name].path, LEAKS[name].line) in places(found_alone)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_gone_afterwards(name: str, made: tuple[Path, Seal]) -> None:
    folder, seal = made
    (file,) = [file for file in seal.files if file.path == LEAKS[name].path]
    assert file.to
    left = all_texts((folder / file.to).read_bytes()) + file.to.lower()
    assert [word for word in GONE if word in left] == []


def test_nothing_is_found_afterwards(made: tuple[Path, Seal]) -> None:
    assert found(made[0], *TERMS) == []


def test_the_named_artifact_stays_as_it_is(leaking: Path, made: tuple[Path, Seal]) -> None:
    assert made[1].files
    assert {path: (leaking / path).read_bytes() for path in FolderFiles(leaking).entries if path != "rra.yaml"} == {
        leak.path: leak.data for leak in LEAKS.values()
    }


def test_whatever_was_taken_out_the_mapping_proves_the_same_content(leaking: Path, made: tuple[Path, Seal]) -> None:
    result = unseal(FolderFiles(made[0]), FolderFiles(leaking), made[1])
    assert result.differences == []
    assert result.rewritten > len(LEAKS) - 10


def near() -> Iterator[tuple[str, bytes]]:
    yield from ((path, lines.encode()) for path, lines in NEAR_LINES.items())
    yield from NEAR_FILES.items()


def test_there_are_twice_as_many_near_misses_as_forty_kinds() -> None:
    assert sum(len(lines.splitlines()) for lines in NEAR_LINES.values()) + len(NEAR_FILES) > 2 * 40


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("harmless") / "a", dict(near()))


@pytest.fixture(scope="module")
def found_in_harmless(harmless: Path) -> list[Finding]:
    return found(harmless, *TERMS)


@pytest.fixture(scope="module")
def made_of_harmless(harmless: Path) -> Path:
    target = harmless.parent / "anonymous"
    anonymize(FolderFiles(harmless), target, harmless.parent / "seal.json", Wanted(terms=TERMS))
    return target


@pytest.mark.parametrize("path", [path for path, _ in near()])
def test_what_only_looks_so_is_not_found(path: str, found_in_harmless: list[Finding]) -> None:
    assert [finding.message for finding in found_in_harmless if finding.file == path] == []


@pytest.mark.parametrize("path", [path for path, _ in near()])
def test_what_only_looks_so_stays(path: str, harmless: Path, made_of_harmless: Path) -> None:
    assert (made_of_harmless / path).read_bytes() == (harmless / path).read_bytes()
