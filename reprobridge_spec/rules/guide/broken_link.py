"""A link in a text for people leads nowhere.

## What it finds
In Markdown of the guide, at the root and in the code folder: relative links and pictures whose file is not in the
artifact, and anchors (`#results`) that no heading of the text gives. Addresses are not looked up. Anchors are compared
by their letters and digits alone, for hosts differ in what they make of the rest.

## Why
A guide that points to nothing loses its reader, mostly at the place that was hard enough to need a page of its own.

## Example
```markdown
See [the data](docs/data.md).      # there is no docs/data.md
```

## What to do
Add what the link leads to, mend it, or take it out.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.guide_commands import Tree, tree_of
from reprobridge_spec.rules.guide_texts import GuideText, guide_texts
from reprobridge_spec.rules.markdown_links import MarkdownLink, anchors_of, folded, links_of
from reprobridge_spec.rules.near_path import near_path
from reprobridge_spec.rules.nearest import nearest


def check(context: Context) -> Iterator[Fault]:
    """Each link that leads nowhere, once a line."""
    tree = tree_of(context)
    for text in guide_texts(context):
        if text.is_markdown:
            said: set[tuple[int, str]] = set()
            anchors: frozenset[str] | None = None
            for link in links_of(text):
                anchors = anchors_of(text) if anchors is None and link.anchor and not link.path else anchors
                fault = _of_file(text, link, tree, context) if link.path else _of_anchor(text, link, anchors)
                if fault is not None and (link.line, link.target) not in said:
                    said.add((link.line, link.target))
                    yield fault


def _of_file(text: GuideText, link: MarkdownLink, tree: Tree, context: Context) -> Fault | None:
    # hosts show a text of the root as if it lay there, and `../../issues` leads to their own pages
    if link.path.startswith("../..") or tree.find(link.path, (text.folder, tree.code, "")) is not None:
        return None
    return Fault(
        message=f"the link to `{link.target}` leads to nothing in the artifact",
        advice=near_path(link.path, context.files.entries, otherwise="Add what it leads to, mend it, or take it out."),
        file=text.path,
        mark=Mark(link.line, link.column),
    )


def _of_anchor(text: GuideText, link: MarkdownLink, anchors: frozenset[str] | None) -> Fault | None:
    known = {folded(anchor) for anchor in anchors or ()}
    if not link.anchor or link.anchor.lower() == "top" or folded(link.anchor) in known:
        return None
    return Fault(
        message=f"the link to `#{link.anchor}` leads to no heading of this text",
        advice=nearest(link.anchor, anchors or (), otherwise="Name a heading that is there, or take the link out."),
        file=text.path,
        mark=Mark(link.line, link.column),
    )


RULE = Rule(code="RRG010", name="broken-link", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
