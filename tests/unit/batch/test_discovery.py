"""Which artifacts a path means; it is never silently none."""

from pathlib import Path

import pytest

from reprobridge_spec.batch import discovery
from reprobridge_spec.errors import NoArtifactError
from reprobridge_spec.schemas import kinds


def tree(root: Path, *paths: str) -> Path:
    for path in paths:
        place = root / path
        if path.endswith("/"):
            place.mkdir(parents=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
    return root


FOUND = {
    "an artifact": (["rra.yaml", "code/data.zip"], ".", ["."]),
    "its manifest": (["rra.yaml"], "rra.yaml", ["."]),
    "a package": (["a.zip"], "a.zip", ["a.zip"]),
    "a file of any name": (["submission-12"], "submission-12", ["submission-12"]),
    "artifacts": (["b/rra.yaml", "a/rra.yaml", "notes.txt"], ".", ["a", "b"]),
    "packages": (["b.tgz", "a.rra.zip", "c.tar.zst", "paper.pdf"], ".", ["a.rra.zip", "b.tgz", "c.tar.zst"]),
    "what other tools packed": (
        ["a.rar", "b.7z", "c.tar.xz", "d.TAR.BZ2", "e.txz", "f.tbz2", "g.zipx", "h.tar.lz", "i.zip.001", "j.part1.rar"],
        ".",
        ["a.rar", "b.7z", "c.tar.xz", "d.TAR.BZ2", "e.txz", "f.tbz2", "g.zipx", "h.tar.lz", "i.zip.001", "j.part1.rar"],
    ),
    "no other files": (["a.zip", "b.csv.gz", "c.tar.md", "d.7zip", "e.iso.txt", "rar", "f.xz"], ".", ["a.zip"]),
    "one level down": (["12/a.zip", "12/paper.pdf", "13/art/rra.yaml"], ".", ["12/a.zip", "13/art"]),
    "artifacts only once": (["a/rra.yaml", "a/ex/rra.yaml", "a/b.zip"], ".", ["a"]),
    "what is not hidden": (["a.zip", "._a.zip", ".cache/b.zip", "__MACOSX/c.zip"], ".", ["a.zip"]),
}


@pytest.mark.parametrize(("paths", "asked", "expected"), FOUND.values(), ids=FOUND)
def test_artifacts_are_found_in_the_order_of_their_names(
    tmp_path: Path, paths: list[str], asked: str, expected: list[str]
) -> None:
    root = tree(tmp_path, *paths)
    assert discovery.discover(root / asked) == [root / path for path in expected]


def test_a_part_of_an_artifact_means_the_artifact(tmp_path: Path) -> None:
    root = tree(tmp_path, "rra.yaml", "code/data.zip")
    assert discovery.discover(root / "code") == [root.resolve()]


NOTHING = {
    "nothing there": ([], "x"),
    "an empty folder": (["d/"], "d"),
    "other files": (["paper.pdf", "a.txt"], "."),
    "too deep": (["a/b/c/rra.yaml", "a/b/c.zip/"], "."),
    "hidden": ([".a/rra.yaml", "__MACOSX/rra.yaml"], "."),
    "a folder with a package's name": (["a.zip/x"], "."),
}


@pytest.mark.parametrize(("paths", "asked"), NOTHING.values(), ids=NOTHING)
def test_no_artifact_is_never_silent(tmp_path: Path, paths: list[str], asked: str) -> None:
    with pytest.raises(NoArtifactError):
        discovery.discover(tree(tmp_path, *paths) / asked)


def test_each_artifact_of_many_paths_is_taken_once_in_the_order_given(tmp_path: Path) -> None:
    root = tree(tmp_path, "a/rra.yaml", "b/rra.yaml", "c.zip")
    asked = [root / "c.zip", root / "b" / "rra.yaml", root, root / "a"]
    assert discovery.discover_all(asked) == [root / "c.zip", root / "b", root / "a"]


def test_the_manifest_has_the_name_of_the_standard() -> None:
    assert discovery.MANIFEST_FILE == kinds.MANIFEST_FILE
