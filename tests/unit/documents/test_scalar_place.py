import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.scalar_place import ScalarPlace, ScalarPlaces
from reprobridge_spec.documents.yaml_tree import read
from reprobridge_spec.location import Mark


def found(data: bytes, path: tuple[str | int, ...], *, key: bool = False) -> bytes | None:
    """The bytes that are found for the scalar at `path`."""
    tree = read(data)
    value = tree.data
    for step in path:
        value = value[step]
    text, mark = (str(path[-1]), tree.key_mark(path)) if key else (value, tree.value_mark(path))
    assert mark is not None
    place = ScalarPlaces(data).find(mark, text)
    return data[place.start : place.end] if place else None


@pytest.mark.parametrize(
    ("document", "written"),
    [
        ("a: 3.10\n", "3.10"),
        ("a: 3.10", "3.10"),
        ("a: 3.10   # so\n", "3.10"),
        ("a:\n  3.10\n", "3.10"),
        ("a: 3.10\r\nb: 1\r\n", "3.10"),
        ("x: 1\ra: 3.10\rb: 1\r", "3.10"),
        ("x: é😀\na: 3.10\n", "3.10"),
        ("é😀: 1\na: é😀\n", "é😀"),
        ("{x: é, a: 3.10}", "3.10"),
        ("{a: 3.10}", "3.10"),
        ("a: '3.10'\n", "'3.10'"),
        ('a: "3.10" # so\n', '"3.10"'),
        ('a: "b c"\n', '"b c"'),
        ("\ufeffa: 3.10\n", "3.10"),
        ("%YAML 1.2\n---\na: 3.10\n...\n", "3.10"),
        ("x: 'a\u2028b'\na: 3.10\n", "3.10"),
        ("x: 'a\x85b'\na: 3.10\n", "3.10"),
    ],
)
def test_a_scalar_is_found_in_its_bytes(document: str, written: str) -> None:
    assert found(document.encode(), ("a",)) == written.encode()


@pytest.mark.parametrize("document", ["3.10: 1\n", "? 3.10\n: 1\n", "{3.10: 1}", "'3.10': 1\n", '"3.10" : 1'])
def test_a_key_is_found(document: str) -> None:
    written = found(document.encode(), ("3.10",), key=True)
    assert written is not None
    assert written.strip(b"'\"") == b"3.10"


@pytest.mark.parametrize(
    "document",
    [
        "a: b\n  c\n",
        'a: "b\\tc"\n',
        "a: 'it''s'\n",
        'a: "b\n  c"\n',
        "a: |\n  3.10\n",
        "a: >-\n  3.10\n",
        "a: ! 3.10\n",
        "a: ''\n",
        'a: "\\x33.10"\n',
        "a: 'b\u2028c'\n",
    ],
)
def test_what_is_not_written_as_it_reads_is_not_found(document: str) -> None:
    assert found(document.encode(), ("a",)) is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_in_what_is_no_utf_8_nothing_is_found(encoding: str) -> None:
    data = ("\ufeff" if encoding == "utf-16-le" else "").encode(encoding) + "é: 3.10\n".encode(encoding)
    assert ScalarPlaces(data).find(Mark(1, 4), "3.10") is None


@pytest.mark.parametrize("mark", [Mark(0, 1), Mark(9, 1), Mark(1, 99), Mark(1, 1)])
def test_where_it_does_not_stand_it_is_not_found(mark: Mark) -> None:
    assert ScalarPlaces(b"a: 3.10\n").find(mark, "3.10") is None


def test_looking_back_finds_the_same() -> None:
    data = "é: [1.0, é, 2.0]\n".encode()
    places = ScalarPlaces(data)
    later, sooner = places.find(Mark(1, 13), "2.0"), places.find(Mark(1, 5), "1.0")
    assert sooner == ScalarPlace(5, 8)
    assert later is not None
    assert data[later.start : later.end] == b"2.0"


_BREAKS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\n# é\n"])


@given(
    entries=st.lists(st.tuples(st.text("aé😀", min_size=1, max_size=5), _BREAKS), min_size=1, max_size=6),
    bom=st.booleans(),
)
def test_every_entry_of_a_list_is_found(entries: list[tuple[str, str]], *, bom: bool) -> None:
    """A value's line and column are those of the reader, whatever ends its lines."""
    data = (("\ufeff" if bom else "") + "".join(f"- {text}{end}" for text, end in entries)).encode()
    for index, (text, _) in enumerate(entries):
        assert found(data, (index,)) == text.encode()
