"""What patch files say, in the forms in which programs write them."""

import pytest

from reprobridge_spec.documents.patch import lines
from reprobridge_spec.documents.patch.form import FilePatch, PatchError, Side
from reprobridge_spec.documents.patch.read import read

HUNK = b"@@ -1 +1 @@\n-a\n+b\n"


def only(data: bytes) -> FilePatch:
    (patch,) = read(data)
    return patch


@pytest.mark.parametrize(
    ("data", "old", "new"),
    [
        (b"--- a/x\n+++ b/x\n", "x", "x"),
        (b"--- x\n+++ x\n", "x", "x"),
        (b"--- a/x\n+++ a/x\n", "a/x", "a/x"),
        (b"--- code-orig/src/x\t2024-01-01 10:00:00\n+++ code/src/x\t2024-01-02 10:00:00\n", "src/x", "src/x"),
        (b"--- i/x\n+++ w/x\n", "x", "x"),
        (b"--- /dev/null\n+++ b/d/x\n", None, "d/x"),
        (b"--- a/d/x\n+++ /dev/null\n", "d/x", None),
        (b"--- a/with space.txt\t\n+++ b/with space.txt\t\n", "with space.txt", "with space.txt"),
        (b'--- "a/\\303\\244 \\"q\\".py"\n+++ "b/\\303\\244 \\"q\\".py"\n', 'ä "q".py', 'ä "q".py'),
        (b"--- a/x\r\n+++ b/x\r\n", "x", "x"),
        (b"diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n", "x", "x"),
        (b"diff --git a/x a/x\nindex 1..2 100644\n--- a/x\n+++ a/x\n", "a/x", "a/x"),
        (b"diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n", "x", "y"),
        (
            b'diff --git "a/\\303\\244" b/y z\nrename from "\\303\\244"\nrename to y z\n--- a/u\n+++ b/y z\t\n',
            "ä",
            "y z",
        ),
        (b'diff --git a/y "b/\\303\\244"\nrename from y\nrename to "\\303\\244"\n--- a/y\n+++ b/u\n', "y", "ä"),
        (b"diff --git a/n b/n\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/n\n", None, "n"),
        (b"diff --git a/n b/n\ndeleted file mode 100644\nindex 1..0\n--- a/n\n+++ /dev/null\n", "n", None),
    ],
)
def test_a_file_has_its_paths(data: bytes, old: str | None, new: str | None) -> None:
    patch = only(data + HUNK)
    assert (patch.old, patch.new) == (old, new)
    assert len(patch.hunks) == 1


@pytest.mark.parametrize(
    ("data", "old", "new"),
    [
        (b"diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n", "x y", "x y"),
        (b"diff --git a/empty b/empty\nnew file mode 100644\nindex 0..e69de29\n", None, "empty"),
        (b"diff --git a/empty b/empty\ndeleted file mode 100644\nindex e69de29..0\n", "empty", None),
        (b"diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", "x", "y"),
    ],
)
def test_a_file_may_change_without_a_hunk(data: bytes, old: str | None, new: str | None) -> None:
    patch = only(data)
    assert (patch.old, patch.new, patch.hunks) == (old, new, ())
    assert patch.keeps_old == (b"copy" in data)


def test_a_hunk_has_its_lines_with_their_ends() -> None:
    (hunk,) = only(b"--- a/x\n+++ b/x\n@@ -3,3 +3,2 @@ def f():\n a\r\n-b\n\n\\ No newline at end of file\n").hunks
    assert (hunk.old_start, hunk.new_start, hunk.line) == (3, 3, 3)
    assert hunk.lines == ((Side.BOTH, b"a\r\n"), (Side.OLD, b"b\n"), (Side.BOTH, b""))


def test_text_around_and_several_files_are_told_apart() -> None:
    first = b"From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nSubject: x\n\n---\n x | 2 +-\n\n"
    second = first + b"diff --git a/y b/y\n--- a/y\n+++ b/y\n" + HUNK + b"-- \n2.39.0\n\n"
    found = read(first + b"diff --git a/x b/x\n--- a/x\n+++ b/x\n" + HUNK + b"-- \n2.39.0\n\n" + second)
    assert [(patch.old, patch.commit) for patch in found] == [("x", 1), ("y", 2)]


def test_a_line_that_looks_like_a_header_is_content_inside_a_hunk() -> None:
    patch = only(b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- old\n-diff --git\n+++ new\n+@@ -1 +1 @@\n")
    assert patch.hunks[0].old == [b"-- old\n", b"diff --git\n"]
    assert patch.hunks[0].new == [b"++ new\n", b"@@ -1 +1 @@\n"]


def test_a_plain_diff_makes_and_takes_away_files_by_their_dates() -> None:
    epoch, now = b"\t1970-01-01 01:00:00.000000000 +0100\n", b"\t2024-01-01 10:00:00.000000000 +0100\n"
    assert only(b"--- o/x" + epoch + b"+++ n/x" + now + b"@@ -0,0 +1 @@\n+a\n").old is None
    assert only(b"--- o/x" + now + b"+++ n/x" + epoch + b"@@ -1 +0,0 @@\n-a\n").new is None
    assert only(b"--- o/x" + now + b"+++ n/x" + now + b"@@ -1 +0,0 @@\n-a\n").new == "x"


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"@@ -1 +1 @@\n-a\n+b\n", 1, "belongs to no file"),
        (b"--- a/x\n+++ b/x\n@@ -1 +1 @\n", 3, "cannot be read"),
        (b"--- a/x\n+++ b/x\n@@ -1,99999999999 +1 @@\n-a\n", 3, "cannot be read"),
        (b"--- a/x\n+++ b/x\n@@ -1,9999999999 +1,9999999999 @@\n a\n", 3, "hunk 1 ends before the 9999999999 old"),
        (b"--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\n+b\ntext\n", 3, "hunk 1 ends before"),
        (b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n", 3, "hunk 1 has more lines"),
        (b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n-b\n+c\n", 3, "hunk 1 has more lines"),
        (b"--- a/../x\n+++ b/../x\n" + HUNK, 1, "climbs out"),
        (b"--- a//x\n+++ b//x\n" + HUNK, 1, "is absolute"),
        (b"--- a/x\n+++ b/C:\\x\n" + HUNK, 1, "backslash"),
        (b"diff --git a/x b/y z\n--- a/x\n", 1, "which file is changed"),
        (b'--- "a/x\n+++ b/x\n' + HUNK, 1, "does not end"),
        (b'--- "a/\\q"\n+++ b/x\n' + HUNK, 1, "has the escape"),
        (b'--- "a/\\777"\n+++ b/x\n' + HUNK, 1, "has the escape"),
        (b"--- a/\xff\n+++ b/\xff\n" + HUNK, 1, "not UTF-8"),
        (b"diff --git a/\xff b/\xff\nold mode 100644\n", 1, "not UTF-8"),
        (b"diff --git a/m b/m\nnew file mode 160000\n", 2, "submodule"),
        (b"diff --git a/b b/b\nGIT binary patch\n\n", 3, "no content behind"),
        (b"diff --git a/b b/b\nGIT binary patch\nliteral 3\nC\x7f\x7f\x7f\x7f\x7f\n\n", 4, "no base 85"),
        (b"diff --git a/b b/b\nGIT binary patch\nliteral 3\nZ00000\n\n", 4, "another length"),
    ],
)
def test_what_is_no_patch_is_refused_with_its_line(data: bytes, line: int, says: str) -> None:
    with pytest.raises(PatchError) as caught:
        read(data)
    assert says in str(caught.value)
    assert caught.value.line == line
    assert caught.value.advice.endswith(".")


def test_too_many_lines_are_refused_before_they_are_held() -> None:
    with pytest.raises(PatchError, match="more than"):
        read(b"\n" * (lines.MAX_LINES + 1))


def test_text_without_a_change_changes_nothing() -> None:
    assert read(b"a note\n--- not a header\n\n") == ()


def test_a_patch_of_very_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reprobridge_spec.documents.patch.read.MAX_FILES", 1)
    with pytest.raises(PatchError, match="more than 1 files"):
        read((b"--- a/x\n+++ b/x\n" + HUNK) * 2)
