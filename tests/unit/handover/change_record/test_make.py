"""The patch of what no change covers: afterwards the patches turn the release into the code, byte for byte."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.errors import ArtifactError, NoArtifactError, RrspecError, UsageError
from reprobridge_spec.model.guide import ChangeKind
from tests.unit.handover.change_record.small_release import RELEASE, Files, Small, of_archive, of_clone, taken

TRAIN = RELEASE["train.py"]
EDITS: dict[str, Files] = {
    "a line that changes": {**RELEASE, "train.py": TRAIN.replace(b"0.1", b"0.01")},
    "lines far apart": {**RELEASE, "train.py": b"# one\n" + TRAIN + b"# last\n"},
    "a file that comes": {**RELEASE, "new.py": b"print()\n"},
    "an empty file that comes": {**RELEASE, "pkg/__init__.py": b""},
    "a file that goes": {path: data for path, data in RELEASE.items() if path != "train.py"},
    "an empty file that goes": {path: data for path, data in RELEASE.items() if path != "empty.txt"},
    "a file that gets its first line": {**RELEASE, "empty.txt": b"x\n"},
    "a file that becomes empty": {**RELEASE, "train.py": b""},
    "a file that moves": {("lib/" if path == "train.py" else "") + path: data for path, data in RELEASE.items()},
    "a file that moves and changes": {
        **{path: data for path, data in RELEASE.items() if path != "train.py"},
        "lib/train.py": TRAIN + b"x\n",
    },
    "a file that moves, changes and can be executed": {
        **{path: data for path, data in RELEASE.items() if path != "train.py"},
        "a b/train.py*": b"#!python\n" + TRAIN,
    },
    "a file of the same name that is another": {
        **{path: data for path, data in RELEASE.items() if path != "train.py"},
        "lib/train.py": b"x\n",
    },
    "two files that change places": {**RELEASE, "train.py": RELEASE["no end.txt"], "no end.txt": TRAIN},
    "a file that becomes a folder": {
        **{path: data for path, data in RELEASE.items() if path != "train.py"},
        "train.py/__init__.py": TRAIN,
    },
    "bytes that are no text": {**RELEASE, "data/numbers.bin": bytes(range(255, -1, -1))},
    "bytes that come": {**RELEASE, "weights.bin": b"\0" * 5000 + bytes(range(256))},
    "bytes that go": {path: data for path, data in RELEASE.items() if path != "data/numbers.bin"},
    "a text that becomes none": {**RELEASE, "train.py": b"\0\1\2"},
    "a run bit that comes": {
        **{path: data for path, data in RELEASE.items() if path != "train.py"},
        "train.py*": TRAIN,
    },
    "a run bit that goes with a line": {
        **{path: data for path, data in RELEASE.items() if path != "run.sh*"},
        "run.sh": RELEASE["run.sh*"] + b"exit\n",
    },
    "a new file that can be executed": {**RELEASE, "go*": b"#!/bin/sh\n"},
    "line ends that change": {**RELEASE, "README.md": RELEASE["README.md"].replace(b"\r\n", b"\n")},
    "a line end of Windows": {**RELEASE, "README.md": RELEASE["README.md"] + b"more\r\n"},
    "a last line without an end": {**RELEASE, "train.py": TRAIN.rstrip(b"\n")},
    "a last line that gets its end": {**RELEASE, "no end.txt": b"one\ntwo\n"},
    "the line before one without an end": {**RELEASE, "no end.txt": b"ONE\ntwo"},
    "names with spaces": {**RELEASE, "a b/c d.txt": b"x\n", "no end.txt": b"1\n"},
    "a name with a space that moves": {
        ("b c/" if path == "no end.txt" else "") + path: data for path, data in RELEASE.items()
    },
    "names beyond ASCII": {**RELEASE, "na\u00efve/\u00fc.py": b"x\n"},
    "names with quotes": {**RELEASE, 'a "b".txt': b"x\n", "it's.txt": b"y\n"},
    "names that look like prefixes": {**RELEASE, "a/b/train.py": b"x\n", "b/a.txt": b"y\n"},
    "what is no UTF-8": {**RELEASE, "latin.txt": b"caf\xe9\n"},
    "what looks like a patch": {**RELEASE, "x.txt": b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n-- \n"},
    "lines that end as old Macs had it": {**RELEASE, "mac.txt": b"a\rb\rc"},
    "everything goes": {"train.py": TRAIN},
}


@pytest.fixture(params=[of_archive, of_clone], ids=["archive", "clone"])
def small_of(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Files], Small]:
    def small(code: Files) -> Small:
        made: Small = request.param(tmp_path, RELEASE, code)
        return made

    return small


@pytest.mark.parametrize("code", EDITS.values(), ids=EDITS)
def test_the_patch_turns_the_release_into_the_code(
    small_of: Callable[[Files], Small], tmp_path: Path, code: Files
) -> None:
    small = small_of(code)
    made = small.make("repair")
    assert made.patch
    assert list(made.left) == []
    assert small.faults() == []
    assert small.applied_by_git(["repair"], tmp_path / "by-git") == code
    assert small.make("another").patch == b""


def test_a_file_that_moves_is_told_in_three_lines(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a file that moves"])
    assert small.make("move").patch.splitlines() == [
        b"diff --git a/train.py b/lib/train.py",
        b"similarity index 100%",
        b"rename from train.py",
        b"rename to lib/train.py",
    ]


def test_a_text_that_moves_and_changes_is_told_by_what_changes(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a file that moves and changes"])
    patch = small.make("move").patch
    assert b"rename from train.py\nrename to lib/train.py\n--- a/train.py\n+++ b/lib/train.py\n" in patch
    assert patch.count(b"\n") < 12


def test_what_differs_can_be_shared_among_changes(tmp_path: Path) -> None:
    code = {**RELEASE, "train.py": TRAIN + b"x\n", "lib/a.py": b"a\n", "lib/b.py": b"b\n", "note.txt": b"n\n"}
    small = of_archive(tmp_path, code=code)
    assert [item.path for item in small.make("train", "train.py").left] == ["lib/a.py", "lib/b.py", "note.txt"]
    assert [item.path for item in small.make("lib", "code/lib").left] == ["note.txt"]
    assert list(small.make("rest").left) == []
    assert small.faults() == []
    assert small.applied_by_git(["train", "lib", "rest"], tmp_path / "by-git") == code


def test_a_later_change_rests_on_the_patches_before_it(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    small.make("first")
    (small.code / "train.py").write_bytes(TRAIN.replace(b"0.1", b"0.001"))
    assert b"-rate = 0.01\n+rate = 0.001\n" in small.make("second").patch
    assert small.faults() == []


def test_without_an_id_the_last_change_gets_what_is_new(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    small.make("first")
    (small.code / "new.py").write_text("x\n")
    made = small.make(force=True)
    assert made.target.change == "first"
    assert [item.path for item in made.files] == ["new.py", "train.py"]
    assert small.faults() == []


def test_a_change_made_anew_for_some_files_keeps_what_it_says_of_others(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    small.make("first")
    (small.code / "new.py").write_text("x\n")
    (small.code / "other.py").write_text("y\n")
    made = small.make("first", "new.py", force=True)
    assert [item.path for item in made.files] == ["new.py", "train.py"]
    assert [item.path for item in made.left] == ["other.py"]


def test_a_patch_that_applies_no_more_is_made_anew(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    small.make("first")
    path = small.root / "guide" / "changes" / "first.patch"
    path.write_bytes(path.read_bytes().replace(b"-rate = 0.1\n", b"-rate = 0.2\n"))
    assert small.faults() != []
    small.make("first", force=True)
    assert small.faults() == []


def test_a_link_of_the_release_is_taken_away(tmp_path: Path) -> None:
    code = {"a.txt": b"x\n"}
    small = of_clone(tmp_path, code, links={"link": "a.txt"})
    small.make("no-links")
    assert b"deleted file mode 120000" in small.patch("no-links")
    assert small.faults() == []
    assert taken(small.code) == code


def test_a_link_of_the_release_gives_way_to_a_file(tmp_path: Path) -> None:
    code = {"a.txt": b"x\n", "link": b"x\n"}
    small = of_clone(tmp_path, {"a.txt": b"x\n"}, code, links={"link": "a.txt"})
    small.make("no-links")
    assert small.faults() == []


def test_a_new_entry_has_placeholders_that_are_to_be_written(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a file that comes"])
    small.make("repair")
    assert small.record.read_text() == (
        'rra: "1.0"\nchanges:\n  repair:\n    kind: correctness # or execution, or convenience\n'
        '    why: "TODO: what was wrong in the release, and how that shows"\n    patch: guide/changes/repair.patch\n'
    )


def test_kind_and_reason_can_be_given(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a file that comes"])
    small.make("repair", kind=ChangeKind.EXECUTION, why="a file was: missing")
    assert 'kind: execution\n    why: "a file was: missing"\n' in small.record.read_text()


def test_an_entry_without_patch_gets_it(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a file that comes"])
    small.record.parent.mkdir()
    small.record.write_text(
        'rra: "1.0"\nchanges:\n  repair: # mine\n    kind: execution\n    why: it was missing # so\n'
    )
    small.make("repair")
    assert small.record.read_text() == (
        'rra: "1.0"\nchanges:\n  repair: # mine\n    kind: execution\n    why: it was missing # so\n'
        "    patch: guide/changes/repair.patch\n"
    )
    assert small.faults() == []


def recorded(small: Small, text: str) -> None:
    small.record.parent.mkdir(exist_ok=True)
    small.record.write_text(text)


def without_record(small: Small) -> None:
    manifest = small.root / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("  changes: guide/changes.yaml\n", ""))


def of_relation(relation: str) -> Callable[[Small], None]:
    def edit(small: Small) -> None:
        manifest = small.root / "rra.yaml"
        manifest.write_text(manifest.read_text().replace("relation: modified", f"relation: {relation}"))

    return edit


def with_link(small: Small) -> None:
    (small.code / "link").symlink_to("train.py")


def with_earlier(patch: str) -> Callable[[Small], None]:
    def edit(small: Small) -> None:
        entry = "{kind: execution, why: x, patch: guide/changes/a.patch}"
        recorded(small, f'rra: "1.0"\nchanges:\n  a: {entry}\n')
        if patch:
            (small.root / "guide" / "changes").mkdir()
            (small.root / "guide" / "changes" / "a.patch").write_text(patch)

    return edit


REFUSED: dict[str, tuple[Callable[[Small], object], tuple[str | None, ...], type[RrspecError], str]] = {
    "an id that is none": (lambda _: None, ("Fix_It",), UsageError, "no id of a change"),
    "no id and no entry": (lambda _: None, (None,), UsageError, "has no entry yet"),
    "a path of nothing that differs": (lambda _: None, ("repair", "trian.py"), UsageError, "takes no file"),
    "code of its own": (of_relation("original"), ("repair",), UsageError, "no patches lead"),
    "code written anew": (of_relation("reimplementation"), ("repair",), UsageError, "no patches lead"),
    "a manifest that names no record": (without_record, ("repair",), UsageError, "names no change record"),
    "a link in the code": (with_link, ("repair",), ArtifactError, "'code/link'"),
    "a record that is none": (lambda small: recorded(small, "changes: [\n"), ("repair",), ArtifactError, "right form"),
    "an entry without reason": (
        lambda small: recorded(small, 'rra: "1.0"\nchanges:\n  a: {kind: execution}\n'),
        ("repair",),
        ArtifactError,
        "right form",
    ),
    "an earlier patch that is gone": (with_earlier(""), ("repair",), ArtifactError, "is not there"),
    "an earlier patch that is none": (with_earlier("@@ -1 +1 @@\n"), ("repair",), ArtifactError, "cannot be read"),
    "an earlier patch that does not apply": (
        with_earlier("--- a/train.py\n+++ b/train.py\n@@ -1 +1 @@\n-other\n+x\n"),
        ("repair",),
        ArtifactError,
        "does not apply",
    ),
    "no manifest": (lambda small: (small.root / "rra.yaml").unlink(), ("repair",), NoArtifactError, "rra.yaml"),
}


@pytest.mark.parametrize(("edit", "arguments", "error", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_made_is_refused_and_nothing_is_written(
    tmp_path: Path,
    edit: Callable[[Small], object],
    arguments: tuple[str | None, ...],
    error: type[RrspecError],
    said: str,
) -> None:
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    edit(small)
    before = taken_with_links(small.root)
    with pytest.raises(error, match=said):
        small.make(arguments[0], *(path for path in arguments[1:] if path))
    assert taken_with_links(small.root) == before


def taken_with_links(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_a_choice_after_which_a_file_would_be_a_folder_is_refused(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a file that becomes a folder"])
    with pytest.raises(UsageError, match=r"`train\.py` would be a file, and a folder"):
        small.make("folder", "train.py/__init__.py")
    small.make("folder", "train.py")
    assert small.faults() == []


def test_a_change_that_others_rest_on_is_refused(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code={**RELEASE, "a": b"a\n", "b": b"b\n"})
    small.make("one", "a")
    small.make("two")
    with pytest.raises(UsageError, match="stands before two"):
        small.make("one", force=True)


def test_a_patch_is_not_replaced_unless_that_is_wanted(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    before = small.make("repair").patch
    (small.code / "new.py").write_text("x\n")
    with pytest.raises(UsageError, match="has a patch already"):
        small.make("repair")
    assert small.patch("repair") == before


def test_a_file_that_stands_there_is_not_replaced(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    place = small.root / "guide" / "changes" / "repair.patch"
    place.parent.mkdir(parents=True)
    place.write_text("notes\n")
    with pytest.raises(UsageError, match="a file stands there already"):
        small.make("repair")
    small.make("repair", force=True)
    assert small.faults() == []


def test_what_a_killed_call_left_is_taken_over(tmp_path: Path) -> None:
    """The patch is written first: a call that ends before the entry is written can be made again."""
    small = of_archive(tmp_path, code=EDITS["a line that changes"])
    small.make("repair")
    small.record.unlink()
    small.make("repair")
    assert small.faults() == []


def test_a_patch_larger_than_what_is_read_is_refused(tmp_path: Path) -> None:
    small = of_archive(tmp_path, code={**RELEASE, "weights.bin": b"\0" + random.Random(0).randbytes(17 << 20)})  # noqa: S311
    with pytest.raises(ArtifactError, match="larger than what is read: 16 MiB"):
        small.make("repair")


def test_a_large_file_of_the_release_goes_by_a_few_lines(tmp_path: Path) -> None:
    release = {**RELEASE, "weights.bin": b"\0" + random.Random(0).randbytes(5 << 20)}  # noqa: S311
    small = of_archive(tmp_path, release, RELEASE)
    assert len(small.make("no-weights").patch) < 300
    assert small.faults() == []
    assert small.applied_by_git(["no-weights"], tmp_path / "by-git") == RELEASE
