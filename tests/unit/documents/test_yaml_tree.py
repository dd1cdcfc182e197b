from typing import Any

import pytest

from reprobridge_spec.documents.yaml_tree import MAX_BYTES, MAX_DEPTH, MAX_VALUES, UnreadableError, read
from reprobridge_spec.location import Mark
from reprobridge_spec.model.scalars import Plain

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


def data(text: str) -> Any:
    return read(text.encode()).data


def refusal(document: bytes) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        read(document)
    return caught.value


@pytest.mark.parametrize(
    "written",
    [
        *["3.10", "11.0", "1.24.3", "1e400", "1e-4", "5e6", "1.0e-8", "0005747", "1_000", "0x1F", "0o17", ".inf"],
        *["no", "yes", "on", "Off", "y", "true", "True", "2024-02-30", "2024-05-01T10:00:00Z", "1:30", "09:30"],
        *["12:00:00", "nul", "a b", "http://x", "=", "+1", "a#b", "a:b"],
    ],
)  # fmt: skip
def test_an_unquoted_scalar_is_the_text_that_stands_there(written: str) -> None:
    value = data(f"key: {written}\n")["key"]
    assert value == written
    assert type(value) is Plain


@pytest.mark.parametrize("quoted", ['"3.10"', "'3.10'", "|-\n  3.10", ">-\n  3.10"])
def test_what_is_quoted_is_no_plain_scalar(quoted: str) -> None:
    value = data(f"key: {quoted}\n")["key"]
    assert (value, type(value)) == ("3.10", str)


@pytest.mark.parametrize("written", ["", "~", "null", "Null", "NULL"])
def test_null_is_nothing(written: str) -> None:
    assert data(f"key: {written}\n") == {"key": None}


@pytest.mark.parametrize("quoted", ['""', '"null"', "'~'"])
def test_a_quoted_null_is_a_text(quoted: str) -> None:
    assert data(f"key: {quoted}\n")["key"] == quoted[1:-1]


@pytest.mark.parametrize("written", ["3.10", "no", "null", "~", '"3.10"', "2024-02-30", "0005747"])
def test_a_key_is_the_text_that_stands_there(written: str) -> None:
    assert list(data(f"{written}: 1\n")) == [written.strip('"')]


def test_scalars_with_colons_stand_in_brackets() -> None:
    assert data("a: [doi:10.1/x, arxiv:1910.13051]\n") == {"a": ["doi:10.1/x", "arxiv:1910.13051"]}


@pytest.mark.parametrize("document", [b"", b"# nothing\n", b"---\n", b"---\n...\n", b"~"])
def test_an_empty_document_is_nothing(document: bytes) -> None:
    assert read(document).data is None


@pytest.mark.parametrize(
    "document",
    [
        b"\xef\xbb\xbfa: 1\n",
        "a: 1\n".encode("utf-16"),
        b"\xfe\xff" + "a: 1\n".encode("utf-16-be"),
        b"---\na: 1\n...\n",
        b"%YAML 1.2\n---\na: 1\n",
        b"a: 1\r\n",
        b"a:\t1\n",
        b"{a: 1}",
        b"a: ! 1\n",
    ],
)
def test_another_way_to_write_the_same_document(document: bytes) -> None:
    assert read(document).data == {"a": "1"}


@pytest.mark.parametrize(
    ("document", "word", "place"),
    [
        (b"a: &x 1\n", "anchors", Mark(1, 4)),
        (b"&x a: 1\n", "anchors", Mark(1, 1)),
        (b"a: &x []\n", "anchors", Mark(1, 4)),
        (b"a: *x\n", "aliases", Mark(1, 4)),
        (b"*x : 1\n", "aliases", Mark(1, 1)),
        (b"base: {}\nt1: {<<: {lr: 0.1}, seed: 1}\n", "merge keys", Mark(2, 6)),
        (b"base: &b {lr: 0.1}\nt1: {<<: *b, seed: 1}\n", "anchors", Mark(1, 7)),
        (b"a: !!str 3.10\n", "tag", Mark(1, 4)),
        (b"a: !!python/object/apply:os.system [ls]\n", "tag", Mark(1, 4)),
        (b"a: !mine {}\n", "tag", Mark(1, 4)),
        (b"a: 1\nb: 2\na: 3\n", "`a` stands twice", Mark(3, 1)),
        (b"train:\n  lr: 0.1\n  n: 32\n  epochs: 90\n\n  n: 256\neval:\n  n: 512\n", "`n` stands twice", Mark(6, 3)),
        (b'{a: 1, "a": 2}', "`a` stands twice", Mark(1, 8)),
        (b"? [a]\n: 1\n", "no text", Mark(1, 3)),
        (b"{{a: 1}: 2}", "no text", Mark(1, 2)),
        (b"a: 1\n---\nb: 2\n", "second document", Mark(2, 1)),
        (b"a: 1\n...\n---\n", "second document", Mark(3, 1)),
        (b"a: b: c\n", "no YAML", Mark(1, 5)),
        (b"a: [1, 2\nb: 1\n", "no YAML", Mark(2, 2)),
        (b"a:\n  b: 1\n c: 2\n", "no YAML", Mark(3, 2)),
        (b"a: %x\n", "no YAML", Mark(1, 4)),
        (b"a: `x`\n", "no YAML", Mark(1, 4)),
        (b'a: "x\n', "no YAML", None),
        (b"a: 1\nb: \xe9\n", "UTF-8", Mark(2, 4)),
        ("ä: 1\nb: é".encode() + b"\xe9\n", "UTF-8", Mark(2, 5)),
        (b"\xef\xbb\xbfa: 1\n\xed\xa0\x80: 2\n", "UTF-8", Mark(2, 1)),
        (b"\xff\xfea", "UTF-8", Mark(1, 1)),
        (b"\xff\xfe" + "a: 1\nb: ".encode("utf-16-le") + b"\x00\xd8x\x00", "UTF-8", Mark(2, 4)),
        (b"\xfe\xff" + "a: 1\nb: ".encode("utf-16-be") + b"\xdc\x00\x00x", "UTF-8", Mark(2, 4)),
        ("a: 1\n".encode("utf-16-le"), "U+0000", Mark(1, 2)),
    ],
)
def test_what_is_refused_is_named_with_its_place(document: bytes, word: str, place: Mark | None) -> None:
    error = refusal(document)
    assert word in str(error)
    assert error.advice.endswith(".")
    if place is not None:
        assert error.mark == place


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b", "\x7f", "\x80", "\ufffe", "\uffff"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    ("before", "place"),
    [
        ("", Mark(1, 1)),
        ("ä: 1\nk: 'é", Mark(2, 6)),
        ("a: 1\r\n# ", Mark(2, 3)),
        ("a: 'x\r x\u2028 x\x85 ", Mark(4, 2)),
        ("".join(f"k{number}: 'ä'\n" for number in range(3000)) + "x: ", Mark(3001, 4)),
    ],
    ids=["at once", "after letters of two bytes", "in a comment", "after other line breaks", "far below"],
)
def test_a_character_that_yaml_forbids_is_named_with_its_place(
    character: str, encoding: str, before: str, place: Mark
) -> None:
    error = refusal(f"{before}{character}x: {character}\n".encode(encoding))
    assert f"(U+{ord(character):04X})" in str(error)
    assert error.mark == place


@pytest.mark.parametrize("character", ["\t", "\x85", "\xa0", "\u2028", "\ufffd", "\U0001f600"])
def test_a_character_that_yaml_allows_is_read(character: str) -> None:
    assert "x" in data(f"a: 'x{character}x'\n")["a"]


def test_a_tab_in_the_indentation_is_named_in_the_advice() -> None:
    error = refusal(b"train:\n\tlr: 0.1\n")
    assert error.mark is not None
    assert (error.mark.line, "tab" in error.advice) == (2, True)


def test_a_bomb_of_aliases_is_refused_at_its_first_anchor() -> None:
    error = refusal(BOMB.encode())
    assert ("anchors" in str(error), error.mark) == (True, Mark(1, 4))


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 100_000])
def test_a_document_that_is_too_deep_is_refused(depth: int) -> None:
    assert "nest" in str(refusal(b"[" * depth + b"]" * depth))


def test_a_document_of_the_greatest_depth_is_read() -> None:
    value = read(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH).data
    for _ in range(MAX_DEPTH - 1):
        (value,) = value
    assert value == []


def test_a_document_of_too_many_values_is_refused() -> None:
    assert len(read(b"[" + b"1," * (MAX_VALUES - 1) + b"]").data) == MAX_VALUES - 1
    assert "values" in str(refusal(b"[" + b"1," * MAX_VALUES + b"]"))


def test_a_document_that_is_too_large_is_refused() -> None:
    assert read(b"a: " + b"x" * (MAX_BYTES - 3)).data
    assert "larger" in str(refusal(b"a: " + b"x" * (MAX_BYTES - 2)))


def test_every_value_has_its_place() -> None:
    tree = read(b'a:\n  - b: 1\n    c: [x, "y"]\nd: {e: f}\n')
    assert tree.key_mark(("a", 0, "c")) == Mark(3, 5)
    assert tree.value_mark(("a", 0, "c", 1)) == Mark(3, 12)
    assert tree.value_mark(("d", "e")) == Mark(4, 8)


def test_a_place_counts_characters() -> None:
    assert read("😀: {é: x}\n".encode()).key_mark(("😀", "é")) == Mark(1, 5)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("a", "b"), Mark(2, 3)),
        (("a", "b", 1), Mark(2, 10)),
        (("a", "missing"), Mark(1, 1)),
        (("a", "b", 9, "deeper"), Mark(2, 3)),
        (("missing",), Mark(1, 1)),
        ((), Mark(1, 1)),
    ],
)
def test_the_nearest_place_stands_for_what_is_not_there(path: tuple[str | int, ...], place: Mark) -> None:
    assert read(b"a:\n  b: [x, y]\n").mark(path) == place


def test_an_empty_document_has_no_place() -> None:
    assert read(b"").mark(("a",)) is None
