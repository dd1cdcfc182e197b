"""The forms in which a name, an account or a domain gives away who somebody is."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.name_forms import GAP, NUMBERED, SEAM, forms_of_name
from reprobridge_spec.rules.identity.readable import gist, may_differ, plain, readable

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
        self._words = {word for look in self._looks for word in look.words}
        self._words_in_bytes = {tuple(word.encode() for word in _words_of(form)) for form in self._forms}

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

    def may_be_in_bytes(self, small: bytes) -> bool:
        """Whether a file that is no text may hold a term; its letters are small."""
        return any(all(word in small for word in words) for words in self._words_in_bytes)

    def accented_forms(self) -> list[bytes]:
        """Of forms with a letter that takes more than a byte, what stands in a file that is no text."""
        return [word.encode() for word in self._longest() if not word.isascii()]

    def _longest(self) -> set[str]:
        return {max(_words_of(form), key=len) for form in self._forms}

    def _may_be_in(self, small: str) -> bool:
        return bool(self._looks_for(small))

    def _looks_for(self, small: str) -> list["_Look"]:
        """Those of which all words stand in a text; each word is looked for once."""
        there = {word for word in self._words if word in small}
        return [look for look in self._looks if there.issuperset(look.words)]

    def by_letters(self, text: str) -> list[Place]:
        """The same by the letters that stand there alone."""
        return _apart(self._as_written(text))

    def _as_written(self, text: str) -> list[Place]:
        small = _lower(text)
        return [place for look in self._looks_for(small) for place in look.places(text, small)]


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

    def places(self, text: str, small: str) -> Iterator[Place]:
        for match in self.pattern.finditer(small if self.in_small else text):
            start, end = match.span()
            if self.not_after is not None and start and self.not_after.match(text, start - 1):
                continue
            for number, part in enumerate(_parts_of(match)):
                yield Place(start=part[0], end=part[1], term=self.term, shown=text[start:end], goes_on=number > 0)


def _looks(form: str, term: str) -> Iterator[_Look]:
    words = _words_of(form)
    yield _Look(term=term, words=words, pattern=re.compile(_body(form)), not_after=_LETTER if _is_latin(form) else None)
    if joined := _joined(form):
        pattern = re.compile(rf"{joined}(?![a-z])")
        yield _Look(term=term, words=words, pattern=pattern, not_after=_CAPITAL, in_small=False)
    for in_fields in _fields_of(form):
        of_fields = tuple(word.strip(",") for word in words)
        yield _Look(term=term, words=(*of_fields, "name"), pattern=re.compile(in_fields, re.IGNORECASE), in_small=False)


def _words_of(form: str) -> tuple[str, ...]:
    """What stands without a change in each text that holds a form."""
    return tuple(filter(None, _APART.split(form)))


_APART = lazy_pattern(f"[{GAP}{SEAM}{NUMBERED}'\u2018\u2019\u02bc\u2010\u2011-]")
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
    """What is looked for: the term, and for a name its orders and its accounts."""
    small = unicodedata.normalize("NFC", " ".join(term.split())).lower()
    for spelled in {small, plain(small), plain(small.translate(_GERMAN))}:
        yield spelled.replace(" ", GAP)
        yield from forms_of_name(spelled)


def _fields_of(form: str) -> Iterator[str]:
    """A name in two fields, as files that say how to cite write it: family and given name, in either order."""
    last, comma, first = form.partition(f",{GAP}")
    # an initial by itself is in every other name
    if comma and not first.endswith(".") and len(first) > 1:
        last = rf"{_LAST}{_FIELD}(?:[\w'-]{{1,10}} ){{0,2}}({_bounded(last)})"
        first = rf"{_FIRST}{_FIELD}({_bounded(first)})"
        yield rf"(?:{last}{_BETWEEN}{first}|{first}{_BETWEEN}{last})"


def _joined(form: str) -> str:
    """A name as a part of a longer one that joins words by their first letters: `trainJaneDoe`, `JaneDoeNet`."""
    words = form.removesuffix(NUMBERED).replace(SEAM, GAP).split(GAP)
    is_name = len(words) > 1 and all(word.isascii() and word.isalpha() for word in words)
    # of `A. Lee` there would be too little left, and of `D'Angelo` there is enough
    is_long = len(words[0]) > 1 and len(words[-1]) > 1
    return "".join(word.capitalize() for word in words) if is_name and is_long else ""


def _bounded(form: str) -> str:
    return rf"(?<![^\W_]){_body(form)}" if _is_latin(form) else _body(form)


def _body(form: str) -> str:
    body = "".join(_AS_PATTERN.get(character) or re.escape(character) for character in form.removesuffix(NUMBERED))
    if not _is_latin(form):
        return body
    return rf"{body}(?=\d{{0,4}}(?![^\W_]))" if form.endswith(NUMBERED) else rf"{body}(?![^\W_])"


_HYPHENS, _APOSTROPHES = "-\u2010\u2011", "'\u2018\u2019\u02bc\u00b4`"
_AS_PATTERN = {
    GAP: r"[\s_~]{1,4}",
    SEAM: rf"[{_HYPHENS}{_APOSTROPHES}\s_~.]{{0,3}}",
    **dict.fromkeys(_HYPHENS, f"[{_HYPHENS}]"),
    **dict.fromkeys(_APOSTROPHES, f"[{_APOSTROPHES}]"),
}


def _is_latin(form: str) -> bool:
    """Whether it has whole words to look for; scripts without spaces between words have none."""
    return any(letter.isascii() and letter.isalnum() for letter in form)
