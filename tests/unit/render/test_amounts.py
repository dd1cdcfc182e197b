import pytest

from reprobridge_spec.render.amounts import duration, listed, number, size


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0.0 s"),
        (5.25, "5.2 s"),
        (45, "45 s"),
        (119, "119 s"),
        (150, "2.5 min"),
        (360, "6 min"),
        (3_000, "50 min"),
        (7_200, "2 h"),
        (9_000, "2.5 h"),
        (200_000, "2.3 d"),
        (float("inf"), "inf d"),
    ],
)
def test_durations(seconds: float, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (5 << 20, "5.0 MiB"),
        (3 << 40, "3.0 TiB"),
        (5 << 50, "5120.0 TiB"),
    ],
)
def test_sizes(count: int, said: str) -> None:
    assert size(count) == said


def test_counts_have_their_plural() -> None:
    assert [number(count, "run") for count in (0, 1, 2_000)] == ["0 runs", "1 run", "2,000 runs"]
    assert number(2, "ambiguity", "ambiguities") == "2 ambiguities"


def test_lists_end() -> None:
    assert listed("abc", 2) == "a, b and 1 more"
    assert listed([]) == ""
