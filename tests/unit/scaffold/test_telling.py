from pathlib import Path

import pytest

from reprobridge_spec.scaffold.telling import next_commands, told, tree
from reprobridge_spec.scaffold.update import Step, Way


def test_a_tree_is_a_line_for_each_folder_with_the_manifest_first_of_the_files() -> None:
    files = [".rra/a.json", ".gitignore", "README.md", "code/a.py", "code/b/c.py", "guide/g.md", "rra.yaml"]
    assert list(tree(files)) == [
        "  code/         a.py, b/c.py",
        "  guide/        g.md",
        "  rra.yaml",
        "  README.md",
        "  and .gitignore, .rra",
    ]


def test_of_many_files_in_a_folder_six_are_named() -> None:
    assert list(tree([f"code/{number}.py" for number in range(8)])) == [
        "  code/         0.py, 1.py, 2.py, 3.py, 4.py, 5.py, …"
    ]


@pytest.mark.parametrize(
    ("folder", "first"), [("x", "cd x"), ("my paper", "cd 'my paper'"), ("$(id)", "cd '$(id)'"), ("-x", "cd ./-x")]
)
def test_what_comes_next_can_be_typed_as_it_stands(folder: str, first: str) -> None:
    assert next_commands(Path(folder))[0] == first


@pytest.mark.parametrize("way", Way)
def test_each_way_is_told_with_its_reason(way: Way) -> None:
    line = told(Step(path="a.md", target="a.md.new", way=way, before=None, after=b""))
    assert line.startswith(f"a.md.new: {way.value}: ")
    assert len(line) > 30
