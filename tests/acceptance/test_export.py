import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine

ONE_FILE = ("ro-crate", "cff", "codemeta")
CHAIN = CHECKOUT / "conformance/base/chain"


def state(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_mtime_ns, path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("name", ONE_FILE)
def test_a_result_of_one_file_is_printed_and_what_it_misses_goes_to_standard_error(
    rrspec: CommandLine, paper: Path, name: str
) -> None:
    before = state(paper)
    ended = rrspec("export", name, paper)
    assert ended.returncode == 0
    assert "left out: " in ended.stderr
    assert "left out: " not in ended.stdout
    assert ended.stdout.endswith("\n")
    assert state(paper) == before


@pytest.mark.parametrize("name", ONE_FILE)
def test_a_package_says_the_same_as_the_folder_that_it_was_made_of(
    rrspec: CommandLine, tmp_path: Path, name: str
) -> None:
    assert rrspec("pack", CHAIN, "-o", tmp_path / "chain.rra.zip").returncode == 0
    of_folder, of_package = rrspec("export", name, CHAIN).stdout, rrspec("export", name, "chain.rra.zip").stdout
    # the package has its list of digests beside
    without_list = re.sub(
        r'\{"@id": "MANIFEST.sha256"[^}]*\},?\s*', "", of_package.replace(', {"@id": "MANIFEST.sha256"}', "")
    )
    assert without_list == of_folder


def test_a_bag_has_the_artifact_digest_of_the_package(rrspec: CommandLine, tmp_path: Path) -> None:
    packed = json.loads(rrspec("pack", CHAIN, "-o", "chain.rra.zip", "--format", "json").stdout)
    assert rrspec("export", "bagit", CHAIN, "-o", "bag").returncode == 0
    listed = (tmp_path / "bag/data/MANIFEST.sha256").read_bytes()
    assert hashlib.sha256(listed).hexdigest() == packed["artifact_digest"]
    assert rrspec("validate", tmp_path / "bag/data").returncode == 0


def test_what_croissant_says_of_an_input_is_checked_when_the_input_names_it(
    rrspec: CommandLine, tmp_path: Path
) -> None:
    assert rrspec("export", "bagit", CHAIN, "-o", "bag").returncode == 0
    artifact = tmp_path / "bag/data"
    assert rrspec("export", "croissant", artifact, "-o", artifact / "env/described").returncode == 0
    manifest = artifact / "rra.yaml"
    manifest.write_text(
        manifest.read_text().replace("  few:\n", "  few:\n    croissant: env/described/few.croissant.json\n")
    )
    assert "RRE030" not in rrspec("validate", artifact, "--level", "executed").stdout
    described = artifact / "env/described/few.croissant.json"
    described.write_text(described.read_text().replace('"sha256": "1a9781', '"sha256": "2b9781'))
    assert "RRE030" in rrspec("validate", artifact, "--level", "executed").stdout


def test_a_file_goes_into_a_folder_under_its_own_name(rrspec: CommandLine, paper: Path, tmp_path: Path) -> None:
    ended = rrspec("export", "cff", paper, "-o", ".")
    assert ended.returncode == 0
    assert (tmp_path / "CITATION.cff").read_text().startswith('cff-version: "1.2.0"\n')


def test_another_file_is_replaced_only_when_that_is_asked_for(rrspec: CommandLine, paper: Path, tmp_path: Path) -> None:
    mine = tmp_path / "CITATION.cff"
    mine.write_text("mine\n")
    refused = rrspec("export", "cff", paper, "-o", mine)
    assert (refused.returncode, mine.read_text()) == (2, "mine\n")
    assert "--replace" in refused.stderr
    assert rrspec("export", "cff", paper, "-o", mine, "--replace").returncode == 0
    assert rrspec("export", "cff", paper, "-o", mine).returncode == 0  # the very same


MISTAKES = {
    "no format": ((), 2, "FORMAT"),
    "a format that is not there": (("bib", "paper"), 2, "there is no format 'bib'"),
    "no artifact": (("cff", "nowhere"), 3, "there is no nowhere"),
    "a folder that is printed": (("bagit", "paper"), 2, "Name a new folder with -o"),
    "a folder over the artifact": (("bagit", "paper", "-o", "paper"), 2, "something stands there already"),
    "a file in no folder": (("cff", "paper", "-o", "x/y.cff"), 2, "there is no folder"),
    "a day that is none": (("cff", "paper", "--published", "2026-02-30"), 2, "'2026-02-30' is no day"),
    "an agent of an anonymous artifact": (("ro-crate", "paper", "--anonymous", "--agent", "A"), 2, "names nobody"),
    "an author of an anonymous artifact": (("cff", "paper", "--anonymous", "--author", "A"), 2, "names nobody"),
    "no data": (("croissant", "paper", "-o", "sets"), 1, "no data set of it is pinned"),
}


@pytest.mark.parametrize(("arguments", "code", "says"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_and_leaves_nothing(
    rrspec: CommandLine, paper: Path, tmp_path: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    ended = rrspec("export", *arguments)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert says in ended.stderr
    assert [path for path in tmp_path.iterdir() if path not in {paper, tmp_path / "cache"}] == []


@pytest.mark.parametrize("manifest", ["level: [", "rra: '1.0'\ntitle: none\n", ""])
def test_nothing_is_exported_of_a_manifest_that_has_not_the_right_form(
    rrspec: CommandLine, paper: Path, manifest: str
) -> None:
    (paper / "rra.yaml").write_text(manifest)
    ended = rrspec("export", "cff", paper)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "rra.yaml" in ended.stderr


def test_a_record_that_cannot_be_read_is_left_out_and_named(rrspec: CommandLine, tmp_path: Path) -> None:
    assert rrspec("export", "bagit", CHAIN, "-o", "bag").returncode == 0
    record = min((tmp_path / "bag/data/evidence/runs").glob("*/run.json"))
    record.write_text("{")
    ended = rrspec("export", "ro-crate", tmp_path / "bag/data")
    assert ended.returncode == 0
    assert f"{record.parent.name}/run.json has not the right form" in ended.stderr
    assert f'"#run-{record.parent.name}"' not in ended.stdout


def test_the_formats_are_listed(rrspec: CommandLine) -> None:
    listed = rrspec("export", "--list")
    assert listed.returncode == 0
    assert {line.split()[0] for line in listed.stdout.splitlines()} >= {*ONE_FILE, "bagit", "croissant"}
