"""Configurations of code are read for what can go wrong in them, whatever stands there, and in little time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.config_file import ConfigFile, Form, form_of
from reprobridge_spec.documents.config_reader import read
from reprobridge_spec.location import Mark


def unreadable(text: str, form: Form) -> str:
    """Why a file cannot be read; empty where it can."""
    config = read(text.encode(), form)
    return config.unreadable.message if config.unreadable else ""


def twice(text: str, form: Form) -> list[tuple[str, str, int, int]]:
    """Key, owner, first and second line of each key that stands twice."""
    return [(one.key, one.owner, one.first, one.mark.line) for one in read(text.encode(), form).twice]


@pytest.mark.parametrize(
    ("path", "form"),
    [("a.yaml", Form.YAML), ("b/A.YML", Form.YAML), ("a.json", Form.JSON), ("a.b.toml", Form.TOML), ("a.txt", None)],
)
def test_a_form_is_told_by_the_ending(path: str, form: Form | None) -> None:
    assert form_of(path) is form


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a:\n\tb: 1\n", "is no YAML: a line is indented by a tab"),
        ("a: 'b\n", "is no YAML"),
        ("a: *b\n", "names `*b`, and no `&b` stands before it"),
        ("a: &b 1\n---\nc: *b\n", "names `*b`"),
        ("a: \x07\n", "holds a character that YAML does not allow"),
        ("[" * 300, "is nested deeper than 200"),
        ("- " * 300, "is nested deeper than 200"),
        ("{a: " * 300, "is nested deeper than 200"),
        ("x0: &x0 [1]\n" + "".join(f"x{n + 1}: &x{n + 1} [{', '.join([f'*x{n}'] * 9)}]\n" for n in range(9)), "200000"),
    ],
)
def test_yaml_that_no_reader_reads(text: str, said: str) -> None:
    assert said in unreadable(text, Form.YAML)


@pytest.mark.parametrize(
    "text",
    ["", "# c\n", "a: {{ x }}\n", "{% if a %}\nb: 1\n", "a: &a [1]\nb: *a\n", "a: !x {b: 1}\n", "a: 1\n---\nb\n"],
)
def test_yaml_that_can_be_read_or_is_a_template(text: str) -> None:
    assert read(text.encode(), Form.YAML).unreadable is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,}', "is no JSON"),
        ("{'a': 1}", "double quotes"),
        ('{"a": 1', "is no JSON"),
        ('{"a": 1}}', "Extra data"),
        (" ", "is no JSON"),
        ("[" * 100_000, "is nested deeper than 200"),
        ('{"a":' * 100_000, "is nested deeper than 200"),
    ],
)
def test_json_that_no_reader_reads(text: str, said: str) -> None:
    assert said in unreadable(text, Form.JSON)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}\n{"b": 2}\n',
        ' {"a": 1}\n\n{\n"b": 2}\n',
        '{"a": 1, // c\n "b": [2,],}',
        '/* c */ {"a": "http://x"}',
        '{"a": {{ b }}}',
        "version https://git-lfs.github.com/spec/v1\n",
        '\ufeff{"a": NaN}',
    ],
)
def test_json_that_has_a_reader_of_its_own(text: str) -> None:
    assert unreadable(text, Form.JSON) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = tru\n", "is no TOML"),
        ("[a\n", "is no TOML"),
        ("a = " + "[" * 3000, "is nested deeper than 200"),
        ("a.b = 1\n[a]\nb = 2\n", "is no TOML"),
        ("a = 'b\x07'\n", "is no TOML"),
    ],
)
def test_toml_that_no_reader_reads(text: str, said: str) -> None:
    assert said in unreadable(text, Form.TOML)


@pytest.mark.parametrize("text", ["a." * 1500 + "b = 1\n", "a = [\n" * 20_000, "a = 1\r\n[b]\r\n"])
def test_toml_that_is_data_or_made_to_cost_time_is_left_alone(text: str) -> None:
    assert read(text.encode(), Form.TOML) == ConfigFile()


@pytest.mark.parametrize(
    ("data", "mark"),
    [(b"a: caf\xe9", Mark(1, 7)), (b"a: 1\nb: \xff", Mark(2, 4)), ("a: 1".encode("utf-16"), Mark(1, 1))],
)
def test_another_encoding_than_utf8_is_told_with_its_place(data: bytes, mark: Mark) -> None:
    found = read(data, Form.YAML).unreadable
    assert found is not None
    assert (found.message, found.mark) == ("is not UTF-8", mark)


@pytest.mark.parametrize(
    ("text", "form", "found"),
    [
        ("a: 1\na: 2\n", Form.YAML, [("a", "", 1, 2)]),
        ("t:\n  a: 1\n  b: {a: 1}\n  a: 2\n", Form.YAML, [("a", "t", 2, 4)]),
        ("a: 1\n'a': 2\n", Form.YAML, [("a", "", 1, 2)]),
        ("a: 1\na: 2\na: 3\n", Form.YAML, [("a", "", 1, 2), ("a", "", 1, 3)]),
        ('{"a": 1,\n "a": 2}', Form.JSON, [("a", "", 1, 2)]),
        ('{"a": {"b": 1,\n"\\u0062": 2}}', Form.JSON, [("b", "a", 1, 2)]),
        ('{"a": 1}\n{"b": 1,\n "b": 2}', Form.JSON, [("b", "", 2, 3)]),
        ('// c\n{"a": 1, // d\n "a": 2}', Form.JSON, [("a", "", 2, 3)]),
        ("a = 1\n\na = 2\n", Form.TOML, [("a", "", 1, 3)]),
        ("[t]\na = 1\nb = 2\na = 3\n", Form.TOML, [("a", "t", 2, 4)]),
        ("[t]\na = 1\n[t]\n", Form.TOML, [("t", "", 1, 3)]),
        ("a = {b = 1, b = 2}\n", Form.TOML, [("b", "", 1, 1)]),
        ("a: {b: 1}\nc: {b: 1}\n", Form.YAML, []),
        ("1: a\n'1': b\n", Form.YAML, []),
        ("a: &a {b: 1}\nc: {<<: *a, <<: *a}\n", Form.YAML, []),
        ('{"a": "a", "b": {"a": ":"}}', Form.JSON, []),
        ('{"//": 1, "//": 2}', Form.JSON, []),
    ],
)
def test_a_key_that_stands_twice(text: str, form: Form, found: list[tuple[str, str, int, int]]) -> None:
    assert twice(text, form) == found


def test_what_stands_before_a_fault_is_found_all_the_same() -> None:
    config = read(b"a: 1\na: 1e-4\nb: [\n", Form.YAML)
    assert config.unreadable is not None
    assert [one.key for one in config.twice] == ["a"]
    assert [scalar.text for scalar in config.scalars] == ["1", "1e-4"]


def test_a_scalar_knows_its_key_and_the_mapping_around_it() -> None:
    text = b"1: 2\nt:\n  a: 3\n  l: [4, {b: 5}]\n  q: '6'\n  k: !!str 7\n- 8\n"
    scalars = read(text.partition(b"- 8")[0], Form.YAML).scalars
    assert [(one.text, one.key, one.owner, one.is_key, one.is_entry) for one in scalars] == [
        ("1", "1", "", True, False),
        ("2", "1", "", False, False),
        ("t", "t", "", True, False),
        ("3", "a", "t", False, False),
        ("4", "l", "l", False, True),
        ("5", "b", "l", False, False),
    ]


def test_a_scalar_has_its_place() -> None:
    assert [one.mark for one in read("é: 1\n  \n😀: [a, 2]\n".encode(), Form.YAML).scalars] == [Mark(1, 4), Mark(3, 8)]


@given(st.binary(max_size=60), st.sampled_from(Form))
def test_whatever_stands_there_is_read(data: bytes, form: Form) -> None:
    assert isinstance(read(data, form), ConfigFile)


@given(st.text(alphabet="{}[]\":,\\/*\n ab1=.#&*!|>-\t'", max_size=40), st.sampled_from(Form))
def test_whatever_looks_like_a_configuration_is_read(text: str, form: Form) -> None:
    assert isinstance(read(text.encode(), form), ConfigFile)
