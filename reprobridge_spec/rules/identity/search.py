"""What gives somebody away in a file: the places of all detectors and of all terms, in each of its texts."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity import persons
from reprobridge_spec.rules.identity.base import Leak, Scope, Sort
from reprobridge_spec.rules.identity.detectors import DETECTORS
from reprobridge_spec.rules.identity.views import View
from reprobridge_spec.rules.identity_terms import Place, Terms
from reprobridge_spec.rules.known_owners import is_neutral, is_program, names_nobody

_EVENTS = lazy_pattern(
    r"events\.out\.tfevents\.\d{1,12}\.([A-Za-z0-9][A-Za-z0-9.-]{0,100}?)(?:\.\d{1,9}){0,2}(?:\.v2)?$"
)
_NO_HOST = frozenset({"localhost", "host"})
_LONG = 7
"""Terms of so many letters stand nowhere by chance."""
_MEANINGLESS = lazy_pattern(r"[\W\d_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A place in a text that gives somebody away.

    Attributes:
        start: first character of what has to go.
        end: the character behind it.
        what: what it is, in words, with an article.
        text: what a reader is shown.
        term: the term that stands there; empty where a detector found it by itself.
        sort: what stands there; None for a term.
    """

    start: int
    end: int
    what: str
    text: str
    term: str = ""
    sort: Sort | None = None


def in_view(view: View, scope: Scope, terms: Terms) -> list[Given]:
    """The places in one text, in order; no two share a character."""
    places = terms.places(view.coded.text) if view.is_text else in_bytes(terms, view.coded.text)
    found = [
        Given(start=one.start, end=one.end, what="the identity term", text=one.shown, term=one.term) for one in places
    ]
    return apart([*found, *without_terms(view, scope)])


def in_bytes(terms: Terms, text: str) -> list[Place]:
    """The places of terms among bytes, each shown as a character, without those that chance has put there.

    Among millions of numbers, four bytes in a row look like any account. A word is written in letters of one size, and
    is a part of a text, or has its length or an end beside it.
    """
    # to undo escapes takes long, and large files are numbers and programs
    find = terms.places if len(text) < _ESCAPES_UP_TO else terms.by_letters
    places = terms.by_letters(text)
    # a byte beside a word looks like a letter of Western Europe, and mostly is none
    by_letters = text.encode("latin-1", "replace").translate(_ASCII).decode("latin-1")
    return [place for place in _either(places, find(by_letters)) if _is_written(text, place)]


_ESCAPES_UP_TO = 1 << 20
_ASCII = bytes(byte if byte < 0x80 else 0 for byte in range(256))  # noqa: PLR2004 (the last of ASCII is before it)


def _either(places: list[Place], others: list[Place]) -> list[Place]:
    """All places in order; of two that share a character, the one of the first list."""
    taken = _Taken()
    for place in places:
        taken.take(place.start, place.end)
    new = [one for one in others if taken.take(one.start, one.end)]
    return sorted([*places, *new], key=lambda place: place.start)


def _is_written(text: str, place: Place) -> bool:
    word = text[place.start : place.end]
    if len(word) >= _LONG:
        return True
    if not (word.islower() or word.isupper() or word.istitle()):
        return False
    before, after = text[max(0, place.start - 2) : place.start], text[place.end : place.end + 2]
    printable = [character for character in before + after if " " <= character <= "~"]
    is_ended = before[-1:] in {"\0", chr(len(word))} or after[:1] == "\0"
    return len(printable) > 1 or is_ended


def without_terms(view: View, scope: Scope) -> Iterator[Given]:
    """What nobody has to be asked for: what a field for it says, and what detectors find."""
    text = view.coded.text
    if view.says and _is_somebody(text.strip()):
        yield Given(start=0, end=len(text), what=view.says, text=text.strip(), sort=Sort.PERSON)
    elif view.is_text:
        yield from _detected(view, scope, text)
    else:
        data = text.encode("latin-1")
        yield from (_given(leak, leak.start, leak.end) for leak in persons.homes(data))


def _is_somebody(text: str) -> bool:
    return not (_MEANINGLESS.fullmatch(text) or names_nobody(text) or is_neutral(text) or is_program(text))


def _detected(view: View, scope: Scope, text: str) -> Iterator[Given]:
    data = text.encode("utf-8", "replace")
    path = view.path.replace("!", "/")
    leaks = [leak for detect in DETECTORS for leak in detect(scope, path, data)]
    if not leaks:
        return
    if len(data) == len(text):
        yield from (_given(leak, leak.start, leak.end) for leak in leaks)
        return
    ends = list(accumulate(len(character.encode("utf-8", "replace")) for character in text))
    for leak in leaks:
        yield _given(leak, bisect_right(ends, leak.start), bisect_right(ends, leak.end - 1) + 1)


def _given(leak: Leak, start: int, end: int) -> Given:
    return Given(start=start, end=end, what=leak.what, text=leak.text, sort=leak.sort)


_RANK = {sort: rank for rank, sort in enumerate(Sort)}


def apart(found: list[Given]) -> list[Given]:
    """In order, without those that share a character with one that is wider, or says more of what it is."""
    taken = _Taken()
    widest = sorted(found, key=lambda one: (one.start - one.end, -1 if one.sort is None else _RANK[one.sort]))
    kept = [one for one in widest if one.end > one.start and taken.take(one.start, one.end)]
    return sorted(kept, key=lambda one: one.start)


class _Taken:
    """Stretches of a text that share no character; there may be very many."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, start: int, end: int) -> bool:
        """Take a stretch if none of its characters is taken; whether it was."""
        at = bisect_right(self._starts, start)
        if (at and self._ends[at - 1] > start) or (at < len(self._starts) and self._starts[at] < end):
            return False
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True


def in_path(path: str, terms: Terms) -> list[Given]:
    """The places in a path: terms, and the machine that is named by a file of events."""
    shown = path.replace("\n", " ")
    found = [
        Given(start=one.start, end=one.end, what="the identity term", text=one.shown, term=one.term)
        for one in terms.places(shown)
    ]
    if match := _EVENTS.search(shown):
        host = match[1]
        if host not in _NO_HOST and not is_neutral(host):
            found.append(Given(start=match.start(1), end=match.end(1), what="the host", text=host, sort=Sort.HOST))
    return apart(found)
