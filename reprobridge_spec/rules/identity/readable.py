"""A text as a person reads it, escapes undone and accents left out, and which characters of the text each came from."""

import html
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from re import Match
from urllib.parse import unquote

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_TEX = r"\{?\\(?:[\"'`^~=.]|[uvHcdbkr](?=[\s{])) ?\{?\\?(?P<letter>[A-Za-z])\}{0,2}"
_ESCAPE = (
    rf"(?P<tex>{_TEX})"
    r"|(?P<json>(?:\\u[0-9a-fA-F]{4})+)|(?P<hex>\\x[0-9a-fA-F]{2})|(?P<space>\\[nrt])"
    r"|(?P<html>&(?:#[0-9]{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,8});)|(?P<url>(?:%[0-9A-Fa-f]{2})+)"
)
_ESCAPED = lazy_pattern(_ESCAPE)
_CHANGED = lazy_pattern(rf"{_ESCAPE}|(?P<wide>[^\x00-\x7f])")
_COMBINING = lazy_pattern("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_SIGNS = ("\\", "&", "%")


@dataclass(frozen=True, slots=True)
class Readable:
    """A text and where its characters come from.

    Attributes:
        text: what a person reads.
        starts: where in `text` something begins that stands otherwise in the text it comes from, in order.
        places: for each of them, first character and end there, and its length here.
    """

    text: str
    starts: tuple[int, ...]
    places: tuple[tuple[int, int, int], ...]

    def start_of(self, offset: int) -> int:
        """Where the character at `offset` begins in the text that it comes from."""
        return self._of(offset, is_end=False)

    def end_of(self, offset: int) -> int:
        """Where the character before `offset` ends in the text that it comes from."""
        return self._of(offset - 1, is_end=True) if offset else 0

    def _of(self, offset: int, *, is_end: bool) -> int:
        index = bisect_right(self.starts, offset) - 1
        if index < 0:
            return offset + is_end
        start, end, length = self.places[index]
        beyond = offset - self.starts[index] - length
        if beyond >= 0:
            return end + beyond + is_end
        return end if is_end else start


def may_differ(text: str) -> bool:
    """Whether a text may read otherwise than it is written."""
    return not text.isascii() or any(sign in text for sign in _SIGNS)


def gist(text: str) -> str:
    """What a person reads, quickly, and without where it comes from."""
    if any(sign in text for sign in _SIGNS):
        text = _ESCAPED.sub(_undone, text)
    return text if text.isascii() else _COMBINING.sub("", unicodedata.normalize("NFKD", text))


def readable(text: str) -> Readable:
    """The text as a person reads it."""
    made, starts, places = [], [], []
    done = length = 0
    for start, end, new in _changes(text):
        made += [text[done:start], new]
        length += start - done
        starts.append(length)
        places.append((start, end, len(new)))
        length += len(new)
        done = end
    made.append(text[done:])
    return Readable("".join(made), tuple(starts), tuple(places))


def plain(text: str) -> str:
    """A text without accents, those of LaTeX included."""
    return readable(text).text


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _CHANGED.finditer(text):
        new = _without_accents(_undone(match))
        if new != match[0]:
            yield match.start(), match.end(), new


def _undone(match: Match[str]) -> str:
    """What an escape stands for."""
    whole = match[0]
    match _kind(match):
        case "tex":
            return match["letter"]
        case "json":
            return _json(whole)
        case "hex":
            return bytes.fromhex(whole[2:]).decode("latin-1")
        case "space":
            return _SPACES[whole[1]]
        case "html":
            return html.unescape(whole)
        case "url":
            return unquote(whole)
        case _:
            return whole


def _kind(match: Match[str]) -> str:
    return "tex" if match["tex"] else match.lastgroup or ""


_SPACES = {"n": "\n", "r": "\r", "t": "\t"}


def _json(escapes: str) -> str:
    units = bytes.fromhex("".join(escapes[at + 2 : at + 6] for at in range(0, len(escapes), 6)))
    return units.decode("utf-16-be", "replace")


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
