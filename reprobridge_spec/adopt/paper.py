"""Which paper a repository belongs to, as far as it says so itself."""

import re
from collections.abc import Iterator

from reprobridge_spec.adopt.facts import Place
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_ARXIV = lazy_pattern(
    r"arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5})|arXiv(?:[: ]| preprint arXiv:){1,2}(\d{4}\.\d{4,5})", re.IGNORECASE
)
_DOI = lazy_pattern(r"\b(10\.\d{4,9}/[^\s\"'<>{}|\\^`\[\]]{3,120})")
_TITLE = lazy_pattern(r"^\s*title\s*=\s*[{\"](.{5,300}?)[}\"]\s*,?\s*$", re.MULTILINE | re.IGNORECASE)
_CFF_TITLE = lazy_pattern(r"^\s*title:\s*[\"']?(.{5,300}?)[\"']?\s*$", re.MULTILINE)
_CFF = "CITATION.cff"
_OF_DATA = ("10.5281/zenodo",)
_MOST_TEXTS = 3
_AROUND = 10
"""Lines of a citation before and behind its title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPaper:
    """The paper.

    Attributes:
        title: its title and where it stands; None where nothing says it.
        identifiers: `arxiv:...` and `doi:...`, each with where it stands.
    """

    title: tuple[str, Place] | None
    identifiers: tuple[tuple[str, Place], ...]


def paper_of(layout: Layout) -> FoundPaper:
    """The paper that the texts at the root cite first."""
    texts = list(_texts(layout))
    title = next((found for path, text in texts if (found := _title(path, text))), None)
    identifiers: dict[str, Place] = {}
    for path, text in texts:
        near = title[1].line if title is not None and title[1].path == path else 0
        for scheme, pattern in (("arxiv", _ARXIV), ("doi", _DOI)):
            match = _nearest(pattern, text, near)
            if match and not any(one.startswith(f"{scheme}:") for one in identifiers):
                name = next(group for group in match.groups() if group).rstrip(".,;)*")
                if not name.startswith(_OF_DATA):
                    identifiers[f"{scheme}:{name}"] = Place(path, text.count("\n", 0, match.start()) + 1)
    return FoundPaper(title=title, identifiers=tuple(identifiers.items()))


def _nearest(pattern: re.Pattern[str], text: str, line: int) -> re.Match[str] | None:
    """The match within the citation whose title stands in that line; else the first one."""
    lines = text.splitlines(keepends=True)
    begin = sum(map(len, lines[: max(0, line - _AROUND)]))
    end = sum(map(len, lines[: line + _AROUND]))
    own = pattern.search(text, begin, end) if line else None
    return own or pattern.search(text)


def _texts(layout: Layout) -> Iterator[tuple[str, str]]:
    for path in [path for path in [_CFF, *layout.readmes[:_MOST_TEXTS]] if path in layout.files.entries]:
        yield path, layout.text(path, 8 * LIMIT)


def _title(path: str, text: str) -> tuple[str, Place] | None:
    match = (_CFF_TITLE if path == _CFF else _TITLE).search(text)
    if match is None:
        return None
    plain = " ".join(re.sub(r"[{}]|\\['\"`^~]", "", match[1]).split())
    return plain, Place(path, text.count("\n", 0, match.start(1)) + 1)
