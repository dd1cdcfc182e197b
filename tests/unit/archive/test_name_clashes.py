import pytest

from reprobridge_spec.archive.names import clashes


@pytest.mark.parametrize(
    "files",
    [
        [],
        ["a", "b/a", "b/b", "c/b/a"],
        ["a", "ab/c", "a.b"],
        ["d/x", "d/y/z", "d/y/w"],
        ["é", "e"],
    ],
)
def test_files_that_can_lie_beside_one_another_do_not_clash(files: list[str]) -> None:
    assert clashes(files) == {}


@pytest.mark.parametrize(
    ("files", "named"),
    [
        (["C1CC.sdf", "c1cc.sdf"], {"c1cc.sdf"}),
        (["Data/x", "data/y"], {"data"}),
        (["a/Data/x", "a/data/x"], {"a/data", "a/data/x"}),
        (["caf\u00e9", "cafe\u0301"], {"cafe\u0301"}),
        (["straße", "STRASSE"], {"STRASSE"}),
        (["a", "a/b"], {"a"}),
        (["a/b", "a"], {"a"}),
        (["A", "a/b"], {"a"}),
        (["x", "x"], {"x"}),
        (["long", "long/b/c"], {"long"}),
    ],
)
def test_files_that_cannot_are_named(files: list[str], named: set[str]) -> None:
    assert set(clashes(files)) == named


def test_a_folder_that_is_given_clashes_with_a_file() -> None:
    assert set(clashes(["top/a"], ["top", "top/a"])) == {"top/a"}


def test_a_folder_that_is_given_and_holds_files_does_not_clash() -> None:
    assert clashes(["top/a/b"], ["top", "top/a", "top/empty"]) == {}
