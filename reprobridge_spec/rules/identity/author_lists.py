"""Lists of authors in files of packages, in JSON and in front matter: each of the names, not the first alone."""

import re
from collections.abc import Iterator
from re import Pattern

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Leak, Sort

_TOML = lazy_pattern(rb"(?m)^[ \t]{0,8}(?:authors|maintainers)[ \t]{0,4}=[ \t]{0,4}\[((?:[^\]\n]{0,400}\n?){0,60}?)\]")
_TOML_ITEM = lazy_pattern(
    rb"\bname[ \t]{0,4}=[ \t]{0,4}[\"']([^\"'\n<]{2,80})|(?:^|[\[,])\s{0,40}[\"']([^\"'\n<@]{2,80})(?=[\"'<])"
)
_JSON = lazy_pattern(
    rb"\"(?:authors?|creators?|contributors?|maintainers?|editors?)\"\s{0,4}:\s{0,8}\[((?:[^\[\]]|\[[^\[\]]{0,400}\]){0,8000})\]",
    re.IGNORECASE,
)
_JSON_ITEM = lazy_pattern(
    rb"\"name\"\s{0,4}:\s{0,4}\"([^\"\n<@]{2,80})|(?:^|[\[,])\s{0,40}\"([^\"\n<@:{]{2,80})(?=(?:<[^\"\n]{0,100})?\"\s{0,40}(?:,|$))",
    re.IGNORECASE,
)
_ANY_AUTHOR = lazy_pattern(
    rb"\"(?:authors?|maintainers?)\"\s{0,4}:\s{0,4}(?:\[\s{0,40})?(?:\{\s{0,40}\"name\"\s{0,4}:\s{0,4})?\"([^\"\n<@:]{2,80})(?=[\"<])",
    re.IGNORECASE,
)
_AUTHOR_KEY = lazy_pattern(rb"\"(?:author|maintainer)s?\"\s{0,4}:", re.IGNORECASE)
_MOST_KEYS = 2
"""A file that says more often who is the author of something holds data, and not a description of itself."""
_FRONT = lazy_pattern(
    rb"\A(?:\xef\xbb\xbf)?---[ \t]{0,4}\r?\n(?:(?!---)[^\n]{0,300}\n){0,40}?(?i:authors?|by)[ \t]{0,2}:"
    rb"([^\n]{0,300}\n(?:(?:[ \t]|-[ \t])[^\n]{0,300}\n){0,60})"
)
_FRONT_ITEM = lazy_pattern(
    rb"(?:^[ \t]{0,4}|\n[ \t]{0,8}-[ \t]{1,4}|[\[,][ \t]{0,4}|\bname:[ \t]{0,4})"
    rb"(?!(?:name|email|affiliation|orcid|url|corresponding|id|note|institute)[ \t]{0,2}:)"
    rb"(?:name:[ \t]{0,4})?[\"']?([^\W\d][^\"'\n\r\],:<\[]{1,80})(?=[\"'\n\r\],<]|\Z)"
)


def in_toml(data: bytes) -> Iterator[Leak]:
    """Authors and maintainers in `pyproject.toml` and the like, in the forms of PEP 621 and of Poetry."""
    yield from _each(_TOML, _TOML_ITEM, data)


def in_description(data: bytes) -> Iterator[Leak]:
    """People in lists of a JSON file that describes a package."""
    yield from _each(_JSON, _JSON_ITEM, data)


def in_json(data: bytes) -> Iterator[Leak]:
    """The author that a JSON file names, if it is about one thing."""
    if 0 < len(_AUTHOR_KEY.findall(data)) <= _MOST_KEYS:
        yield from (_leak(match.start(1), match[1]) for match in _ANY_AUTHOR.finditer(data))
        yield from in_description(data)


def in_front_matter(data: bytes) -> Iterator[Leak]:
    """Authors in the YAML at the beginning of a report."""
    yield from _each(_FRONT, _FRONT_ITEM, data)


def _each(block: Pattern[bytes], item: Pattern[bytes], data: bytes) -> Iterator[Leak]:
    for around in block.finditer(data):
        for match in item.finditer(around[1]):
            group = match.lastindex or 0
            yield _leak(around.start(1) + match.start(group), match[group])


def _leak(start: int, found: bytes) -> Leak:
    text = found.decode("utf-8", "replace")
    return Leak(start=start, end=start + len(found), at=start, what="the author", text=text, sort=Sort.PERSON)
