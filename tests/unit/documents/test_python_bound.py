import pytest

from reprobridge_spec.documents.python_bound import admits, admitted, admitted_minors


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("3.11", "3.11.0"),
        ("3.11", "3.11.14"),
        ("3.11.7", "3.11.7"),
        ("3", "3.12.1"),
        (">=3.11,<3.15", "3.14.2"),
        ("==3.12.*", "3.12.9"),
        ("3.14", "3.14.0rc1"),
    ],
)
def test_a_version_that_is_allowed(text: str, version: str) -> None:
    assert admits(text, version)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("3.11", "3.12.0"),
        ("3.1", "3.11.0"),
        ("3.11.7", "3.11.8"),
        ("3.11.7", "3.11"),
        (">=3.11,<3.15", "3.15.0"),
        (">=3.11,<3.15", "3.10.13"),
        ("!=3.11.3,==3.11.*", "3.11.3"),
    ],
)
def test_a_version_that_is_not_allowed(text: str, version: str) -> None:
    assert not admits(text, version)


@pytest.mark.parametrize("text", ["", "three", "3.11.7.1x", "python3.11", ">=x", "3.x"])
def test_a_text_that_is_no_bound_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"Python"):
        admits(text, "3.11.0")


@pytest.mark.parametrize("text", ["2.7", ">=4", ">=3.12,<3.11"])
def test_a_bound_that_allows_nothing_is_refused_where_versions_are_asked_for(text: str) -> None:
    with pytest.raises(ValueError, match="allows no version"):
        admitted(text)


@pytest.mark.parametrize(
    ("text", "minors"),
    [
        ("3.11", ("3.11",)),
        ("3.11.7", ("3.11",)),
        (">=3.11,<3.14", ("3.11", "3.12", "3.13")),
        (">3.11.4,<3.12", ("3.11",)),
        (">=3.11,<3.12.1", ("3.11", "3.12")),
    ],
)
def test_the_minor_versions_of_a_bound(text: str, minors: tuple[str, ...]) -> None:
    assert admitted_minors(text) == minors


def test_both_ends_of_a_minor_version_stand_for_it() -> None:
    assert admitted("3.11") == ("3.11.0", "3.11.99")
