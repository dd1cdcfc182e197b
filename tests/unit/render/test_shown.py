import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Fix, MakeExecutable, Replace, Silenced, Silencer
from reprobridge_spec.location import Mark
from reprobridge_spec.render.shown import Shown, shown
from tests.unit.render.reports import FINDING
from tests.unit.render.test_report import changed, report
from tests.unit.rules.memory_artifact import MemoryFiles


def regions(data: bytes, *edits: tuple[int, int]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    fixes = [Replace(file="a", start=start, end=end, new=b"") for start, end in edits]
    found = report(changed(fix=Fix(what="Mend it.", edits=tuple(fixes))))
    places = shown(found, MemoryFiles({"a": data}, {}, set())).regions
    return [
        ((start.line, start.column), (end.line, end.column))
        for start, end in (places[fix] for fix in fixes if fix in places)
    ]


@pytest.mark.parametrize(
    ("data", "edit", "region"),
    [
        (b"abc", (0, 2), ((1, 1), (1, 3))),
        (b"abc", (3, 3), ((1, 4), (1, 4))),
        (b"ab\ncd\n", (3, 5), ((2, 1), (2, 3))),
        (b"ab\ncd\n", (1, 4), ((1, 2), (2, 2))),
        (b"ab\r\ncd", (4, 6), ((2, 1), (2, 3))),
        (b"ab\n", (3, 3), ((2, 1), (2, 1))),
        (b"", (0, 0), ((1, 1), (1, 1))),
        ("é😀x".encode(), (2, 6), ((1, 2), (1, 3))),
        (b"\xef\xbb\xbfabc\nd", (3, 6), ((1, 1), (1, 4))),
        (b"\xef\xbb\xbfabc\nd", (7, 8), ((2, 1), (2, 2))),
    ],
)
def test_an_edit_has_lines_and_columns(data: bytes, edit: tuple[int, int], region: object) -> None:
    assert regions(data, edit) == [region]


@given(st.text("ab\né😀", max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4))
def test_places_are_those_that_are_counted(text: str, edits: list[tuple[int, int]]) -> None:
    """Line and column count from one, in characters."""
    inside = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in edits]
    as_bytes = [(len(text[:start].encode()), len(text[:end].encode())) for start, end in inside]

    def place(index: int) -> tuple[int, int]:
        return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)

    assert regions(text.encode(), *as_bytes) == [(place(start), place(end)) for start, end in inside]


@pytest.mark.parametrize("data", ["a: 1\n".encode("utf-16"), b"\xfe\xff\0a"])
def test_edits_of_what_is_no_utf_8_have_no_place(data: bytes) -> None:
    assert regions(data, (0, 1)) == []


def test_edits_of_a_file_that_cannot_be_read_have_no_place() -> None:
    fix = Fix(what="Mend it.", edits=(Replace(file="a", start=0, end=0, new=b""), MakeExecutable(file="b")))
    assert shown(report(changed(fix=fix)), MemoryFiles({}, {"a": Kind.FILE}, set())).regions == {}


def test_silenced_findings_have_fingerprints_after_those_that_count() -> None:
    found = report(FINDING, silenced=(Silenced(finding=FINDING, by=Silencer.COMMENT, reason="r"),))
    one, other = shown(found, MemoryFiles({}, {}, set())).fingerprints
    assert other == f"{one}-2"


@pytest.mark.parametrize(
    ("folder", "file", "path"), [("", "a", "a"), ("b/c", "a", "b/c/a"), ("b", "", "b"), ("/b", "a", "/b/a")]
)
def test_a_path_begins_with_the_folder(folder: str, file: str, path: str) -> None:
    assert Shown(report=report(), folder=folder).path(file) == path


def test_another_process_can_be_handed_it() -> None:
    one = shown(report(FINDING), MemoryFiles({}, {}, set()), "a")
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 (our own bytes)
    assert one.regions == {}
    assert Mark(1, 1) == pickle.loads(pickle.dumps(Mark(1, 1)))  # noqa: S301 (the same)
