import pytest

from reprobridge_spec.report.markup import LONGEST, Html, attribute, join, prose, tag, text

HIDDEN = {
    "escape": ("\x1b[31m", '<span class="mark">ESC</span>[31m'),
    "nul": ("a\x00b", 'a<span class="mark">NUL</span>b'),
    "override": ("a\u202eb", 'a<span class="mark">U+202E</span>b'),
    "isolate": ("\u2066x", '<span class="mark">U+2066</span>x'),
    "zero-width": ("pass\u200bword", 'pass<span class="mark">U+200B</span>word'),
    "byte-order mark": ("\ufeffx", '<span class="mark">U+FEFF</span>x'),
    "tag character": ("\U000e0041", '<span class="mark">U+E0041</span>'),
    "line separator": ("a\u2028b", 'a<span class="mark">U+2028</span>b'),
    "surrogate": ("\udce9", '<span class="mark">U+DCE9</span>'),
    "private use": ("\ue000", '<span class="mark">U+E000</span>'),
    "carriage return": ("a\rb", 'a<span class="mark">CR</span>b'),
}


@pytest.mark.parametrize(("value", "shown"), HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_could_see_stands_as_a_mark(value: str, shown: str) -> None:
    assert text(value) == shown
    assert text(value).encode()


@pytest.mark.parametrize("value", ["", "plain", "Ångström, 数据 🙂", "a\tb\nc", "non\u00a0breaking"])
def test_what_a_reader_sees_stays(value: str) -> None:
    assert text(value) == value


@pytest.mark.parametrize("value", ["<script>", "</style>", "&amp;", "<!-- x", "<svg/onload=x>"])
def test_no_text_is_markup(value: str) -> None:
    assert "<" not in text(value)
    assert text(value).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == value


def test_markup_inside_a_text_with_hidden_characters_is_escaped_too() -> None:
    assert text("<b>\u200b</b>") == '&lt;b&gt;<span class="mark">U+200B</span>&lt;/b&gt;'


def test_a_long_text_is_cut_and_says_how_long_it_is() -> None:
    shown = text("x" * 1_000_000)
    assert len(shown) < LONGEST + 100
    assert shown.endswith('<span class="cut"> … cut here: 1,000,000 characters</span>')


@pytest.mark.parametrize("value", ['" onload="x', "'><script>", "\u202e", "a\x00b"])
def test_an_attribute_ends_where_it_should(value: str) -> None:
    shown = attribute(value)
    assert not set('"<>\x00\u202e') & set(shown)


def test_an_element_escapes_its_texts_and_keeps_its_elements() -> None:
    made = tag("p", "a < b", tag("b", "&"), None, class_="x", data_sort="1", hidden=True, id=None, lang=False)
    assert made == '<p class="x" data-sort="1" hidden>a &lt; b<b>&amp;</b></p>'


def test_what_is_joined_is_escaped_too() -> None:
    assert join(["<", tag("br"), None, ">"], " & ") == "&lt; &amp; <br> &amp; &gt;"


def test_what_was_markup_may_be_joined_and_stays() -> None:
    assert isinstance(join([Html("<b>"), Html("</b>")]), Html)


PROSE = {
    "code": ("run `a<b` now", "run <code>a&lt;b</code> now"),
    "none": ("no code", "no code"),
    "one backquote": ("it`s `a`", "it`s `a`"),
    "empty code": ("a `` b", "a  b"),
    "markup in code": ("`</code><script>`", "<code>&lt;/code&gt;&lt;script&gt;</code>"),
}


@pytest.mark.parametrize(("value", "shown"), PROSE.values(), ids=PROSE)
def test_what_stands_between_backquotes_is_code(value: str, shown: str) -> None:
    assert prose(value) == shown


def test_long_prose_is_cut_too() -> None:
    assert "cut here: 200,004 characters" in prose("`a` " + "y" * 200_000)
