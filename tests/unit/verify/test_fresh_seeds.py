from collections.abc import Iterator

from reprobridge_spec.verify.fresh_seeds import draw


def nonces(*firsts: int) -> Iterator[str]:
    return (f"{first:08x}".ljust(32, "f") for first in firsts)


def test_seeds_are_what_the_nonces_begin_with() -> None:
    drawn = nonces(5, 900, 7)
    assert draw(3, set(), lambda: next(drawn)) == (5, 900, 7)


def test_a_seed_that_is_taken_is_drawn_again() -> None:
    drawn = nonces(5, 6, 7)
    assert draw(2, {5}, lambda: next(drawn)) == (6, 7)


def test_no_seed_is_drawn_twice() -> None:
    drawn = nonces(5, 5, 5, 8)
    assert draw(2, set(), lambda: next(drawn)) == (5, 8)


def test_every_seed_fits_into_31_bits() -> None:
    drawn = nonces(0xFFFFFFFF, 0x80000003)
    assert draw(2, set(), lambda: next(drawn)) == (0x7FFFFFFF, 3)
