from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.launch.own_state import own_state


def own(root: Path, cache: Path) -> Path:
    return own_state(root, cache, lambda: "a" * 32)


def test_a_folder_that_was_made_here_is_found_again(tmp_path: Path) -> None:
    state = own(tmp_path, tmp_path / "cache")
    (state / "runs" / "1").mkdir(parents=True)
    assert own(tmp_path, tmp_path / "cache") == state == tmp_path / ".rrspec"


def linked(root: Path) -> None:
    (root / "elsewhere").mkdir()
    (root / ".rrspec").symlink_to(root / "elsewhere")


def with_linked_runs(root: Path) -> None:
    (root / "elsewhere" / "thesis").mkdir(parents=True)
    (root / ".rrspec").mkdir()
    (root / ".rrspec" / "runs").symlink_to(root / "elsewhere")


def with_runs(root: Path) -> None:
    (root / ".rrspec" / "runs" / "1").mkdir(parents=True)


def with_outputs(root: Path) -> None:
    (root / ".rrspec" / "outputs" / "train").mkdir(parents=True)


def with_a_guessed_owner(root: Path) -> None:
    with_runs(root)
    (root / ".rrspec" / "owner").write_text("b" * 32)


def with_an_owner_that_climbs(root: Path) -> None:
    with_runs(root)
    (root / ".rrspec" / "owner").write_text("../../../../etc/passwd")


def a_file(root: Path) -> None:
    (root / ".rrspec").write_text("")


@pytest.mark.parametrize(
    "bring",
    [linked, with_linked_runs, with_runs, with_outputs, with_a_guessed_owner, with_an_owner_that_climbs, a_file],
    ids=lambda bring: bring.__name__,
)
def test_one_that_came_with_the_artifact_is_refused_and_left_alone(
    tmp_path: Path, bring: Callable[[Path], None]
) -> None:
    bring(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ArtifactError, match=r"^\.rrspec ") as caught:
        own(tmp_path, tmp_path.parent / f"{tmp_path.name}-cache")
    assert "Remove it" in caught.value.hint
    assert sorted(tmp_path.rglob("*")) == before


def test_links_that_came_later_are_refused_too(tmp_path: Path) -> None:
    state = own(tmp_path, tmp_path / "cache")
    (state / "runs").symlink_to(tmp_path)
    with pytest.raises(ArtifactError, match="holds links"):
        own(tmp_path, tmp_path / "cache")


def test_an_empty_one_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / ".rrspec" / "runs").mkdir(parents=True)
    (tmp_path / ".rrspec" / "lock").touch()
    assert own(tmp_path, tmp_path / "cache") == tmp_path / ".rrspec"
