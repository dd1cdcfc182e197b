import pytest

from reprobridge_spec.environments.transfer.patience import Courtesy, PassingError, Patience
from tests.misbehaving import Time


def _patience(time: Time) -> Patience:
    return Patience(clock=lambda: time.now, pause=time.pause, chance=lambda: 0.25)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("Fri, 15 Jan 2027 08:00:30 GMT", 30.0),
        ("Friday, 15-Jan-27 08:00:30 GMT", 30.0),
        ("Fri, 15 Jan 2027 07:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("", None),
        ("٣", None),
        ("Fri, 99 Jan 2027 07:00:00 GMT", None),
        (None, None),
    ],
)
def test_a_wait_that_is_asked_for_is_read_in_both_forms(time: Time, said: str | None, seconds: float | None) -> None:
    assert _patience(time).asked_wait(said) == seconds


def test_each_pause_is_twice_as_long_with_a_little_chance(time: Time) -> None:
    pauses = [_patience(time).seconds_before(number, PassingError("x")) for number in range(2, 12)]
    assert pauses[:4] == [0.75, 1.5, 3.0, 6.0]
    assert max(pauses) <= 180


def test_a_wait_that_is_too_long_is_told_and_not_made(time: Time) -> None:
    with pytest.raises(PassingError, match="x, and asks to wait 10 minutes"):
        _patience(time).seconds_before(2, PassingError("x", wait=600.0))
    assert time.pauses == []


def test_the_pause_that_a_host_asks_for_is_kept_by_all_who_ask_it(time: Time) -> None:
    courtesy = Courtesy(_patience(time))
    courtesy.ask_for_pause("a.org", 30)
    courtesy.ask_for_pause("a.org", 10)
    courtesy.wait("b.org")
    courtesy.wait("a.org")
    courtesy.wait("a.org")
    assert time.pauses == [30.0]


def test_a_host_is_asked_by_a_few_at_a_time(time: Time) -> None:
    door = Courtesy(_patience(time), connections=2).door("a.org")
    assert [door.acquire(blocking=False) for _ in range(3)] == [True, True, False]
