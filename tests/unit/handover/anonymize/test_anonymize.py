"""What `anonymize` promises besides taking names out: evidence that is sealed, refusals, and nothing half done."""

import json
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.audit.audit import audit
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError, RrspecError, UsageError
from reprobridge_spec.findings import Severity
from reprobridge_spec.handover.anonymize.anonymize import Wanted, anonymize
from reprobridge_spec.handover.anonymize.unseal import read_seal, unseal
from reprobridge_spec.model.audit import AuditVerdict
from reprobridge_spec.model.seal import Seal
from reprobridge_spec.validation.engine import validate
from tests.conftest import CHECKOUT
from tests.unit.handover.anonymize.artifact import CODE, MANIFEST, write

WITH_RUNS = CHECKOUT / "conformance" / "base" / "repaired"
PAPER = """\
paper:
  title: A paper # as printed
  authors: [Jane Doe]
  venue: ICML 2026
  identifiers: ["arxiv:2601.00001"]
codebase:
  path: code
  relation: modified
  upstream: {url: "https://github.com/doelab/method.git", commit: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86}
inputs:
  weights:
    kind: checkpoint
    source: {huggingface: {repo: doelab/weights, revision: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86}}
  text:
    kind: dataset
    source: {huggingface: {repo: google/text, revision: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86}}
  words:
    kind: dataset
    source: {huggingface: {repo: somebody/words, revision: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86}}
"""


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., tuple[Path, Seal]]:
    """Makes the artifact at a path anonymous, in a new folder `b`."""

    def make(artifact: Path, *terms: str, keep: tuple[str, ...] = ()) -> tuple[Path, Seal]:
        target = tmp_path / "b"
        made = anonymize(FolderFiles(artifact), target, tmp_path / "seal.json", Wanted(terms=terms, keep=keep))
        return target, made.seal

    return make


Make = Callable[..., tuple[Path, Seal]]


def test_what_identifies_in_the_manifest_is_covered_and_all_else_stays(tmp_path: Path, make: Make) -> None:
    artifact = write(tmp_path / "a", {"code/README.md": b"github.com/doelab/method"}, MANIFEST + PAPER)
    folder, _ = make(artifact, keep=("somebody",))
    text = (folder / "rra.yaml").read_text()
    assert "# as printed" in text
    assert "google/text" in text
    assert "somebody/words" in text
    assert "anonymous: true" in text
    for gone in ("Doe", "doelab", "ICML", "2601.00001", "36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86, "):
        assert gone not in text.partition("inputs")[0]
    assert "doelab" not in text + (folder / "code/README.md").read_text()


def test_one_name_has_one_word_in_all_its_forms(tmp_path: Path, make: Make) -> None:
    text = "Jane Doe, J. Doe; jane_doe/jane-doe JDOE JaneDoeNet jdoe. Rick Roe"
    artifact = write(tmp_path / "a", {"code/a.txt": text.encode()})
    folder, _ = make(artifact, "Jane Doe", "Rick Roe")
    said = (folder / "code/a.txt").read_text()
    assert said == "Author-1, Author-1; author_1/author-1 AUTHOR1 Author1Net author1. Author-2"


def test_records_of_code_that_changed_are_sealed_and_all_of_it_stays_valid(make: Make) -> None:
    folder, seal = make(WITH_RUNS, "points")
    report = validate(FolderFiles(folder), name="b")
    assert [finding.message for finding in report.findings if finding.severity is Severity.ERROR] == []
    assert report.claimed == "executed"
    records = [json.loads(path.read_text())["predicate"] for path in sorted(folder.glob("evidence/runs/*/run.json"))]
    assert {record["plan"]["method"] for record in records if record["mode"] == "scored"} <= {
        pair.after for pair in seal.digests
    }
    assert all(len(record["sealed"]) == 64 for record in records)


def test_what_sealed_records_say_cannot_be_told(make: Make) -> None:
    folder, _ = make(WITH_RUNS, "points")
    rows = {row.task: row.verdict for row in audit(FolderFiles(folder)).tasks}
    assert rows["half/accuracy"] is AuditVerdict.CANNOT_BE_TOLD


def test_records_that_name_nobody_can_be_told(make: Make) -> None:
    folder, seal = make(WITH_RUNS, "Jane Doe")
    assert all(file.commitment is None for file in seal.files if file.path.endswith("run.json"))
    rows = {row.task: row.verdict for row in audit(FolderFiles(folder)).tasks}
    assert rows["half/accuracy"] is AuditVerdict.CONSISTENT


def test_the_mapping_is_for_its_owner_alone(tmp_path: Path, make: Make) -> None:
    make(write(tmp_path / "a", {}), "Jane Doe")
    assert stat.S_IMODE((tmp_path / "seal.json").stat().st_mode) == 0o600


def test_the_mapping_leads_from_the_named_artifact_to_the_anonymous_one(tmp_path: Path, make: Make) -> None:
    folder, _ = make(WITH_RUNS, "points")
    result = unseal(FolderFiles(folder), FolderFiles(WITH_RUNS), read_seal(tmp_path / "seal.json"))
    assert result.differences == []
    assert result.records == 11
    assert result.rewritten > 20


CHANGES: dict[str, tuple[str, Callable[[Path, Path], object]]] = {
    "another score in the anonymous artifact": (
        "evidence/references.yaml",
        lambda anonymous, _: (anonymous / "evidence/references.yaml").write_text("rra: '1.0'\nreferences: {}\n"),
    ),
    "another file in the named artifact": (
        "code/README.md",
        lambda _, named: (named / "code/README.md").write_text("# other\n"),
    ),
    "a file that the named artifact never had": (
        "code/more.py",
        lambda anonymous, _: (anonymous / "code/more.py").write_text("x = 1\n"),
    ),
    "a file that the anonymous artifact never had": (
        "code/more.py",
        lambda _, named: (named / "code/more.py").write_text("x = 1\n"),
    ),
    "a file that is missing": ("rra.yaml", lambda anonymous, _: (anonymous / "code/README.md").unlink()),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_content_is_told(tmp_path: Path, make: Make, change: str) -> None:
    named = Path(shutil.copytree(WITH_RUNS, tmp_path / "named"))
    folder, seal = make(named, "points")
    path, changed = CHANGES[change]
    changed(folder, named)
    result = unseal(FolderFiles(folder), FolderFiles(named), seal)
    assert not result.holds
    assert change == "a file that is missing" or path in {one.path for one in result.differences}


def test_a_mapping_that_was_tampered_with_proves_nothing(make: Make) -> None:
    folder, seal = make(WITH_RUNS, "points")
    pair = seal.digests[0].model_copy(update={"after": "5" * 64})
    forged = seal.model_copy(update={"digests": [pair, *seal.digests[1:]]})
    assert not unseal(FolderFiles(folder), FolderFiles(WITH_RUNS), forged).holds


REFUSED: dict[str, tuple[dict[str, bytes], tuple[str, ...], str]] = {
    "an HDF5 file": ({"code/a.h5": b"\x89HDF\r\n\x1a\n\0\0jdoe\0"}, ("jdoe",), "code/a.h5"),
    "a database": ({"code/a.db": b"SQLite format 3\0\0 jdoe \0\1"}, ("jdoe",), "SQLite"),
    "two names that become one": ({"code/jdoe.txt": b"", "code/anonymous1.txt": b""}, ("jdoe",), "same name"),
    "bytes of no known form": ({"code/a.bin": b"\0\1\2 jdoe \3\4" * 9}, ("jdoe",), "code/a.bin"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_taken_out_is_refused_by_name_and_nothing_is_left(tmp_path: Path, make: Make, name: str) -> None:
    files, terms, said = REFUSED[name]
    artifact = write(tmp_path / "a", files)
    with pytest.raises(ArtifactError, match=said):
        make(artifact, *terms)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a"]


def test_what_stands_there_already_is_not_lost(tmp_path: Path, make: Make) -> None:
    artifact = write(tmp_path / "a", {})
    (tmp_path / "seal.json").write_text("{}")
    with pytest.raises(UsageError, match="stands there already"):
        make(artifact)
    (tmp_path / "seal.json").unlink()
    write(tmp_path / "b", {})
    with pytest.raises(RrspecError):
        make(artifact)
    assert not (tmp_path / "seal.json").exists()


@pytest.mark.parametrize("place", ["a/seal.json", "a/evidence/seal.json", "b/seal.json"])
def test_the_mapping_lies_in_no_artifact(tmp_path: Path, place: str) -> None:
    artifact = write(tmp_path / "a", {"evidence/x": b""})
    with pytest.raises(UsageError):
        anonymize(FolderFiles(artifact), tmp_path / "b", tmp_path / place, Wanted())
    assert not (tmp_path / place).exists()
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("place", ["a/blind", "a/evidence/blind", "other/../a/blind", "link/blind"])
def test_an_anonymous_artifact_lies_in_no_other(tmp_path: Path, place: str) -> None:
    artifact = write(tmp_path / "a", {"evidence/x": b""})
    (tmp_path / "other").mkdir()
    (tmp_path / "link").symlink_to(artifact)
    with pytest.raises(UsageError, match="be a part of it"):
        anonymize(FolderFiles(artifact), tmp_path / place, tmp_path / "seal.json", Wanted())
    assert sorted(path.name for path in artifact.iterdir()) == ["evidence", "rra.yaml"]
    assert not (tmp_path / "seal.json").exists()


TOKEN = "gh" + "p_" + "Zx9Qw8Er7Ty6Vb5Nm4As3Df2Gh1Jk0LpQw9E"
PINNED = """\
codebase:
  path: code
  relation: modified
  upstream: {archive: "https://me:Zx9Qw8Er7Ty6Vb@example.org/p.zip", sha256: %s}
"""
WITH_SECRET: dict[str, tuple[str, dict[str, bytes]]] = {
    "in the title": (MANIFEST.replace("One number", TOKEN) + CODE, {}),
    "in an address": (MANIFEST + PINNED % ("5" * 64), {"code/x": b""}),
    "in code": (MANIFEST + CODE, {"code/a.py": f"token = '{TOKEN}'\n".encode()}),
    "in a script that is anonymous besides": (
        MANIFEST + CODE,
        {"code/a.sh": f"export T={TOKEN} # Jane Doe\n".encode()},
    ),
}


@pytest.mark.parametrize("place", WITH_SECRET)
def test_a_secret_is_not_handed_on(tmp_path: Path, make: Make, place: str) -> None:
    manifest, files = WITH_SECRET[place]
    with pytest.raises(ArtifactError, match="holds a secret") as raised:
        make(write(tmp_path / "a", files, manifest), "Jane Doe")
    assert TOKEN not in str(raised.value)
    assert "Zx9Qw8Er7Ty6Vb" not in str(raised.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a"]


def test_files_that_packing_makes_are_not_counted(tmp_path: Path, make: Make) -> None:
    made_by_packing = {"MANIFEST.sha256": b"", "ro-crate-metadata.json": b"{}"}
    named = write(tmp_path / "a", {"code/x.txt": b"Jane Doe\n", **made_by_packing})
    folder, seal = make(named, "Jane Doe")
    for path in made_by_packing:
        (named / path).unlink()
    result = unseal(FolderFiles(folder), FolderFiles(named), seal)
    assert (result.files, result.same, result.rewritten, result.left_out) == (2, 0, 2, 0)


def test_a_signature_is_left_out(tmp_path: Path, make: Make) -> None:
    artifact = write(tmp_path / "a", {"evidence/runs/x/run.json.sig": b"x"})
    folder, seal = make(artifact)
    assert not (folder / "evidence/runs/x/run.json.sig").exists()
    assert "signature" in str(next(file.why for file in seal.files if file.path.endswith(".sig")))


def test_a_digest_that_stands_in_a_list_follows_its_file(tmp_path: Path, make: Make) -> None:
    data = b"by Jane Doe\n"
    listed = f"{digest.of_bytes(data)}  x.txt\n".encode()
    artifact = write(tmp_path / "a", {"code/x.txt": data, "env/x.sha256": listed})
    folder, _ = make(artifact, "Jane Doe")
    assert (folder / "env/x.sha256").read_text()[:64] == digest.of_bytes((folder / "code/x.txt").read_bytes())


def test_modes_and_line_ends_stay(tmp_path: Path, make: Make) -> None:
    artifact = write(tmp_path / "a", {"code/run.sh": b"# Jane Doe\r\nx\r\n"}, MANIFEST + CODE)
    (artifact / "code/run.sh").chmod(0o755)
    folder, _ = make(artifact, "Jane Doe")
    assert (folder / "code/run.sh").read_bytes() == b"# Author-1\r\nx\r\n"
    assert (folder / "code/run.sh").stat().st_mode & 0o111


def test_an_account_that_was_found_in_one_place_is_told_where_it_stands_as_a_word(tmp_path: Path) -> None:
    artifact = write(tmp_path / "a", {"code/a.sh": b"cd /home/jdoe/x\n", "code/b.py": b"\nrunner = 'jdoe'\n"})
    made = anonymize(FolderFiles(artifact), tmp_path / "b", tmp_path / "seal.json", Wanted())
    assert [doubt.partition(": ")[0] for doubt in made.doubts] == ["code/b.py:2"]
