import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reprobridge_spec.findings import RulesLeftOut
from reprobridge_spec.render.markdown import document, escaped, sentence
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.render.text import printable
from tests.unit.render.reports import FINDING, NASTY, REPAIRABLE, SILENCED, SKIPPED, reports, shown_with, words
from tests.unit.render.test_report import changed

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def read(*many: Shown) -> list[Any]:
    return READER.parse("\n".join(document(many)))


def inline(tokens: list[Any]) -> list[Any]:
    return [child for token in tokens for child in token.children or ()]


def said(tokens: list[Any]) -> str:
    return "".join(child.content for child in inline(tokens) if child.type in {"text", "code_inline"})


def test_a_finding_is_a_row_and_its_code_leads_to_what_the_rule_is_about() -> None:
    lines = list(document([shown_with(FINDING, folder="papers/one")]))
    assert (
        "| <code>papers/one/env/requirements&#46;lock:2:5</code>".replace("&#46;", ".")
        + " | error | [RRE002](#rre002-lock-drift) lock-drift | six is not locked | Run <code>rrspec lock</code>. |"
    ) in lines
    assert "### RRE002 lock-drift" in lines


def test_what_can_be_repaired_is_said() -> None:
    assert any(line.endswith('Write "3.10". (`--fix` does it) |') for line in document([shown_with(REPAIRABLE)]))


def test_what_does_not_count_or_look_has_lists_of_its_own() -> None:
    one = shown_with(
        silenced=(SILENCED,), not_checked=(SKIPPED,), left_out=RulesLeftOut(words=("RRP002",)), upcoming=(FINDING,) * 12
    )
    lines = list(document([one]))
    for head in ("Silenced, not counted:", "Not checked:", "Left out:", "Next, for levels above executed:"):
        assert lines[lines.index(head) + 2].startswith("- ")
    assert "- and 2 more" in lines
    assert not any(line.startswith("|") for line in lines)


def test_artifacts_have_a_table_each_and_rules_are_told_once() -> None:
    tokens = read(shown_with(FINDING, artifact="a"), shown_with(FINDING, FINDING, artifact="b"))
    assert sum(token.type == "table_open" for token in tokens) == 2
    assert said(tokens).count("rrspec explain RRE002") == 1


@pytest.mark.parametrize("text", NASTY)
def test_words_mean_themselves(text: str) -> None:
    shown = printable(text)
    tokens = READER.parse(f"x {escaped(text)} y")
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert said(tokens) == f"x {shown} y"


@settings(max_examples=80, deadline=None)
@given(words)
def test_no_words_are_markup(text: str) -> None:
    """A stranger's text must not break tables, and injects neither HTML nor Markdown nor mentions."""
    for written in (escaped(text), sentence(text)):
        tokens = READER.parse(f"| a |\n|---|\n| x{written} |\n")
        assert sum(token.type == "td_open" for token in tokens) == 1
        for child in inline(tokens):
            assert child.type in {"text", "html_inline"}
            assert child.type == "text" or child.content in {"<code>", "</code>"}
        for visible in re.sub(r"<code>.*?</code>", "\0", written).split("\0"):
            assert not re.search(r"[@#<>\[\]`*_|!\\]\w?|https?:|www\.", re.sub(r"&#[0-9]+;", "", visible))


@settings(max_examples=10, deadline=None)
@given(st.lists(reports(), max_size=2))
def test_a_report_of_strangers_has_the_shape_of_any_report(many: list[Shown]) -> None:
    tokens = read(*many)
    rows = sum(len(one.report.findings) for one in many)
    tables = sum(bool(one.report.findings) for one in many)
    assert sum(token.type == "tr_open" for token in tokens) == rows + tables
    assert sum(token.type == "td_open" for token in tokens) == 5 * rows
    assert {token.type for token in tokens} & {"html_block", "code_block", "hr", "blockquote_open"} == set()
    links = [child.attrs["href"] for child in inline(tokens) if child.type == "link_open"]
    assert len(links) == rows
    assert all(link.startswith("#rr") for link in links)
    assert not any(child.type == "image" for child in inline(tokens))


@pytest.mark.parametrize("name", ["@octocat", "a @octocat", "#12", "octo/cat#12", "GH-12", "octo/cat@0123abc"])
def test_nobody_is_called_and_no_issue_is_named(name: str) -> None:
    assert not re.search(
        r"@\w|#\w|GH-[0-9]", re.sub(r"&#[0-9]+;", "", re.sub(r"<code>.*?</code>", "\0", escaped(name)))
    )
    assert said(READER.parse(escaped(name))) == name


def test_an_empty_place_is_no_code() -> None:
    assert any(line.startswith("|  | error |") for line in document([shown_with(changed(file="", mark=None))]))
