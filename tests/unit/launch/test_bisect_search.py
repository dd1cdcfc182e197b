"""Which changes moved a score, over states that are numbers, failures, or both."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from reprobridge_spec.launch.bisect.search import Move, search

FAILS = None


def found(values: Sequence[float | None], threshold: float = 0.5) -> tuple[list[tuple[int, int]], set[int]]:
    looked: set[int] = set()

    def look(state: int) -> Fraction | None:
        looked.add(state)
        value = values[state]
        return None if value is None else Fraction(str(value))

    moves = search(len(values) - 1, look, Fraction(str(threshold)))
    assert all(isinstance(move, Move) for move in moves)
    return [(move.after, move.upto) for move in moves], looked


@pytest.mark.parametrize(
    ("values", "moves"),
    [
        pytest.param([90, 90], [], id="nothing moves"),
        pytest.param([90, 91], [(0, 1)], id="the only change moves it"),
        pytest.param([90, 90, 90, 91, 91], [(2, 3)], id="one of several moves it"),
        pytest.param([90, 90.5], [], id="a move of the threshold is none"),
        pytest.param([80, 90, 90, 90, 70], [(0, 1), (3, 4)], id="two move it"),
        pytest.param([80, 95, 95, 90, 90], [(0, 1), (2, 3)], id="up, and partly down again"),
        pytest.param([90, 90.3, 90.6, 90.9], [(1, 3)], id="several together"),
        pytest.param([90, 90.4, 90.8], [(0, 2)], id="two halves of a drift"),
        pytest.param([FAILS, 90], [(0, 1)], id="the release fails"),
        pytest.param([FAILS, FAILS, 90, 90, 90], [(1, 2)], id="the first changes make it run"),
        pytest.param([FAILS, FAILS, 80, 90, 90], [(1, 2), (2, 3)], id="it runs, then moves"),
        pytest.param([80, FAILS, 90], [(0, 2)], id="the state between fails"),
        pytest.param([80, FAILS, FAILS, FAILS, 90], [(0, 4)], id="all states between fail"),
        pytest.param([80, 80, FAILS, FAILS, 90, 90], [(1, 4)], id="the states around the move fail"),
        pytest.param([80, FAILS, 80, 90, FAILS, 90], [(2, 3)], id="states that fail elsewhere"),
    ],
)
def test_the_moves_are_told(values: Sequence[float | None], moves: list[tuple[int, int]]) -> None:
    assert found(values)[0] == moves


def test_few_of_many_states_are_looked_at() -> None:
    moves, looked = found([80] * 700 + [90] * 324)
    assert moves == [(699, 700)]
    assert len(looked) <= 12


def test_few_of_many_states_tell_from_where_on_it_runs() -> None:
    moves, looked = found([FAILS] * 700 + [90] * 324)
    assert moves == [(699, 700)]
    assert len(looked) <= 14


def test_what_moves_and_is_taken_back_between_equal_ends_is_not_looked_for() -> None:
    moves, looked = found([90, 80, 90])
    assert (moves, looked) == ([], {0, 2})
