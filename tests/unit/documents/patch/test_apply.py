"""Patches applied in memory: what git would make of the files, or why not."""

import base64
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.patch import apply
from reprobridge_spec.documents.patch.apply import AsItLies, PatchedFiles
from reprobridge_spec.documents.patch.form import PatchError
from reprobridge_spec.documents.patch.read import read

Files = dict[str, bytes]


def folder(place: Path, files: Files) -> Path:
    for path, data in files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data)
    return place


def contents(place: Path, patched: PatchedFiles) -> Files:
    return {
        path: (place / there.path).read_bytes() if isinstance(there, AsItLies) else there
        for path, there in patched.now.items()
    }


def applied(place: Path, files: Files, patch: bytes) -> Files:
    patched = PatchedFiles(FolderFiles(folder(place, files)))
    patched.apply(read(patch))
    return contents(place, patched)


def hunks(*parts: bytes) -> bytes:
    return b"--- a/x\n+++ b/x\n" + b"".join(parts)


NUMBERS = b"".join(b"%d\n" % number for number in range(1, 21))


@pytest.mark.parametrize(
    ("before", "patch", "after"),
    [
        (b"a\nb\n", b"@@ -1,2 +1,2 @@\n a\n-b\n+c\n", b"a\nc\n"),
        (b"a\r\nb\r\n", b"@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n", b"a\r\nc\r\n"),
        (b"a\nb", b"@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", b"a\nb\n"),
        (b"a\nb\n", b"@@ -2 +2 @@\n-b\n+b\n\\ No newline at end of file\n", b"a\nb"),
        (b"a\nc\n", b"@@ -1,0 +2 @@\n+b\n", b"a\nb\nc\n"),
        (b"a\n\nc\n", b"@@ -1,3 +1,2 @@\n a\n\n-c\n", b"a\n\n"),
        (b"a\rb\n", b"@@ -1 +1 @@\n-a\rb\n+a\n", b"a\n"),
        (
            NUMBERS,
            b"@@ -2 +2 @@\n-2\n+two\n@@ -19 +19 @@\n-19\n+x\n",
            NUMBERS.replace(b"\n2\n", b"\ntwo\n").replace(b"19", b"x"),
        ),
        (b"new\n" + NUMBERS, b"@@ -2,2 +2,2 @@\n 2\n-3\n+x\n", b"new\n" + NUMBERS.replace(b"\n3\n", b"\nx\n")),
        (NUMBERS, b"@@ -9 +9 @@\n-1\n+x\n", NUMBERS.replace(b"1\n", b"x\n", 1)),
    ],
    ids=[
        "a line",
        "CRLF",
        "an end is added",
        "an end is taken",
        "no context",
        "a stripped line",
        "CR alone",
        "two hunks",
        "moved lines",
        "the first line",
    ],
)
def test_a_hunk_changes_its_lines(tmp_path: Path, before: bytes, patch: bytes, after: bytes) -> None:
    assert applied(tmp_path, {"x": before}, hunks(patch)) == {"x": after}


@pytest.mark.parametrize(
    ("before", "patch", "line", "says"),
    [
        (b"a\nb\n", b"@@ -1,2 +1,2 @@\n a\n-c\n+d\n", 5, "hunk 1 does not fit `x`: line 2 of the file is 'b\\n'"),
        (b"a\n", b"@@ -1,2 +1,2 @@\n a\n-b\n+c\n", 5, "line 2 of the file is not there"),
        (b"a\nb\n", b"@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n", 4, "line 2 of the file is 'b\\n'"),
        (b"a\nb", b"@@ -2 +2 @@\n-b\n+c\n", 4, "line 2 of the file is 'b'"),
        (b"a \n", b"@@ -1 +1 @@\n-a\n+b\n", 4, "line 1 of the file is 'a \\n'"),
        (b"z\na\nb\na\nb\n", b"@@ -1,2 +1,2 @@\n a\n-b\n+c\n", 4, "line 1 of the file is 'z\\n'"),
        (b"ab\n", b"@@ -5 +5 @@\n-b\n+c\n", 4, "line 5 of the file is not there"),
        (b"a\n", b"@@ -7,0 +8 @@\n+b\n", 3, "which has 1 lines"),
        (NUMBERS, b"@@ -5 +5 @@\n-5\n+x\n@@ -5 +5 @@\n-5\n+y\n", 6, "in or before the hunk before it"),
        (NUMBERS, b"@@ -9 +9 @@\n-9\n+x\n@@ -2 +2 @@\n-2\n+y\n", 6, "in or before the hunk before it"),
        (
            b"a\n",
            b"@@ -1 +1,2 @@\n-a\n+b\n\\ No newline at end of file\n+c\n",
            3,
            "a line without an end in its middle",
        ),
    ],
)
def test_context_is_exact(tmp_path: Path, before: bytes, patch: bytes, line: int, says: str) -> None:
    with pytest.raises(PatchError) as caught:
        applied(tmp_path, {"x": before}, hunks(patch))
    assert says in str(caught.value)
    assert caught.value.line == line


NEW = b"--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n"


@pytest.mark.parametrize(
    ("files", "patch", "says"),
    [
        ({"n": b""}, NEW, "it makes `n`, which is there already"),
        ({}, hunks(b"@@ -1 +1 @@\n-a\n+b\n"), "it changes `x`, which is not there"),
        ({"x": b"a\nb\n"}, b"--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "a part of it stays"),
        (
            {"x": b"", "y": b""},
            b"diff --git a/x b/y\nrename from x\nrename to y\n",
            "it makes `y`, which is there already",
        ),
        ({}, b"diff --git a/x b/y\nrename from x\nrename to y\n", "it changes `x`, which is not there"),
        ({"x": b""}, b"diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n", "and not how"),
        (
            {},
            b"diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+t\n",
            "makes the link `l`",
        ),
        (
            {},
            b"diff --git a/l b/l\ndeleted file mode 120000\n--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-t\n",
            "`l`, which is not there",
        ),
    ],
)
def test_files_are_where_a_patch_says(tmp_path: Path, files: Files, patch: bytes, says: str) -> None:
    with pytest.raises(PatchError) as caught:
        applied(tmp_path, files, patch)
    assert says in str(caught.value)


def test_a_link_is_taken_away_and_not_changed(tmp_path: Path) -> None:
    (tmp_path / "l").symlink_to("target")
    gone = b"diff --git a/l b/l\ndeleted file mode 120000\n--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-target\n"
    with pytest.raises(PatchError, match="no plain file"):
        applied(tmp_path, {}, b"--- a/l\n+++ b/l\n@@ -1 +1 @@\n-target\n+b\n")
    assert applied(tmp_path, {}, gone) == {}


def test_a_renamed_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "MAX_FILE_BYTES", 2)
    assert applied(tmp_path, {"x": b"large"}, b"diff --git a/x b/y\nrename from x\nrename to y\n") == {"y": b"large"}
    with pytest.raises(PatchError, match="cannot be read"):
        applied(tmp_path, {"x": b"large"}, hunks(b"@@ -1 +1 @@\n-a\n+b\n"))


@pytest.mark.parametrize("limit", ["MAX_ALL_BYTES", "MAX_ALL_LINES"])
def test_what_patches_make_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(apply, limit, 1)
    with pytest.raises(PatchError, match="all patches together"):
        applied(tmp_path, {"x": b"a\n"}, hunks(b"@@ -1 +1 @@\n-a\n+b\n") + hunks(b"@@ -1 +1 @@\n-b\n+c\n"))


def test_commits_of_one_file_come_one_after_the_other(tmp_path: Path) -> None:
    patch = hunks(b"@@ -1 +1 @@\n-a\n+b\n") + hunks(b"@@ -1 +1 @@\n-b\n+c\n")
    assert applied(tmp_path, {"x": b"a\n"}, patch) == {"x": b"c\n"}


def packed(data: bytes, *, size: int | None = None, kind: bytes = b"literal") -> bytes:
    """A binary change as git writes it."""
    body = zlib.compress(data)
    lines = [body[at : at + 26] for at in range(0, len(body), 26)]
    text = b"".join(bytes([64 + len(line)]) + base64.b85encode(line, pad=True) + b"\n" for line in lines)
    head = b"diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\n"
    return head + kind + b" %d\n" % (len(data) if size is None else size) + text + b"\n"


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        (packed(b"abc", size=2), "is not of the 2 bytes"),
        (packed(b"abc", size=4), "is not of the 4 bytes"),
        (packed(b"abc", size=10**11), "more than are read"),
        (packed(b"").replace(b"\nH", b"\nB").replace(b"literal 0", b"literal 9"), "a line of binary content"),
        (packed(b"\x05\x03\x03abc", kind=b"delta"), "is of a file of 5 bytes, and there are 3"),
        (packed(b"\x03\x03\x02ab", kind=b"delta"), "leads to 2 bytes, and says 3"),
        (packed(b"\x03\x03\x90\x09", kind=b"delta"), "a part of it lies outside"),
        (packed(b"\x03\x03\x00", kind=b"delta"), "a part of it lies outside"),
        (packed(b"\x03\x03\x91\x02", kind=b"delta"), "does not fit the file"),
        (packed(b"\x03\xff\xff\xff\xff\x7f\x01a", kind=b"delta"), "more than are read"),
        (packed(b"\x03" + b"\xff" * 12, kind=b"delta"), "a size in it has no end"),
    ],
)
def test_damaged_binary_changes_are_refused(tmp_path: Path, patch: bytes, says: str) -> None:
    with pytest.raises(PatchError) as caught:
        applied(tmp_path, {"x": b"old"}, patch)
    assert says in str(caught.value)


def test_a_delta_copies_and_inserts(tmp_path: Path) -> None:
    delta = b"\x05\x06" + b"\x91\x01\x03" + b"\x03xyz"
    assert applied(tmp_path, {"x": b"abcde"}, packed(delta, kind=b"delta")) == {"x": b"bcdxyz"}


BEFORE: Files = {
    "kept.py": b"a\n",
    "edit ed.py": NUMBERS,
    "crlf.txt": b"a\r\nb\r\n",
    "no-end": b"a\nb",
    "gone/empty": b"",
    "gone/text": b"x\n",
    "\u00e4.bin": bytes(range(256)) * 8,
    "moved.py": NUMBERS,
    "swapped-1": b"1\n" * 9,
    "swapped-2": b"2\n" * 9,
}
AFTER: Files = {
    "kept.py": b"a\n",
    "edit ed.py": b"0\n" + NUMBERS.replace(b"15\n", b""),
    "crlf.txt": b"a\r\nc\r\n",
    "no-end": b"a\nb\n",
    "new/empty": b"",
    "new/text": b"-- \n+++ x\n",
    "\u00e4.bin": bytes(range(256)) * 7 + b"end",
    "new.bin": b"\x00\x01\x02" * 50,
    "sub/moved.py": NUMBERS.replace(b"9\n", b"nine\n"),
    "copy.py": NUMBERS,
    "swapped-1": b"2\n" * 9,
    "swapped-2": b"1\n" * 9,
}


@pytest.fixture(scope="module")
def git_diff(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., bytes]:
    """What git says of the difference, with options."""
    place = tmp_path_factory.mktemp("git")
    for name, files in (("old", BEFORE), ("new", AFTER)):
        folder(place / name, files)

    def git(*arguments: str) -> bytes:
        settings = ["-c", "core.autocrlf=false", "-c", "user.name=n", "-c", "user.email=e", "-c", "core.safecrlf=false"]
        done = subprocess.run(["git", *settings, *arguments], cwd=place, capture_output=True, check=True)
        return done.stdout

    git("init", "-q")
    trees = []
    for name in ("old", "new"):
        git(f"--work-tree={name}", "add", "-A", ".")
        trees.append(git("write-tree").decode().strip())
    return lambda *options: git("diff", "--no-color", "--no-ext-diff", "--binary", *options, *trees)


@pytest.mark.parametrize(
    "options",
    [
        ["-U3"],
        ["-U0"],
        ["-M"],
        ["-M", "-C", "--find-copies-harder"],
        ["-B", "-M"],
        ["--no-prefix"],
        ["--src-prefix=i/", "--dst-prefix=w/"],
    ],
    ids=" ".join,
)
def test_what_git_writes_leads_there_and_back(
    tmp_path: Path, git_diff: Callable[..., bytes], options: list[str]
) -> None:
    patches = read(git_diff(*options))
    (tmp_path / "old").mkdir()
    assert applied(tmp_path / "old", BEFORE, git_diff(*options)) == AFTER
    place = folder(tmp_path / "artifact" / "code", AFTER)
    back = PatchedFiles(FolderFiles(place.parent), "code")
    back.apply([patch.reversed() for patch in reversed(patches)])
    assert contents(place.parent, back) == BEFORE
