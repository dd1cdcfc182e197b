import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.archive.content import belongs, content_digest, content_digest_of, manifest_text, parse_manifest
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError

A = "a" * 64
B = "b" * 64
FILES = {
    "rra.yaml": "rra: '1.0'",
    "code/run.py": "print(1)",
    "evidence/references.yaml": "references: {}",
    "evidence/runs/r1/run.json": "{}",
}


def artifact(root: Path, files: dict[str, str] = FILES) -> Path:
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


@pytest.mark.parametrize(
    "path",
    [
        "rra.yaml",
        "code/x.py",
        "evidence/verification.json",
        "data/older.rra.zip",
        ".gitignore",
        ".github/ci.yml",
        "a.zip",
    ],
)
def test_a_file_of_the_artifact_belongs_to_its_package(path: str) -> None:
    assert belongs(path)


@pytest.mark.parametrize(
    "path",
    [
        "verification.json",
        "a-1.rra.zip",
        ".git/config",
        "code/.git",
        "code/__pycache__/x.pyc",
        "data/.DS_Store",
        ".rrspec/cache",
        ".venv/bin/python",
        ".0123.77.ab.rrspec-partial",
        "dist/.0123.77.ab.rrspec-partial/rra.yaml",
    ],
)
def test_what_is_no_part_of_the_artifact_does_not_belong(path: str) -> None:
    assert not belongs(path)


def test_the_list_is_in_the_order_of_the_bytes() -> None:
    # as UTF-16, the second would come last
    paths = ["Z", "a", "a.b", "a/b", "é", "\uffee", "\U0001f600"]
    text = manifest_text(dict.fromkeys(reversed(paths), A)).decode()
    assert [line[66:] for line in text.splitlines()] == paths
    assert paths == sorted(paths, key=str.encode)


def test_sha256sum_reads_the_list(tmp_path: Path) -> None:
    root = artifact(tmp_path, {"a b.txt": "1", "d/é.txt": "2", "*star": "3", "-n": "4"})
    files = FolderFiles(root)
    list_ = manifest_text({path: files.sha256(path) for path in files.entries})
    (root / "LIST").write_bytes(list_)
    ended = subprocess.run(["sha256sum", "--strict", "-c", "LIST"], cwd=root, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count(b": OK\n") == 4


@pytest.mark.parametrize("path", ["a\nb", "a\\b", "a\rb", "a\x7fb", "\udc80"])
def test_a_name_that_the_list_cannot_hold_is_refused(path: str) -> None:
    with pytest.raises(ArtifactError, match="no package can hold it"):
        manifest_text({path: A})


def test_the_list_is_read_back() -> None:
    digests = {"a b": A, "code/é.py": B, "  two": A, "no\u200bspace": B, "\u2028": A}
    assert parse_manifest(manifest_text(digests)) == digests


def test_an_empty_list_lists_nothing() -> None:
    assert parse_manifest(b"") == {}


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (f"{A}  a\n{A}  b", 2, "in the middle"),
        (f"{A}  a\n\n", 2, "no SHA-256"),
        (f"{A}  \n", 1, "no SHA-256"),
        (f"{A} a\n", 1, "no SHA-256"),
        (f"{A} *a\n", 1, "no SHA-256"),
        (f"{A[1:]}  a\n", 1, "no SHA-256"),
        (f"{A.upper()}  a\n", 1, "no SHA-256"),
        (f"\\{A}  a\\\\b\n", 1, "no SHA-256"),
        (f"# digests\n{A}  a\n", 1, "no SHA-256"),
        (f"{A}  a\r\n", 1, "control character"),
        (f"{A}  a\\b\n", 1, "backslash"),
        (f"{A}  /etc/passwd\n", 1, "absolute"),
        (f"{A}  ../a\n", 1, "climbs out"),
        (f"{A}  a//b\n", 1, "empty step"),
        (f"{A}  C:/a\n", 1, "absolute"),
        (f"{A}  a\n{B}  a\n", 2, "stands twice"),
        (f"{A}  b\n{A}  a\n", 2, "order"),
        (f"{A}  MANIFEST.sha256\n", 1, "itself"),
    ],
)
def test_a_list_of_another_form_is_refused_with_its_line(data: str, line: int, message: str) -> None:
    with pytest.raises(ArtifactError, match=message) as caught:
        parse_manifest(data.encode())
    assert caught.value.place == f"MANIFEST.sha256:{line}"
    assert caught.value.hint


def test_a_list_that_is_not_utf_8_is_refused_with_its_line() -> None:
    with pytest.raises(ArtifactError, match="not UTF-8") as caught:
        parse_manifest(f"{A}  a\n{A}  ".encode() + b"\xff\n")
    assert caught.value.place == "MANIFEST.sha256:2"


def test_the_content_digest_is_the_digest_of_the_list_of_content() -> None:
    digests = {"rra.yaml": A, "evidence/references.yaml": B, "evidence/runs/r1/run.json": A, "MANIFEST.sha256": A}
    expected = digest.of_bytes(f"{B}  evidence/references.yaml\n{A}  rra.yaml\n".encode())
    assert content_digest_of(digests) == expected


def add(path: str, text: str = "new") -> Callable[[Path], object]:
    return lambda root: artifact(root, {path: text})


@pytest.mark.parametrize(
    "change",
    [
        add("evidence/runs/r2/run.json"),
        add("evidence/runs/r1/run.json", "{1}"),
        add("evidence/verifications/v.json"),
        add("verification.json"),
        add("a-1.rra.zip"),
        add("MANIFEST.sha256"),
        add("ro-crate-metadata.json"),
        add("code/__pycache__/run.pyc"),
        lambda root: (root / "code/run.py").chmod(0o755),
    ],
)
def test_evidence_generated_files_and_bits_are_not_in_the_content_digest(
    tmp_path: Path, change: Callable[[Path], object]
) -> None:
    before = content_digest(FolderFiles(artifact(tmp_path)))
    change(tmp_path)
    assert content_digest(FolderFiles(tmp_path)) == before


@pytest.mark.parametrize(
    "change",
    [
        add("code/run.py", "print(2)"),
        add("code/more.py"),
        add("evidence/references.yaml", "references: {a/b: []}"),
        add("code/MANIFEST.sha256"),
        add("code/verification.json"),
        lambda root: (root / "code/run.py").rename(root / "code/ran.py"),
        lambda root: (root / "evidence/references.yaml").unlink(),
    ],
)
def test_content_and_references_are_in_the_content_digest(tmp_path: Path, change: Callable[[Path], object]) -> None:
    before = content_digest(FolderFiles(artifact(tmp_path)))
    change(tmp_path)
    assert content_digest(FolderFiles(tmp_path)) != before


def test_there_is_no_content_digest_over_a_link(tmp_path: Path) -> None:
    artifact(tmp_path)
    (tmp_path / "code/link").symlink_to("run.py")
    with pytest.raises(ArtifactError, match="'code/link'"):
        content_digest(FolderFiles(tmp_path))
