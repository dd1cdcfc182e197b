import pytest

from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.yaml_text import yaml_string
from reprobridge_spec.scaffold.escape import markdown_line, plain_line

HARD = {
    "empty": "",
    "quotes": "\"both\" and 'both'",
    "backslashes": "C:\\new\\\\",
    "comment": "a # b",
    "mapping": "a: b",
    "flow": "{a: [b, c]}",
    "lines": "one\ntwo\r\nthree\tfour",
    "document end": "\n...\n---\n",
    "directive": "%YAML 1.1",
    "anchor": "&a *a !!python/object/apply:os.system",
    "line separators": "a\u0085b\u2028c\u2029d",
    "controls": "\x00\x07\x1b[31m\x7f",
    "byte order mark": "\ufeffa\ufffe\uffff",
    "right to left": "\u202eesrever",
    "beyond U+FFFF": "😀 \U000e0001 \U0010ffff",
    "number": "1e400",
    "truth": "no",
    "blank ends": "  a  ",
}


@pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
def test_a_yaml_string_is_read_as_the_text(text: str) -> None:
    assert yaml_tree.read(f"title: {yaml_string(text)}\n".encode()).data == {"title": text}


@pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
def test_a_yaml_string_is_one_line_that_can_be_seen(text: str) -> None:
    assert yaml_string(text).isprintable()


def test_a_yaml_string_leaves_what_can_be_seen_as_it_is() -> None:
    assert yaml_string("Größe 数 ±") == '"Größe 数 ±"'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("one\n\n# two", "one # two"),
        ("one\r\n\ttwo", "one two"),
        ("a\u2028b\u0085c", "a b c"),
        (" \x00a\x1b[31m ", "a[31m"),
        ("\u202eabc", "abc"),
        ("<!-- the rest", "\\<!-- the rest"),
        ("{{ 7*7 }} $x$", "{{ 7*7 }} $x$"),
        ("क\u200dष", "क\u200dष"),
        # letters that no Unicode has yet, or of a font of one's own
        ("\U00018fff \ue000", "\U00018fff \ue000"),
    ],
)
def test_a_markdown_line_is_one_line_without_what_cannot_be_seen(text: str, line: str) -> None:
    assert markdown_line(text) == line


@pytest.mark.parametrize(
    ("text", "line"), [("one\n# two", "one # two"), ("a\x0bb\x1b[0m", "a b[0m"), ("<!-- a", "<!-- a")]
)
def test_a_plain_line_is_one_line_as_it_was_typed(text: str, line: str) -> None:
    assert plain_line(text) == line
