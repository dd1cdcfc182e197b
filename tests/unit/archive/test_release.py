"""The release is what the manifest pins: that commit of a clone, that very archive."""

import bz2
import gzip
import hashlib
import io
import lzma
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.reader import open_archive
from reprobridge_spec.archive.release import open_release
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.model.paper import ArchiveRelease, GitRelease
from tests.unit.archive.tars import T, tar


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    command = ["git", *identity, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    root = tmp_path / "clone"
    (root / "src").mkdir(parents=True)
    git(root, "init", "-q")
    (root / "src" / "a.py").write_bytes(b"x = 1\r\n")
    (root / "run.sh").write_text("#!/bin/sh\n")
    (root / "run.sh").chmod(0o755)
    (root / "link").symlink_to("run.sh")
    (root / ".gitattributes").write_text("*.py filter=evil eol=lf\n")
    git(root, "config", "filter.evil.smudge", f"touch {root}/canary")
    git(root, "-c", "core.autocrlf=false", "add", ".")
    git(root, "commit", "-qm", "one")
    return root


def pinned(commit: str) -> GitRelease:
    return GitRelease(url="https://example.org/a.git", commit=commit)


def test_a_commit_gives_the_bytes_that_it_holds_whatever_is_checked_out(clone: Path) -> None:
    commit = git(clone, "rev-parse", "HEAD")
    (clone / "src" / "a.py").write_text("something else\n")
    git(clone, "commit", "-qam", "two")
    with open_release(clone, pinned(commit)) as files:
        assert list(files.entries) == [".gitattributes", "link", "run.sh", "src/a.py"]
        assert files.entries["link"].kind is Kind.LINK
        assert files.entries["run.sh"].executable
        data = files.read("src/a.py", 100)
        assert data.startswith(b"x = 1")
        assert files.sha256("src/a.py") == hashlib.sha256(data).hexdigest()
    assert not (clone / "canary").exists()


def test_a_bare_repository_will_do(clone: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", "clone", "bare.git")
    with open_release(tmp_path / "bare.git", pinned(git(clone, "rev-parse", "HEAD"))) as files:
        assert "src/a.py" in files.entries


def test_what_is_longer_than_asked_or_not_there_is_not_read(clone: Path) -> None:
    with open_release(clone, pinned(git(clone, "rev-parse", "HEAD"))) as files:
        with pytest.raises(ValueError, match="longer than 2 bytes"):
            files.read("src/a.py", 2)
        with pytest.raises(FileNotFoundError):
            files.read("gone", 2)


@pytest.mark.parametrize(
    ("asked", "says"), [("0" * 40, "does not hold the commit"), ("tree", "is no commit")], ids=["unknown", "a tree"]
)
def test_another_object_than_the_pinned_commit_is_refused(clone: Path, asked: str, says: str) -> None:
    commit = git(clone, "rev-parse", "HEAD^{tree}") if asked == "tree" else asked
    with pytest.raises(UsageError, match=says) as caught:
        open_release(clone, pinned(commit))
    assert caught.value.hint


def test_a_folder_without_history_is_no_proof_of_a_commit(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    with pytest.raises(UsageError, match="pins a commit"):
        open_release(tmp_path / "plain", pinned(git(clone, "rev-parse", "HEAD")))


def archive(tmp_path: Path, *names: str) -> Path:
    file = tmp_path / "release.tar.gz"
    with tarfile.open(file, "w:gz") as tar:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = 2
            tar.addfile(member, io.BytesIO(b"x\n"))
    return file


def pinned_archive(file: Path) -> tuple[Path, ArchiveRelease]:
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    return file, ArchiveRelease(archive="https://example.org/a.tgz", sha256=sha256)


@pytest.mark.parametrize("names", [("top/a.py", "top/b/c.py"), ("a.py", "b/c.py")], ids=["one top folder", "flat"])
def test_an_archive_gives_its_files_below_its_top_folder(tmp_path: Path, names: tuple[str, ...]) -> None:
    file = archive(tmp_path, *names)
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    with open_release(file, ArchiveRelease(archive="https://example.org/a.tgz", sha256=sha256)) as files:
        assert list(files.entries) == ["a.py", "b/c.py"]
        assert files.read("a.py", 10) == b"x\n"


@pytest.mark.parametrize(
    "beside",
    [
        ("__MACOSX/._top", "__MACOSX/top/._a.py", "top/.DS_Store"),
        ("pax_global_header",),
        (".DS_Store", "._top"),
        (".git/config", "top/__pycache__/a.pyc"),
    ],
    ids=["packed by a Mac", "made by git", "left at the top", "of tools"],
)
def test_what_is_no_part_of_a_release_hides_no_top_folder(tmp_path: Path, beside: tuple[str, ...]) -> None:
    with open_release(*pinned_archive(archive(tmp_path, "top/a.py", *beside))) as files:
        assert list(files.entries) == ["a.py"]


def test_git_s_note_is_no_file_of_a_flat_release(tmp_path: Path) -> None:
    with open_release(*pinned_archive(archive(tmp_path, "a.py", "b/c.py", "pax_global_header"))) as files:
        assert list(files.entries) == ["a.py", "b/c.py"]


def test_a_release_with_two_top_folders_begins_at_the_archive_s_own_root(tmp_path: Path) -> None:
    with open_release(*pinned_archive(archive(tmp_path, "top/a.py", "other/b.py"))) as files:
        assert list(files.entries) == ["other/b.py", "top/a.py"]


PACKED = {
    "xz": lzma.compress,
    "bzip2": bz2.compress,
    "several streams of xz": lambda data: lzma.compress(data[:600]) + bytes(4) + lzma.compress(data[600:]),
    "several streams of bzip2": lambda data: bz2.compress(data[:600]) + bz2.compress(data[600:]) + bytes(512),
}


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_a_release_may_be_packed_as_no_package_is(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "release"
    file.write_bytes(pack(gzip.decompress(archive(tmp_path, "top/a.py", "top/b.py").read_bytes())))
    with open_release(*pinned_archive(file)) as files:
        assert list(files.entries) == ["a.py", "b.py"]
        assert files.read("b.py", 10) == b"x\n"


GREEDY = {"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}
BROKEN = {
    "xz that ends early": lzma.compress(bytes(4096))[:-20],
    "bzip2 that ends early": bz2.compress(bytes(4096))[:-8],
    "xz with another byte": lzma.compress(b"a" * 4096).replace(b"\0\0", b"\0\1", 1),
    "something behind it": bz2.compress(bytes(4096)) + b"more",
    "xz that asks for too much memory": lzma.compress(b"", filters=[GREEDY]),
    "more streams than programs write": bz2.compress(b"") * 10_001,
    "7z": b"7z\xbc\xaf\x27\x1c" + bytes(4096),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_release_that_cannot_be_read_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "release"
    file.write_bytes(data)
    with pytest.raises(ArtifactError):
        open_release(*pinned_archive(file))


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_no_more_of_a_release_is_unpacked_than_is_taken(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "release"
    file.write_bytes(pack(tar(T("a", bytes(1 << 20)))))
    with pytest.raises(ArtifactError, match="when it is unpacked"):
        open_archive(file, Limits(total=100_000), is_release=True)


def test_another_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not the pinned archive"):
        open_release(archive(tmp_path, "a"), ArchiveRelease(archive="https://example.org/a.tgz", sha256="0" * 64))


def test_a_folder_is_not_the_pinned_archive(clone: Path) -> None:
    with pytest.raises(UsageError, match="pins an archive"):
        open_release(clone, ArchiveRelease(archive="https://example.org/a.tgz", sha256="0" * 64))


def test_a_release_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no release at"):
        open_release(tmp_path / "gone", pinned("0" * 40))
