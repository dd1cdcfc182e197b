import hashlib
import json
import re
import shutil
from collections.abc import Callable
from html import unescape
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


def test_an_earlier_result_is_replaced_when_asked_for_and_no_other_file(
    rrspec: CommandLine, paper: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "CITATION.cff"
    mine.write_text("mine\n")
    refused = rrspec("export", "cff", paper, "-o", mine)
    assert (refused.returncode, mine.read_text()) == (2, "mine\n")
    assert "no cff" in refused.stderr
    assert rrspec("export", "cff", paper, "-o", mine, "--replace").returncode == 2
    assert mine.read_text() == "mine\n"
    mine.unlink()
    assert rrspec("export", "cff", paper, "-o", mine).returncode == 0
    again = rrspec("export", "cff", paper, "-o", mine)
    assert (again.returncode, "stood there already" in again.stdout) == (0, True)
    refused = rrspec("export", "cff", paper, "-o", mine, "--author", "B, A")
    assert (refused.returncode, "--replace" in refused.stderr) == (2, True)
    assert rrspec("export", "cff", paper, "-o", mine, "--author", "B, A", "--replace").returncode == 0
    assert "given-names" in mine.read_text()


MISTAKES = {
    "no format": ((), 2, "FORMAT"),
    "a format that is not there": (("bib", "paper"), 2, "there is no format 'bib'"),
    "no artifact": (("cff", "nowhere"), 3, "there is no nowhere"),
    "a folder that is printed": (("bagit", "paper"), 2, "Name a new folder with -o"),
    "a folder over the artifact": (("bagit", "paper", "-o", "paper"), 2, "it lies in the artifact"),
    "a folder in the artifact": (("bagit", "paper", "-o", "paper/bag"), 2, "it lies in the artifact"),
    "a name that is empty": (("cff", "paper", "-o", ""), 2, "an empty name is no place"),
    "a folder on standard output": (("bagit", "paper", "-o", "-"), 2, "cannot be printed"),
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


HELD = {
    "the manifest": ("cff", "rra.yaml"),
    "a record, which an in-toto statement resembles": ("in-toto", "evidence/runs/*/run.json"),
    "references": ("codemeta", "evidence/references.yaml"),
    "a guide": ("appendix", "guide/guide.md"),
    "code": ("cff", "code/README.md"),
}


@pytest.mark.parametrize(("name", "place"), HELD.values(), ids=HELD)
def test_no_file_of_the_artifact_is_replaced(rrspec: CommandLine, tmp_path: Path, name: str, place: str) -> None:
    artifact = tmp_path / "repaired"
    shutil.copytree(CHECKOUT / "conformance/base/repaired", artifact)
    before = state(artifact)
    for target in sorted(artifact.glob(place))[:1] or pytest.fail(place):
        ended = rrspec("export", name, artifact, "-o", target, "--replace")
        assert (ended.returncode, ended.stdout) == (2, "")
        assert "is not replaced" in ended.stderr
    assert state(artifact) == before


def test_a_dash_stands_for_standard_output(rrspec: CommandLine, paper: Path, tmp_path: Path) -> None:
    assert rrspec("export", "cff", paper, "-o", "-").stdout == rrspec("export", "cff", paper).stdout != ""
    assert not (tmp_path / "-").exists()


TOKEN = "gh" + "p_Xk2Lm9Qr4Tz7Wb1Nc6Vd3Hf8Jp5Ks0Ya2GeX"
_ADDRESS = f"https://me:Zx9Qw8Er7Ty6Vb@example.org/p.zip?token={TOKEN}"
_RELEASE = f"{{path: code, relation: modified, upstream: {{archive: '{_ADDRESS}', sha256: {'1a' * 32}}}}}"
SECRET_PLACES = {
    "a title": ("title: ", f"title: {TOKEN} ", "rra.yaml:"),
    "an address": ("level: ", f"codebase: {_RELEASE}\nlevel: ", "rra.yaml:"),
    "a licence": ("level: ", f"license: {TOKEN}\nlevel: ", "rra.yaml:"),
}
"""Where it stands: what is put in which place, and what is told."""


@pytest.mark.parametrize("name", ["cff", "codemeta", "ro-crate", "appendix", "neurips-checklist", "bagit"])
@pytest.mark.parametrize("at", SECRET_PLACES)
def test_no_secret_leaves_with_an_export_and_its_place_is_told(
    rrspec: CommandLine, secret_holder: Callable[[str], Path], tmp_path: Path, at: str, name: str
) -> None:
    ended = rrspec("export", name, secret_holder(at), "-o", tmp_path / "out")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert SECRET_PLACES[at][2] in ended.stderr
    assert "Have it revoked" in ended.stderr
    assert not (tmp_path / "out").exists()
    assert TOKEN[:9] not in ended.stderr
    assert "Zx9Qw" not in ended.stderr


@pytest.mark.parametrize("at", SECRET_PLACES)
def test_a_secret_is_masked_in_a_report(
    rrspec: CommandLine, secret_holder: Callable[[str], Path], tmp_path: Path, at: str
) -> None:
    assert rrspec("report", secret_holder(at), "-o", tmp_path / "r.html").returncode == 0
    page = (tmp_path / "r.html").read_text()
    assert TOKEN[:9] not in page
    assert "Zx9Qw" not in page
    assert "ghp_****" in page or at == "an address"


@pytest.fixture
def secret_holder(paper: Path) -> Callable[[str], Path]:
    def make(at: str) -> Path:
        manifest = paper / "rra.yaml"
        old, new, _ = SECRET_PLACES[at]
        kept = [line for line in manifest.read_text().splitlines() if at != "a licence" or "license:" not in line[:8]]
        text = "\n".join(kept) + "\n"
        if at == "an address":
            text = re.sub(r"(?ms)^codebase:.*?(?=^\S)", "", text)
        manifest.write_text(re.sub(rf"(?m)^{old}", lambda _: new, text, count=1))
        return paper

    return make


def test_a_secret_in_a_file_leaves_with_no_bag_and_one_that_is_named_by_the_caller_neither(
    rrspec: CommandLine, paper: Path, tmp_path: Path
) -> None:
    assert rrspec("export", "cff", paper, "--author", TOKEN).returncode == 1
    (paper / "code/get.sh").write_text(f"export HF={TOKEN}\n")
    ended = rrspec("export", "bagit", paper, "-o", "bag")
    assert (ended.returncode, "code/get.sh:1" in ended.stderr) == (1, True)
    assert not (tmp_path / "bag").exists()
    assert rrspec("export", "cff", paper).returncode == 0  # it holds nothing of that file


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif", "github", "junit", "md"])
def test_a_token_as_an_unknown_key_or_a_name_is_masked_in_every_form(
    rrspec: CommandLine, paper: Path, form: str
) -> None:
    manifest = paper / "rra.yaml"
    manifest.write_text(manifest.read_text() + f"{TOKEN}: 1\n")
    (paper / f"code/{TOKEN}.txt").write_text("x\n")
    ended = rrspec("validate", paper, "--format", form)
    assert ended.returncode == 1
    assert "ghp_***" in unescape(ended.stdout).replace("\\", "")
    assert TOKEN[:9] not in ended.stdout + ended.stderr


@pytest.mark.parametrize("name", ["cff", "codemeta", "ro-crate", "appendix", "appendix-tex", "neurips-checklist"])
def test_a_placeholder_is_no_statement_in_any_export(rrspec: CommandLine, tmp_path: Path, name: str) -> None:
    assert rrspec("new", "python", "draft", "--no-input").returncode == 0
    ended = rrspec("export", name, tmp_path / "draft")
    assert ended.returncode == 0
    assert "TODO" not in ended.stdout.replace("`[TODO]`", "")
    assert "[Yes]" not in ended.stdout
    assert "left out: `license` of rra.yaml, which holds the placeholder `TODO`" in ended.stderr


def test_a_score_that_is_missing_is_a_limit(rrspec: CommandLine) -> None:
    ended = rrspec("export", "neurips-checklist", CHECKOUT / "conformance/base/shipped-score")
    assert "task `test/accuracy` has no score of a new run" in ended.stdout
