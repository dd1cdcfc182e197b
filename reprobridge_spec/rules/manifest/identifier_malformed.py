"""An identifier of the paper has not the form of its kind.

## What it finds
An identifier without a kind before a colon, and one that has not its kind's form: `doi:`, `arxiv:`, `openreview:`,
`acl:`, `isbn:`, `pmid:`, `hal:`, `dblp:`; and the address of a page of one of these. The advice writes it as it is
meant, where that can be told. Other kinds, such as `hdl:`, have no form here. It is a warning.

## Why
Published values are only worth comparing with if a reader, or a program, finds the paper. An address of a page, a
DOI without its kind or a number with a digit too many finds nothing, or another paper.

## Example
```yaml
paper:
  title: A paper
  identifiers: ["arXiv 2601.1", "https://doi.org/10.1000/xyz"]      # arxiv:2601.00001, doi:10.1000/xyz
```

## What to do
Write the kind in small letters, a colon, and the identifier alone.

## Standard
SPEC.md, section "Manifest".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_LONGEST = 500
_DOI = r"10\.[0-9]{4,9}/[^\s]{1,400}"
_ARXIV = (
    r"(?:[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5}|[a-z]{2,10}(?:-[a-z]{2,10})?(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]{1,3})?"
)
_FORMS = {
    "doi": lazy_pattern(_DOI),
    "arxiv": lazy_pattern(_ARXIV),
    "openreview": lazy_pattern(r"[A-Za-z0-9_-]{6,20}"),
    "acl": lazy_pattern(r"(?:[A-Z][0-9]{2}-[0-9]{4}|[0-9]{4}\.[a-z0-9_]{2,40}-[a-z0-9]{1,20}\.[0-9]{1,5})"),
    "isbn": lazy_pattern(r"(?:[0-9]-?){9}[0-9Xx]|(?:[0-9]-?){12}[0-9]"),
    "pmid": lazy_pattern(r"[0-9]{1,8}"),
    "hal": lazy_pattern(r"[a-z]{2,12}-[0-9]{8}(?:v[0-9]{1,3})?"),
    "dblp": lazy_pattern(r"[a-z]{2,12}/[^\s]{1,100}"),
}
_OTHERS = lazy_pattern(r"[a-z][a-z0-9.+-]{1,30}")
"""Kinds that have no form here, such as `hdl:` and `pmc:`."""
_EXAMPLES = {"doi": "doi:10.1000/xyz", "arxiv": "arxiv:2601.00001", "acl": "acl:2024.acl-long.1"}
_ADDRESSES = ("https", "http")
_PAGES = (
    ("doi", lazy_pattern(rf"https?://(?:dx\.)?doi\.org/({_DOI})")),
    ("arxiv", lazy_pattern(rf"https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/({_ARXIV})(?:\.pdf)?")),
    ("openreview", lazy_pattern(r"https?://openreview\.net/(?:forum|pdf)\?id=([A-Za-z0-9_-]{6,20})")),
    ("acl", lazy_pattern(r"https?://(?:www\.)?aclanthology\.org/([A-Za-z0-9._-]{5,60}?)/?(?:\.pdf)?")),
)


def check(context: Context) -> Iterator[Fault]:
    """Each identifier that finds nothing."""
    paper = context.manifest.paper
    for index, text in enumerate(paper.identifiers if paper is not None else []):
        found = _fault_in(text)
        if found is not None:
            yield Fault(
                message=f"the paper's identifier {text[:80]!r} {found[0]}",
                advice=found[1],
                path=("paper", "identifiers", index),
            )


def _fault_in(text: str) -> tuple[str, str] | None:
    """What is wrong, as the rest of a sentence, and what to do; None where nothing is."""
    if len(text) > _LONGEST:
        return "is too long for one", "Write the kind, a colon, and the identifier alone."
    kind, colon, rest = text.partition(":")
    if colon and kind in _FORMS:
        if _FORMS[kind].fullmatch(rest):
            return None
        return f"has not the form of a {kind} identifier", _meant(rest) or _example(kind)
    meant = _meant(text)
    if colon and kind in _ADDRESSES:
        return ("is the address of a page, and no identifier", meant) if meant else None
    if meant:
        return "does not say of which kind it is, as others do", meant
    if not colon or not rest.strip() or kind.lower() in _FORMS or not _OTHERS.fullmatch(kind):
        return "does not say of which kind it is", "Write its kind before it, such as `doi:` or `arxiv:`."
    return None


def _meant(text: str) -> str:
    """How to write what was meant, as a sentence; empty where it cannot be told."""
    text = text.strip()
    for kind, page in _PAGES:
        if match := page.fullmatch(text):
            return f"Write `{kind}:{match[1]}`."
    bare = re.sub(r"^(?:doi|arxiv)[:\s]{0,3}", "", text, count=1, flags=re.IGNORECASE)
    for kind in ("doi", "arxiv"):
        if _FORMS[kind].fullmatch(bare):
            return f"Write `{kind}:{bare}`."
    return ""


def _example(kind: str) -> str:
    return (
        f"Write it as in `{_EXAMPLES[kind]}`." if kind in _EXAMPLES else "Write the identifier alone, as it is printed."
    )


RULE = Rule(code="RRM020", name="identifier-malformed", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
