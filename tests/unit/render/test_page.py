"""Words of a stranger stay words, in Markdown and in LaTeX."""

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html
from markdown_it import MarkdownIt

from reprobridge_spec.render.page import Block, Commands, Facts, Heading, Items, Paragraph, Table, one_line, spans
from reprobridge_spec.render.page_latex import latex, tex
from reprobridge_spec.render.page_markdown import markdown

HOSTILE = (
    "\\input{/etc/passwd}",
    "\\write18{id} \\csname input\\endcsname{/etc/passwd}",
    "---",
    "***",
    "===",
    "- item",
    "+ item",
    "> quote",
    "1. one",
    "1) one",
    "# head",
    "{{ config }} {% raw %}",
    "a|b|c",
    "|---|",
    "two\nlines\r\nand\x85three\u2028four",
    "turned \u202eround\u202c, hidden \u200b",
    "<script>alert(1)</script> <!-- x --> &amp; &lt;",
    "![image](http://example.org/x) [link](javascript:alert) <http://example.org>",
    "www.example.org https://example.org/a_b me@example.org",
    "`code` ``two`` ```three``` `",
    "`a|b{{c}}` and ` x `",
    "**bold** _em_ ~~gone~~ $x^2$ %comment #1 & ~ ^ \" ' -- --- ?` !`",
    "Łódź Großmann Đorđe ąę 中文 αλΩ µ ≤ \N{MINUS SIGN} €",
    "\\",
    "\\end{verbatim}\\end{document}",
    "[x]: http://example.org",
    "    four spaces",
    "e\u0301 combined",
)
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.sampled_from("\\`*_[]<>&|~$^{}@#%-+=.!:/\"' \n1a\u202eé中"), max_size=40),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
)


def shown(text: str) -> str:
    """What a reader is to see."""
    return " ".join("".join(part for _, part in spans(text)).split())


def rendered(block: Block) -> html.HtmlElement:
    page = MarkdownIt("commonmark").enable("table").render(markdown([Paragraph("before"), block, Paragraph("after")]))
    return html.fromstring(f"<div>{page}</div>")


def seen(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


@given(TEXTS.filter(shown))
@example("1. one")
@example("a\\")
def test_a_paragraph_shows_the_text_and_nothing_else(text: str) -> None:
    page = rendered(Paragraph(text))
    assert [child.tag for child in page] == ["p", "p", "p"]
    assert {inner.tag for inner in page[1].iterdescendants()} <= {"code"}
    assert seen(page[1]) == shown(text)


@given(st.lists(TEXTS.filter(shown), min_size=1, max_size=4))
def test_each_item_is_one_item(texts: list[str]) -> None:
    page = rendered(Items(tuple(texts)))
    assert [child.tag for child in page] == ["p", "ul", "p"]
    assert [seen(item) for item in page[1]] == [shown(text) for text in texts]
    assert {inner.tag for inner in page[1].iterdescendants()} <= {"li", "code"}


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_no_cell_of_a_table_becomes_two(rows: list[tuple[str, str]]) -> None:
    page = rendered(Table(("one", "two"), tuple(rows)))
    assert [child.tag for child in page] == ["p", "table", "p"]
    cells = [[seen(cell) for cell in row] for row in page[1].iter("tr")]
    assert cells == [["one", "two"], *([shown(first), shown(second)] for first, second in rows)]


@given(st.lists(TEXTS, min_size=1, max_size=4))
@example(["```", "````` x", "{{ x }}", "</pre>"])
def test_commands_are_shown_as_they_are_typed(lines: list[str]) -> None:
    page = rendered(Commands(tuple(lines)))
    assert [child.tag for child in page] == ["p", "pre", "p"]
    assert page[1].text_content().rstrip("\n") == "\n".join(map(one_line, lines)).rstrip("\n")


@given(TEXTS)
def test_no_template_of_a_host_stands_in_the_page(text: str) -> None:
    blocks: list[Block] = [
        Heading(1, text),
        Paragraph(text),
        Items((text,)),
        Facts(((text, text),)),
        Table(("a",), ((text,),)),
    ]
    assert not re.search(r"\{\{|\{%|\{#", markdown([*blocks, Commands((text,))]))


_COMMANDS = {
    "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater", "textbar", "symbol", "texttt",
    "allowbreak", "rraletters", "leq", "geq", "approx", "neq", "infty", "surd", "cdot", "mu",
}  # fmt: skip


@given(TEXTS)
@example("\\input{/etc/passwd}")
def test_no_word_becomes_a_command_of_latex(text: str) -> None:
    written = tex(text)
    named = set(re.findall(r"\\([A-Za-z]+)", written))
    in_formulas = {name for name in named - _COMMANDS if f"$\\{name}$" in written}
    assert named <= _COMMANDS | in_formulas
    assert not re.search(r"(?<!\\)[%#&_~^]", written)
    bare = re.sub(r"\\[{}]", "", written)
    assert bare.count("{") == bare.count("}")


@pytest.mark.needs("pdflatex")
@pytest.mark.parametrize("options", ["", "twocolumn"])
def test_latex_sets_a_page_of_such_words(tmp_path: Path, options: str) -> None:
    lines = tuple(HOSTILE)
    page: list[Block] = [
        *(Heading(level, HOSTILE[0]) for level in (1, 2, 3)),
        *map(Paragraph, HOSTILE),
        Items(lines),
        Facts(tuple((line, line) for line in HOSTILE)),
        Commands(lines),
        Table(("one", "two"), tuple((line, line) for line in HOSTILE * 2)),
        Table(("none",), ()),
        Items(()),
    ]
    (tmp_path / "page.tex").write_text(latex(page), encoding="utf-8")
    document = rf"\documentclass[{options}]{{article}}\begin{{document}}\appendix\input{{page}}\end{{document}}"
    (tmp_path / "whole.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-no-shell-escape", "-interaction=nonstopmode", "whole.tex"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert ended.returncode == 0, ended.stdout[-2000:]
    assert "(/etc/passwd" not in ended.stdout


def test_letters_that_latex_has_not_stand_as_numbers_beside_themselves() -> None:
    assert tex("中 x") == r"\rraletters{中}{U+4E2D} x"
    assert tex("Łódź") == "Łódź"
    assert tex("αΩ") == r"$\alpha$$\Omega$"
