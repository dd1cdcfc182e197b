from decimal import Decimal

import pytest

from reprobridge_spec.audit.moments import between


@pytest.mark.parametrize(
    ("start", "end", "seconds"),
    [
        ("2026-11-29T16:00:00Z", "2026-11-29T16:00:00Z", "0"),
        ("2026-11-29T16:00:00Z", "2026-11-29T16:00:01.5Z", "1.5"),
        ("2026-11-29T16:00:00.25Z", "2026-11-29T16:00:01Z", "0.75"),
        ("2026-11-29T23:59:59Z", "2026-12-01T00:00:00Z", "86401"),
        ("2026-11-29T16:00:01Z", "2026-11-29T16:00:00Z", "-1"),
        ("2026-11-29T16:00:00.123456789Z", "2026-11-29T16:00:01.123456789Z", "1"),
    ],
)
def test_seconds_between_two_moments(start: str, end: str, seconds: str) -> None:
    assert between(start, end) == Decimal(seconds)


@pytest.mark.parametrize("text", ["2024-02-30T00:00:00Z", "2024-01-01T25:00:00Z", "0000-01-01T00:00:00Z"])
def test_a_moment_of_no_calendar_is_far_away(text: str) -> None:
    assert between(text, "2026-11-29T16:00:00Z") == between("2026-11-29T16:00:00Z", text) > Decimal(10) ** 10
