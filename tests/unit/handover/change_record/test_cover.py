"""The code beside its release: each part with the change that covers it, and what no change covers."""

from pathlib import Path

import pytest

from reprobridge_spec.archive.release import open_release
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.handover.change_record.cover import coverage
from reprobridge_spec.handover.change_record.record import record_of
from reprobridge_spec.model.change_record import ChangeCoverage, CodeHunk
from tests.unit.handover.change_record.small_release import RELEASE, Files, Small, of_archive, of_clone

TRAIN = RELEASE["train.py"]


def covered(small: Small, *, shows: bool = False) -> ChangeCoverage:
    files = FolderFiles(small.root)
    record = record_of(files)
    with open_release(small.release, record.upstream) as release:
        return coverage(files, release, record, shows=shows)


def told(hunks: list[CodeHunk]) -> list[tuple[str, int | None, list[str]]]:
    return [(hunk.path, hunk.line, hunk.changes) for hunk in hunks]


def edit(small: Small, path: str, old: bytes, new: bytes) -> None:
    place = small.code / path
    assert place.read_bytes().count(old) == 1
    place.write_bytes(place.read_bytes().replace(old, new))


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """Three changes: two in one file, far apart; the last one in a line of the first as well."""
    small = of_archive(tmp_path)
    edit(small, "train.py", b"0.1", b"0.01")
    small.make("rate")
    edit(small, "train.py", b"step(30)", b"step(31)")
    small.make("steps")
    edit(small, "train.py", b"rate = 0.01\n", b"rate = 0.01\nmomentum = 0\n")
    (small.code / "new.py").write_text("x\n")
    small.make("momentum")
    return small


def test_each_part_has_the_changes_behind_it(small: Small) -> None:
    said = covered(small)
    assert said.complete
    assert told(said.hunks) == [
        ("new.py", 1, ["momentum"]),
        ("train.py", 3, ["rate", "momentum"]),
        ("train.py", 35, ["steps"]),
    ]
    assert [(change.change, change.files, change.failure) for change in said.changes] == [
        ("rate", 1, None),
        ("steps", 1, None),
        ("momentum", 2, None),
    ]


def test_what_no_change_covers_stands_by_itself(small: Small) -> None:
    edit(small, "train.py", b"step(10)", b"step(11)")
    said = covered(small, shows=True)
    assert not said.complete
    assert told(said.uncovered) == [("train.py", 15, [])]
    assert "-step(10)\n+step(11)" in (said.uncovered[0].lines or "")
    assert len(said.hunks) == 3


def test_a_change_that_is_undone_in_the_code_is_told(small: Small) -> None:
    edit(small, "train.py", b"step(31)\nstep(31)", b"step(30)\nstep(31)")
    assert told(covered(small).uncovered) == [("train.py", 35, [])]


def test_a_patch_that_does_not_apply_is_named_with_its_line(small: Small) -> None:
    path = small.root / "guide" / "changes" / "steps.patch"
    path.write_bytes(path.read_bytes().replace(b"-step(30)", b"-step(77)"))
    said = covered(small)
    failures = {change.change: change.failure for change in said.changes if change.failure}
    assert list(failures) == ["steps"]
    assert failures["steps"].startswith("guide/changes/steps.patch:")
    assert told(said.uncovered) == [("train.py", 35, [])]


@pytest.mark.parametrize(
    ("patch", "said"), [(None, "it is not there"), (b"@@ -1 +1 @@\n", "it cannot be read")], ids=["gone", "none"]
)
def test_a_patch_that_cannot_be_read_is_named(small: Small, patch: bytes | None, said: str) -> None:
    path = small.root / "guide" / "changes" / "steps.patch"
    path.unlink()
    if patch is not None:
        path.write_bytes(patch)
    failures = [change.failure for change in covered(small).changes if change.failure]
    assert len(failures) == 1
    assert said in failures[0]


WHOLE: dict[str, tuple[Files, str]] = {
    "a file that moved": (
        {("lib/" if path == "train.py" else "") + path: data for path, data in RELEASE.items()},
        "renamed from train.py",
    ),
    "a run bit": (
        {**{path: data for path, data in RELEASE.items() if path != "train.py"}, "train.py*": TRAIN},
        "can now be executed",
    ),
    "no text": ({**RELEASE, "data/numbers.bin": b"\0\1"}, "changed; no text: 256 bytes -> 2 bytes"),
    "an empty file": ({**RELEASE, "pkg/__init__.py": b""}, "added"),
}


@pytest.mark.parametrize(("code", "head"), WHOLE.values(), ids=WHOLE)
def test_what_has_no_lines_is_told_in_words(tmp_path: Path, code: Files, head: str) -> None:
    small = of_clone(tmp_path, code=code)
    assert [(hunk.head, hunk.line) for hunk in covered(small).uncovered] == [(head, None)]
    small.make("it")
    said = covered(small)
    assert said.complete
    assert [(hunk.head, hunk.changes) for hunk in said.hunks] == [(head, ["it"])]


def test_a_text_that_moved_and_was_edited_later_has_the_changes_of_both(tmp_path: Path) -> None:
    small = of_archive(tmp_path)
    (small.code / "lib").mkdir()
    (small.code / "train.py").rename(small.code / "lib" / "train.py")
    small.make("move")
    edit(small, "lib/train.py", b"0.1", b"0.01")
    small.make("rate")
    assert [(hunk.head, hunk.changes) for hunk in covered(small).hunks] == [
        ("renamed from train.py", ["move", "rate"]),
        ("@@ -1,6 +1,6 @@", ["rate"]),
    ]


def test_a_file_that_another_took_the_place_of_has_no_changes_of_the_other(tmp_path: Path) -> None:
    small = of_archive(tmp_path)
    edit(small, "train.py", b"0.1", b"0.01")
    small.make("rate")
    (small.code / "no end.txt").write_bytes((small.code / "train.py").read_bytes())
    (small.code / "train.py").unlink()
    small.make("move")
    said = covered(small)
    assert said.complete
    assert {hunk.path: hunk.changes for hunk in said.hunks}["train.py"] == ["move"]


def test_secrets_are_hidden_in_what_is_shown(small: Small) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (small.code / "token.py").write_text(f'TOKEN = "{token}"\n')
    shown = [hunk.lines or "" for hunk in covered(small, shows=True).uncovered]
    assert "TOKEN" in "".join(shown)
    assert token not in "".join(shown)
