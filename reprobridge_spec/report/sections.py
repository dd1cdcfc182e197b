"""Parts that sections share: a heading with its anchor, a list of facts, a table in a box that scrolls by itself."""

from collections.abc import Iterable, Sequence

from reprobridge_spec.report.markup import Html, tag

_SHORT = 12
"""Digits of a digest that are shown."""


def section(anchor: str, title: str, *body: str | None, note: str | None = None) -> Html:
    """A section of the page with its heading."""
    return tag(
        "section",
        tag("h2", title, id=anchor),
        tag("p", note, class_="note") if note else None,
        *body,
        aria_labelledby=anchor,
        class_="part",
    )


def facts(pairs: Iterable[tuple[str, str | None]]) -> Html:
    """Names and values; what has no value is left out."""
    rows = [tag("div", tag("dt", name), tag("dd", value)) for name, value in pairs if value]
    return tag("dl", *rows, class_="pairs")


def table(label: str, head: Sequence[str], rows: Iterable[Sequence[str]], class_: str = "") -> Html:
    """A table whose first cell of a row names the row."""
    heads = [tag("th", name, scope="col") for name in head]
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    return scrolling(
        label,
        tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *body), class_=f"plain {class_}".strip()),
    )


def scrolling(label: str, content: Html) -> Html:
    """What may be wider than the page, in a box that is reached and scrolled by keys."""
    return tag("div", content, class_="scroll", tabindex="0", role="region", aria_label=label)


def folded(summary: str, *body: str | None, class_: str = "more", open_: bool = False) -> Html:
    """What opens on demand, and in print."""
    return tag("details", tag("summary", summary), *body, class_=class_, open=open_)


def digest(value: str, whole: bool = False) -> Html:  # noqa: FBT001, FBT002 (a switch of how it looks)
    """A digest as code: its first digits, or all of them."""
    return tag("code", value if whole else value[:_SHORT], class_="digest", title=None if whole else value)
