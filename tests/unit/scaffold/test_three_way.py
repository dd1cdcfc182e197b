import pytest

from reprobridge_spec.scaffold.three_way import merged

BASE = b"one\ntwo\nthree\nfour\nfive\n"


def _lines(*words: str) -> bytes:
    return "".join(f"{word}\n" for word in words).encode()


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [
        (BASE, BASE, BASE),
        (_lines("ONE", "two", "three", "four", "five"), BASE, _lines("ONE", "two", "three", "four", "five")),
        (BASE, _lines("one", "three", "four", "five"), _lines("one", "three", "four", "five")),
        (
            _lines("ONE", "two", "three", "four", "five"),
            _lines("one", "two", "three", "four", "FIVE"),
            _lines("ONE", "two", "three", "four", "FIVE"),
        ),
        (
            _lines("zero", "one", "two", "three", "four", "five"),
            _lines("one", "two", "three", "five", "six"),
            _lines("zero", "one", "two", "three", "five", "six"),
        ),
        # both made the same of it
        (_lines("one", "TWO", "three", "four", "five"),) * 3,
        # what was brought in already is not brought in again
        (
            _lines("ONE", "two", "three", "four", "FIVE"),
            _lines("one", "two", "three", "four", "FIVE"),
            _lines("ONE", "two", "three", "four", "FIVE"),
        ),
        # both deleted, and one a line more
        (_lines("one", "four", "five"), _lines("one", "three", "four", "five"), None),
    ],
)
def test_what_both_made_of_other_lines_is_in_one(mine: bytes, theirs: bytes, both: bytes | None) -> None:
    assert merged(BASE, mine, theirs) == both


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (_lines("one", "TWO", "three", "four", "five"), _lines("one", "zwei", "three", "four", "five")),
        (_lines("one", "three", "four", "five"), _lines("one", "TWO", "three", "four", "five")),
        (BASE + b"mine\n", BASE + b"theirs\n"),
        # lines side by side: which comes first is nobody's to guess
        (_lines("one", "TWO", "three", "four", "five"), _lines("one", "two", "THREE", "four", "five")),
        (BASE.replace(b"\n", b"\r\n"), _lines("one", "TWO", "three", "four", "five")),
        (b"", _lines("one", "TWO", "three", "four", "five")),
    ],
)
def test_where_both_changed_the_same_lines_there_is_nothing_in_one(mine: bytes, theirs: bytes) -> None:
    assert merged(BASE, mine, theirs) is None
    assert merged(BASE, theirs, mine) is None


def test_a_last_line_without_end_is_a_line_of_its_own() -> None:
    assert merged(b"a\nb\nc", b"A\nb\nc", b"a\nb\nc\n") == b"A\nb\nc\n"
