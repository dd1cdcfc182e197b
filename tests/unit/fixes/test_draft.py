from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.findings import Finding, Fix, MakeExecutable, Replace, Severity
from reprobridge_spec.fixes.draft import Draft
from tests.unit.rules.memory_artifact import MemoryFiles

Edit = Replace | MakeExecutable


def finding(*edits: Edit) -> Finding:
    return Finding(
        rule="RRM007",
        name="unquoted-text",
        severity=Severity.WARNING,
        message="m",
        advice="A.",
        file="a",
        fix=Fix(what="Mend it.", edits=edits),
    )


def replace(start: int, end: int, new: bytes, file: str = "a") -> Replace:
    return Replace(file=file, start=start, end=end, new=new)


def draft_of(contents: dict[str, bytes], kinds_of: dict[str, Kind] | None = None) -> Draft:
    return Draft(MemoryFiles(contents, kinds_of or {}, set()))


def repaired(text: bytes, repairs: Sequence[Sequence[Edit]]) -> tuple[bytes, list[int]]:
    """The text after repairs, and which of them were made."""
    draft = draft_of({"a": text})
    findings = [finding(*edits) for edits in repairs]
    made = draft.repair(findings)
    return draft.read("a", 100), [index for index, one in enumerate(findings) if any(one is other for other in made)]


@pytest.mark.parametrize(
    ("repairs", "text", "made"),
    [
        ([[replace(0, 1, b"X")]], b"Xbcdef", [0]),
        ([[replace(4, 5, b"YY")], [replace(0, 1, b"XX")]], b"XXbcdYYf", [0, 1]),
        ([[replace(0, 2, b"X")], [replace(2, 4, b"Y")]], b"XYef", [0, 1]),
        ([[replace(0, 3, b"X")], [replace(2, 4, b"Y")]], b"Xdef", [0]),
        ([[replace(2, 4, b"Y")], [replace(0, 3, b"X")]], b"abYef", [0]),
        ([[replace(1, 5, b"X")], [replace(2, 3, b"Y")]], b"aXf", [0]),
        ([[replace(2, 3, b"Y")], [replace(1, 5, b"X")]], b"abYdef", [0]),
        ([[replace(2, 2, b"X")], [replace(2, 2, b"Y")]], b"abXcdef", [0]),
        ([[replace(2, 2, b"X")], [replace(2, 4, b"Y")]], b"abXcdef", [0]),
        ([[replace(6, 6, b"X")]], b"abcdefX", [0]),
        ([[replace(0, 6, b"")]], b"", [0]),
        ([[replace(0, 1, b"X"), replace(5, 6, b"Z")], [replace(5, 6, b"Y")]], b"XbcdeZ", [0]),
        ([[replace(5, 6, b"Y")], [replace(0, 1, b"X"), replace(5, 6, b"Z")]], b"abcdeY", [0]),
        ([[replace(0, 2, b"X"), replace(1, 3, b"Y")]], b"abcdef", []),
        ([[replace(3, 2, b"X")]], b"abcdef", []),
        ([[replace(5, 7, b"X")]], b"abcdef", []),
        ([[replace(-1, 2, b"X")]], b"abcdef", []),
        ([[replace(0, 1, b"X"), replace(0, 1, b"X", "not-there")]], b"abcdef", []),
        ([[]], b"abcdef", []),
        ([[replace(0, 1, b"X")], [replace(0, 1, b"X")]], b"Xbcdef", [0]),
    ],
)
def test_repairs_are_made_whole_and_the_first_of_two_that_meet(
    repairs: list[list[Edit]], text: bytes, made: list[int]
) -> None:
    assert repaired(b"abcdef", repairs) == (text, made)


@given(
    st.binary(min_size=1, max_size=30),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.binary(max_size=3)), max_size=6),
)
def test_bytes_outside_of_repairs_stay(text: bytes, edits: list[tuple[int, int, bytes]]) -> None:
    """Everything that no repair names is the same, byte for byte."""
    repairs = [[replace(min(a, b), max(a, b), new)] for a, b, new in edits]
    after, made = repaired(text, repairs)
    kept = sorted((repairs[index][0] for index in made), key=lambda edit: edit.start)
    for edit in kept:
        assert after.startswith(text[: edit.start] + edit.new) or edit is not kept[0]
    expected = bytearray(text)
    for edit in reversed(kept):
        expected[edit.start : edit.end] = edit.new
    assert after == bytes(expected)
    for one, other in pairwise(kept):
        assert one.end <= other.start


def test_later_repairs_build_on_earlier_ones_and_the_first_bytes_are_kept() -> None:
    draft = draft_of({"a": b"abc"})
    draft.repair([finding(replace(0, 1, b"long"))])
    draft.repair([finding(replace(0, 4, b"X"))])
    change = draft.changes["a"]
    assert (change.before, change.after) == (b"abc", b"Xbc")


def test_a_file_becomes_executable() -> None:
    draft = draft_of({"a": b"abc", "b": b""})
    draft.repair([finding(MakeExecutable(file="b")), finding(replace(0, 1, b""))])
    assert draft.entries["b"].executable
    assert draft.entries["a"] == Entry(Kind.FILE, 2, executable=False)
    draft.repair([finding(replace(0, 0, b"x", "b"))])
    assert draft.changes["b"].executable


@pytest.mark.parametrize("kind", [Kind.LINK, Kind.OTHER])
def test_what_is_no_plain_file_is_left_alone(kind: Kind) -> None:
    draft = draft_of({"a": b"abc"}, {"a": kind})
    assert draft.repair([finding(replace(0, 1, b"X")), finding(MakeExecutable(file="a"))]) == []
    assert draft.changes == {}


def test_what_cannot_be_read_is_left_alone() -> None:
    draft = Draft(MemoryFiles({"a": b"abc"}, {}, {"a"}))
    assert draft.repair([finding(replace(0, 1, b"X"))]) == []


@pytest.mark.parametrize("text", ["a: 3.10\n".encode("utf-16"), b"\xfe\xff\0a"])
def test_a_text_in_utf_16_is_left_alone(text: bytes) -> None:
    assert repaired(text, [[replace(0, 2, b"X")]]) == (text, [])


def test_it_reads_as_what_it_would_be() -> None:
    draft = draft_of({"a": b"abc", "b": b"b"})
    before = draft.sha256("a")
    draft.repair([finding(replace(0, 3, b"longer"))])
    assert draft.read("a", 6) == b"longer"
    assert draft.read("b", 6) == b"b"
    assert draft.sha256("a") != before
    assert draft.sha256("b") == draft_of({"b": b"b"}).sha256("b")
    with pytest.raises(ValueError, match="longer than 5"):
        draft.read("a", 5)


class Changing(MemoryFiles):
    """A file that is written to while it is looked at."""

    def read(self, path: str, limit: int) -> bytes:
        data = super().read(path, limit)
        self._contents[path] += b"!"
        return data


def test_what_is_no_longer_what_was_looked_at_is_refused() -> None:
    draft = Draft(Changing({"a": b"abc"}, {}, set()))
    draft.read("a", 100)
    with pytest.raises(NotDoneError, match="changed while"):
        draft.repair([finding(replace(0, 1, b"X"))])
