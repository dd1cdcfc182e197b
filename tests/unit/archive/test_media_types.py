import pytest

from reprobridge_spec.archive.media_types import is_packed_already, media_type


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("rra.yaml", "application/yaml"),
        ("results/T.CSV", "text/csv"),
        ("code.v2/run.py", "text/x-python"),
        ("data.tar.gz", "application/gzip"),
    ],
)
def test_a_known_suffix_has_a_media_type(path: str, expected: str) -> None:
    assert media_type(path) == expected


@pytest.mark.parametrize("path", ["Makefile", "code.py/LICENSE", "a.unknown", "", "folder.csv/", "a.", "py"])
def test_what_is_not_in_the_table_is_not_guessed(path: str) -> None:
    assert media_type(path) is None


@pytest.mark.parametrize("path", ["a.zip", "d/photo.JPG", "x.tar.zst", "lib-1-py3.whl"])
def test_packed_files_are_known_by_their_suffix(path: str) -> None:
    assert is_packed_already(path)


@pytest.mark.parametrize("path", ["a.txt", "zip", "a.zip/readme", "model.pt", "a.npy", "a.svg"])
def test_other_files_may_shrink(path: str) -> None:
    assert not is_packed_already(path)
