"""The links of a text in Markdown, and the anchors that links can lead to."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.guide_texts import GuideText

_LINK = lazy_pattern(
    r"\]\(\s{0,4}<?([^()\s<>]{1,500}(?:\([^()\s]{0,100}\)[^()\s<>]{0,100})?)>?(?:\s{1,4}[\"'(][^\n]{0,200}?[\"')])?\s{0,4}\)"
)
_DEFINITION = lazy_pattern(r" {0,3}\[[^\]\n]{1,100}\]:\s{1,8}<?([^\s<>]{1,500})>?")
_HTML = lazy_pattern(
    r"<(?:a|img|source)\b[^<>]{0,300}?\b(?:href|src)\s{0,4}=\s{0,4}[\"']([^\"'<>\s]{1,500})[\"']", re.IGNORECASE
)
_NAMED = lazy_pattern(r"\b(?:id|name)\s{0,4}=\s{0,4}[\"']([^\"'<>\s]{1,200})[\"']", re.IGNORECASE)
_HEADING = lazy_pattern(r"(?: {0,3}|> )#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = lazy_pattern(r" {0,3}(?:=+|-+)\s*+$")
_SPANS = lazy_pattern(r"`[^`\n]*+`")
_MARKUP = lazy_pattern(r"!?\[([^\]\n]{0,300})\]\([^()\n]{0,500}\)|<[^<>\n]{0,300}>")


@dataclass(frozen=True, slots=True)
class MarkdownLink:
    """A link: where its target stands, its path without the anchor, and its anchor.

    Attributes:
        column: in characters, from one.
    """

    line: int
    column: int
    target: str
    path: str
    anchor: str


def links_of(text: GuideText) -> Iterator[MarkdownLink]:
    """The links of a text that lead into the artifact: no addresses, no paths from a root."""
    for line in text.lines:
        if line.fence is not None or ("](" not in line.text and "]:" not in line.text and "=" not in line.text):
            continue
        plain = _SPANS.sub(lambda span: " " * len(span[0]), line.text)
        found = [*_LINK.finditer(plain), *_HTML.finditer(plain)]
        if definition := _DEFINITION.search(plain):
            found.append(definition)
        for match in sorted(found, key=lambda one: one.start(1)):
            target, column = match[1], match.start(1) + 1
            path, _, anchor = target.partition("#")
            if not _leads_out(target):
                yield MarkdownLink(line.number, column, target, unquote(path.partition("?")[0]), unquote(anchor))


def _leads_out(target: str) -> bool:
    head = target.partition("/")[0].partition("#")[0]
    return ":" in head or target.startswith(("/", "{", "$", "<", "mailto", "www.")) or "{{" in target


def anchors_of(text: GuideText) -> frozenset[str]:
    """What a link can name behind `#`: headings as code hosts turn them into anchors, and named places."""
    found: set[str] = set()
    before = ""
    for line in text.lines:
        if line.fence is None:
            found.update(name.lower() for name in _NAMED.findall(line.text))
            heading = _HEADING.match(line.text)
            title = heading[1] if heading else before if before.strip() and _UNDERLINE.match(line.text) else None
            if title is not None:
                slug = _slug(title)
                count = 0
                unique = slug
                while unique in found:
                    count += 1
                    unique = f"{slug}-{count}"
                found.add(unique)
        before = line.text if line.fence is None else ""
    return frozenset(found)


def _slug(title: str) -> str:
    words = _MARKUP.sub(lambda match: match[1] or "", title).strip().lower()
    words = re.sub(r":[a-z0-9_+-]{1,40}:", lambda emoji: emoji[0].strip(":"), words)
    return "".join(letter for letter in words if letter.isalnum() or letter in " -_").replace(" ", "-")


def folded(anchor: str) -> str:
    """Letters and digits of an anchor: hosts differ in what they make of the rest."""
    return "".join(letter for letter in anchor.lower() if letter.isalnum())
