"""The forms in which a name, an account or a domain gives away who somebody is."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.readable import gist, may_differ, plain, readable

_GAP = "\0"
"""Stands in a form where words are apart: by a space, an underscore, a line end, or nothing that counts."""
_SHORT_ACCOUNT = 4
"""Accounts made of an initial and a name are looked for from this length on; shorter ones are words."""
_MOST_WORDS = 4
_LAST, _FIRST = r"\b(?:family|sur|last)[-_ ]?names?", r"\b(?:given|first|fore)[-_ ]?names?"
_FIELD = r"[\"']?\s{0,4}[:=>]\s{0,4}[\"'\[]?"
_BETWEEN = rf"(?:(?!{_LAST}{_FIELD}[^<]|{_FIRST}{_FIELD}[^<]|\n\s{{0,12}}-\s)[^{{}}\[\]]){{0,160}}?"
"""What stands between two fields of one author, and not of two."""
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a term stands in a text.

    Attributes:
        start: first character.
        end: the character behind it.
        term: the term, as it was given.
        shown: how it stands there, as a person reads it.
        goes_on: whether it is the second part of a name, the first of which is the place before it.
    """

    start: int
    end: int
    term: str
    shown: str
    goes_on: bool = False


class Terms:
    """Finds terms in texts: as whole words, whatever their case, in the forms that names take."""

    def __init__(self, terms: Iterable[str]) -> None:
        given = [term for term in dict.fromkeys(terms) if term.strip()]
        # of a form of two terms, the one that was given first counts
        self._forms = {form: term for term in reversed(given) for form in _forms(term)}
        self._looks = [look for form, term in self._forms.items() for look in _looks(form, term)]

    def __bool__(self) -> bool:
        return bool(self._forms)

    def places(self, text: str) -> list[Place]:
        """Each place of each term in a text, in order; no two share a character.

        What is told is what a person reads: escapes of JSON, HTML, addresses and LaTeX are undone, accents left out.
        """
        found = self._as_written(text)
        if may_differ(text) and self._may_be_in(_lower(gist(text))):
            form = readable(text)
            if form.places:
                found += [
                    replace(place, start=form.start_of(place.start), end=form.end_of(place.end))
                    for place in self._as_written(form.text)
                ]
        return _apart(found)

    def found_in(self, text: str) -> dict[int, tuple[int, str]]:
        """Column and text of the first term of each line that has one, by the number of the line."""
        found: dict[int, tuple[int, str]] = {}
        line, start = 1, 0
        for place in self.places(text):
            line += text.count("\n", start, place.start)
            start = place.start
            if line not in found and not place.goes_on:
                found[line] = (start - text.rfind("\n", 0, start), " ".join(place.shown.split()))
        return found

    def bytes_forms(self) -> list[bytes]:
        """What stands in a file that is no text, in small letters."""
        return [form.replace(_GAP, " ").encode() for form in self._forms]

    def wide_forms(self) -> list[bytes]:
        """The same in UTF-16."""
        return [form.replace(_GAP, " ").encode("utf-16-le") for form in self._forms]

    def accented_forms(self) -> list[bytes]:
        """Those of which a letter takes more than a byte."""
        return [form.replace(_GAP, " ").encode() for form in self._forms if not form.isascii()]

    def _may_be_in(self, small: str) -> bool:
        return any(look.may_be_in(small) for look in self._looks)

    def _as_written(self, text: str) -> list[Place]:
        small = _lower(text)
        return [place for look in self._looks if look.may_be_in(small) for place in look.places(text, small)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """How one form of a term is found.

    Attributes:
        words: all of them stand in a text that has the form, in small letters.
        pattern: begins with letters, which makes it fast; what stands before it is looked at afterwards.
        not_after: what may not stand before it.
        in_small: whether it is for the text in small letters.
    """

    term: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]
    not_after: re.Pattern[str] | None = None
    in_small: bool = True

    def may_be_in(self, small: str) -> bool:
        return all(word in small for word in self.words)

    def places(self, text: str, small: str) -> Iterator[Place]:
        for match in self.pattern.finditer(small if self.in_small else text):
            start, end = match.span()
            if self.not_after is not None and start and self.not_after.match(text, start - 1):
                continue
            for number, part in enumerate(_parts_of(match)):
                yield Place(start=part[0], end=part[1], term=self.term, shown=text[start:end], goes_on=number > 0)


def _looks(form: str, term: str) -> Iterator[_Look]:
    words = tuple(word for word in form.split(_GAP) if word)
    yield _Look(term=term, words=words, pattern=re.compile(_body(form)), not_after=_LETTER if _is_latin(form) else None)
    if joined := _joined(form):
        small = (joined.lower(),)
        yield _Look(
            term=term, words=small, pattern=re.compile(rf"{joined}(?![a-z])"), not_after=_CAPITAL, in_small=False
        )
    for pattern in _fields_of(form):
        of_fields = tuple(word.strip(",") for word in words)
        yield _Look(term=term, words=(*of_fields, "name"), pattern=re.compile(pattern, re.IGNORECASE), in_small=False)


_LETTER = lazy_pattern(r"[^\W_]")
_CAPITAL = lazy_pattern(r"[A-Z]")


def _lower(text: str) -> str:
    """The text in small letters, each of which stands where its letter stood."""
    small = text.lower()
    if len(small) == len(text):
        return small
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


def _parts_of(match: re.Match[str]) -> list[tuple[int, int]]:
    """The whole, or of a name in two fields each of them, and not what stands between."""
    groups = [match.span(number) for number in range(1, match.re.groups + 1) if match[number] is not None]
    return groups or [match.span()]


def _apart(places: list[Place]) -> list[Place]:
    """In order, without those that share a character with one before them; a longer one comes first."""
    found: list[Place] = []
    for place in sorted(places, key=lambda place: (place.start, -place.end)):
        if not found or place.start >= found[-1].end:
            found.append(place)
    return found


def _forms(term: str) -> Iterator[str]:
    """What is looked for: the term, and for a name of two to four words its orders and its accounts."""
    small = unicodedata.normalize("NFC", " ".join(term.split())).lower()
    for spelled in {small, plain(small), plain(small.translate(_GERMAN))}:
        yield spelled.replace(" ", _GAP)
        words = spelled.replace(",", " ").split()
        if 1 < len(words) <= _MOST_WORDS and all(word.strip(".-'").isalpha() for word in words):
            yield from _of_name([word.strip(".") for word in words], comes_last_first="," in spelled)


def _of_name(words: list[str], *, comes_last_first: bool) -> Iterator[str]:
    last, given = (words[0], words[1:]) if comes_last_first else (words[-1], words[:-1])
    first, initial = given[0], given[0][0]
    for names in {first, " ".join(given)}:
        gapped = names.replace(" ", _GAP)
        yield from (f"{gapped}{_GAP}{last}", f"{last},{_GAP}{gapped}")
    if len(first) > 1:
        yield from (first + last, f"{first}.{last}", f"{last}.{first}", f"{first}-{last}", f"{last}{_GAP}{first}")
        yield from (f"{initial}.{_GAP}{last}", f"{last},{_GAP}{initial}.")
    if len(last) + 1 >= _SHORT_ACCOUNT:
        yield initial + last


def _fields_of(form: str) -> Iterator[str]:
    """A name in two fields, as files that say how to cite write it: family and given name, in either order."""
    last, comma, first = form.partition(f",{_GAP}")
    # an initial by itself is in every other name
    if comma and not first.endswith("."):
        last = rf"{_LAST}{_FIELD}(?:[\w'-]{{1,10}} ){{0,2}}({_bounded(last)})"
        first = rf"{_FIRST}{_FIELD}({_bounded(first)})"
        yield rf"(?:{last}{_BETWEEN}{first}|{first}{_BETWEEN}{last})"


def _joined(form: str) -> str:
    """A name as a part of a longer one that joins words by their first letters: `trainJaneDoe`, `JaneDoeNet`."""
    words = form.split(_GAP)
    is_name = len(words) > 1 and all(word.isascii() and word.isalpha() and len(word) > 1 for word in words)
    return "".join(word.capitalize() for word in words) if is_name else ""


def _bounded(form: str) -> str:
    return rf"(?<![^\W_]){_body(form)}" if _is_latin(form) else _body(form)


def _body(form: str) -> str:
    body = re.escape(form).replace(re.escape(_GAP), r"[\s_~]{1,4}")
    return rf"{body}(?![^\W_])" if _is_latin(form) else body


def _is_latin(form: str) -> bool:
    """Whether it has whole words to look for; scripts without spaces between words have none."""
    return any(letter.isascii() and letter.isalnum() for letter in form)
