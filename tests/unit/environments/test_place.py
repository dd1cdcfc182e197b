from pathlib import Path

import pytest

from reprobridge_spec.environments.place import Place

KEY = "0123456789abcdef" * 4


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, KEY)


def _complete(place: Place) -> Path:
    folder = place.begin()
    (folder / "module.py").touch()
    return place.complete(folder).folder


def test_what_is_complete_is_ready(place: Place) -> None:
    folder = _complete(place)
    ready = place.ready()
    assert ready is not None
    assert ready.folder == folder
    assert folder.stat().st_mode & 0o777 == 0o555


def test_what_was_never_completed_is_not_ready(place: Place) -> None:
    (place.begin() / "module.py").touch()
    assert place.ready() is None
    assert place.unfinished


def test_what_changed_is_not_ready(place: Place) -> None:
    folder = _complete(place)
    (folder / "module.py").chmod(0o644)
    (folder / "module.py").write_text("evil", encoding="utf-8")
    assert place.ready() is None


def test_what_is_gone_is_not_ready(place: Place) -> None:
    folder = _complete(place)
    folder.chmod(0o755)
    (folder / "module.py").unlink()
    folder.rmdir()
    assert place.ready() is None


@pytest.mark.parametrize("note", ["", "[]", "{}", "null", '{"folder": 1, "fingerprint": "x"}'])
def test_a_note_that_says_nothing_is_not_ready(place: Place, tmp_path: Path, note: str) -> None:
    _complete(place)
    (tmp_path / f"{KEY}.json").write_text(note, encoding="utf-8")
    assert place.ready() is None


def test_each_building_has_a_folder_of_its_own(place: Place) -> None:
    unfinished = place.begin()
    folder = _complete(place)
    assert folder != unfinished
    assert not unfinished.exists()


def test_a_note_is_gone_while_it_is_built_anew(place: Place) -> None:
    _complete(place)
    place.begin()
    assert place.ready() is None


def test_others_are_left_alone(place: Place, tmp_path: Path) -> None:
    other = Place(tmp_path, "f" * 64)
    folder = _complete(other)
    _complete(place)
    place.clear()
    assert place.unfinished
    assert folder.exists()
