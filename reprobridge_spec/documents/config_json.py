"""Configuration files in JSON."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from reprobridge_spec.documents.config_file import MAX_DEPTH, ConfigFile, KeyTwice, Unreadable
from reprobridge_spec.documents.json_fault import fault_of
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark

_END = lazy_pattern(r"\s*+")
_TEMPLATE_SIGNS = ("{{", "{%")
_POINTER = "version https://git-lfs"
"""What stands in the place of a file whose content lies elsewhere: that is no fault of its form."""
_OF_COMMENTS = ("//", "#", "comment", "_comment", "__comment")
"""Keys that begin so are no settings, and stand there as often as there are remarks."""
_TOKEN = lazy_pattern(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}:,]', re.DOTALL)
_COMMENT = lazy_pattern(r'"(?:[^"\\\n]++|\\.)*+"|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/', re.DOTALL)
_LAST_COMMA = lazy_pattern(r'"(?:[^"\\\n]++|\\.)*+"|,(?=\s*+[\]}])', re.DOTALL)
_OF_COMMAS = lazy_pattern(r"(?:ts|js)config(?:[.-][a-z0-9._-]{1,100})?\.json")
_BLANKED = lazy_pattern(r"[^\n]")


class _TwiceError(Exception):
    pass


def takes_last_commas(name: str) -> bool:
    """Whether the program that reads a file of this name takes a comma behind the last entry."""
    return _OF_COMMAS.fullmatch(name.lower()) is not None


def read(text: str, *, last_commas: bool = False) -> ConfigFile:
    """What can be said about a file in JSON, in JSON lines, or in JSON with comments.

    Args:
        text: all of it.
        last_commas: whether a comma behind the last entry is allowed, be there comments or not.
    """
    fault = _fault(text)
    if fault is None or text.startswith(_POINTER):
        return ConfigFile()
    if isinstance(fault, json.JSONDecodeError):
        plain = _without_comments(text, last_commas=last_commas)
        if not _is_related(text, plain):
            return ConfigFile() if any(sign in text for sign in _TEMPLATE_SIGNS) else _no_json(fault)
        text = plain
    walk = _Walk(text)
    twice = tuple(walk.twice())
    deep = walk.too_deep
    if deep is None:
        return ConfigFile(twice=twice)
    message = f"is nested deeper than {MAX_DEPTH}"
    return ConfigFile(unreadable=Unreadable(message=message, advice="Flatten it.", mark=deep), twice=twice)


def _no_json(fault: json.JSONDecodeError) -> ConfigFile:
    found = fault_of(fault)
    return ConfigFile(
        unreadable=Unreadable(message=f"is no JSON: {found.message}", advice="Mend it there.", mark=found.mark)
    )


def _fault(text: str) -> Exception | None:
    try:
        json.loads(text, object_pairs_hook=_distinct, parse_int=str, parse_float=str)
    except (_TwiceError, RecursionError, json.JSONDecodeError) as error:
        return error
    return None


def _distinct(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) != len(pairs):
        raise _TwiceError


def _is_related(text: str, plain: str) -> bool:
    """Whether it is one JSON after the other, or JSON with comments: these have their own readers."""
    return (bool(text.strip()) and _is_sequence(text)) or (
        plain != text and not isinstance(_fault(plain), json.JSONDecodeError)
    )


def _is_sequence(text: str) -> bool:
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    position = _end_of_space(text, 0)
    try:
        while position < len(text):
            _, position = decoder.raw_decode(text, position)
            position = _end_of_space(text, position)
    except (RecursionError, json.JSONDecodeError):
        return False
    return True


def _end_of_space(text: str, position: int) -> int:
    space = _END.match(text, position)
    return space.end() if space else position


def _without_comments(text: str, *, last_commas: bool) -> str:
    """The same with a space for each character of a comment and, where there is one, of a last comma."""
    plain = _COMMENT.sub(lambda match: match[0] if match[0][0] == '"' else _BLANKED.sub(" ", match[0]), text)
    # without comments, a last comma is a fault for nearly each reader
    if plain == text and not last_commas:
        return text
    return _LAST_COMMA.sub(lambda match: match[0] if match[0][0] == '"' else " ", plain)


@dataclass(slots=True)
class _Open:
    """A mapping or list that is not closed yet."""

    is_mapping: bool
    owner: str
    keys: dict[str, int] = field(default_factory=dict)
    key: str = ""
    wants_key: bool = True


class _Walk:
    """One pass over a text that is JSON, with places; made only where something is wrong."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: list[_Open] = []
        self._line = 1
        self._begins = 0
        self._counted = 0
        self.too_deep: Mark | None = None

    def twice(self) -> Iterator[KeyTwice]:
        for token in _TOKEN.finditer(self._text):
            if self.too_deep is not None:
                return
            match token[0][0]:
                case "{" | "[":
                    owner = self._open[-1].key if self._open else ""
                    self._open.append(_Open(is_mapping=token[0] == "{", owner=owner))
                    if len(self._open) > MAX_DEPTH:
                        self.too_deep = self._mark(token.start())
                case "}" | "]":
                    self._open[-1:] = []
                case ",":
                    self._expect_key()
                case '"' if self._open and self._open[-1].is_mapping and self._open[-1].wants_key:
                    yield from self._key(token[0], token.start())

    def _expect_key(self) -> None:
        if self._open:
            self._open[-1].wants_key = True

    def _key(self, quoted: str, start: int) -> Iterator[KeyTwice]:
        owner = self._open[-1]
        key = str(json.loads(quoted, strict=False))
        mark = self._mark(start)
        if key in owner.keys and not key.lower().startswith(_OF_COMMENTS):
            yield KeyTwice(key=key, owner=owner.owner, first=owner.keys[key], mark=mark)
        owner.keys.setdefault(key, mark.line)
        owner.key, owner.wants_key = key, False

    def _mark(self, start: int) -> Mark:
        lines = self._text.count("\n", self._counted, start)
        if lines:
            self._line += lines
            self._begins = self._text.rfind("\n", self._counted, start) + 1
        self._counted = start
        return Mark(self._line, start - self._begins + 1)
