import pytest

from reprobridge_spec.scaffold.values import Values, fault_in_id, fault_in_names, fault_in_text, id_like

BAD_IDS = {
    "": "is empty",
    ".": "is not small letters",
    "..": "is not small letters",
    "../x": "is not small letters",
    "/abs": "is not small letters",
    "a/b": "is not small letters",
    "a\\b": "is not small letters",
    "C:x": "is not small letters",
    "-a": "is not small letters",
    "a-": "is not small letters",
    "a--b": "is not small letters",
    "A": "is not small letters",
    "a b": "is not small letters",
    "a\n": "is not small letters",
    "a.b": "is not small letters",
    "é": "is not small letters",
    "\N{ARABIC-INDIC DIGIT ONE}": "is not small letters",  # a digit to Python's `\\d`
    "{{7*7}}": "is not small letters",
    "~": "is not small letters",
    "a" * 101: "is longer than 100",
    "con": "is a name that Windows reserves",
    "nul": "is a name that Windows reserves",
    "lpt9": "is a name that Windows reserves",
}


@pytest.mark.parametrize(("text", "fault"), BAD_IDS.items())
def test_what_is_no_id_is_said_why(text: str, fault: str) -> None:
    found = fault_in_id(text)
    assert found is not None
    assert found.startswith(fault)


@pytest.mark.parametrize("text", ["a", "7", "rocket-ucr", "2026-01-01", "no", "console", "a" * 100])
def test_small_letters_digits_and_single_hyphens_are_an_id(text: str) -> None:
    assert fault_in_id(text) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is empty"),
        (" \t\n", "is empty"),
        ("\u2003", "is empty"),
        ("half \ud83d", "holds half of a character, which UTF-8 cannot write"),
        ("\u202eevil", "holds U+202E (RIGHT-TO-LEFT OVERRIDE), which nobody can see"),
        ("a\u2066b", "holds U+2066 (LEFT-TO-RIGHT ISOLATE), which nobody can see"),
        ("\ufeffTitle", "holds U+FEFF (ZERO WIDTH NO-BREAK SPACE), which nobody can see"),
        ("soft\u00adhyphen", "holds U+00AD (SOFT HYPHEN), which nobody can see"),
        ("a\u200bb", "holds U+200B (ZERO WIDTH SPACE), which nobody can see"),
        ("\x1b[31mred", "holds U+001B, which nobody can see"),
        ("\x00", "holds U+0000, which nobody can see"),
        ("\x7f", "holds U+007F, which nobody can see"),
    ],
)
def test_a_text_that_cannot_stand_in_a_document_is_said_why(text: str, fault: str) -> None:
    assert fault_in_text(text) == fault


@pytest.mark.parametrize("text", ["{{ 7*7 }}", '"', "a\tb\n", "क\u200dष", "😀", "Größe 数 ±", "a\u00a0b", "\ue000"])
def test_any_other_text_can_stand(text: str) -> None:
    assert fault_in_text(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("My Paper!", "my-paper"), ("rocket_ucr", "rocket-ucr"), ("数", None), ("..", None), ("CON", None), ("", None)],
)
def test_the_nearest_id_of_a_text(text: str, expected: str | None) -> None:
    assert id_like(text) == expected


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("", []),
        (" ; ", []),
        ("Ada Example", ["Ada Example"]),
        ("Example, Ada; Ben", ["Example, Ada", "Ben"]),
        (";a;;b;", ["a", "b"]),
    ],
)
def test_names_stand_between_semicolons(authors: str, names: list[str]) -> None:
    values = Values(id="x", title="t", paper_title="p", authors=authors, license="MIT")
    assert values.names == names
    assert values.holders == (", ".join(names) or "The authors of x")


@pytest.mark.parametrize(
    ("text", "fault"), [("", None), ("Ada", None), ("\ud800", "holds half of a character"), ("\u202eA", "holds U+202E")]
)
def test_no_names_are_names_too(text: str, fault: str | None) -> None:
    found = fault_in_names(text)
    assert (found or "").startswith(fault or "")
    assert (found is None) == (fault is None)
