"""The forms in which a name, an account or a domain gives away who somebody is."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern

_GAP = "\0"
"""Stands in a form where words are apart: by a space, an underscore, a line end, or nothing that counts."""
_SHORT_ACCOUNT = 4
"""Accounts made of an initial and a name are looked for from this length on; shorter ones are words."""
_MOST_WORDS = 4
_ACCENT = lazy_pattern(r"\{?\\(?:[\"'`^~=.]|[uvHcdbkr](?=[\s{])) ?\{?\\?([A-Za-z])\}{0,2}")
_LAST, _FIRST = r"\b(?:family|sur|last)[-_ ]?names?", r"\b(?:given|first|fore)[-_ ]?names?"
_FIELD = r"[\"']?\s{0,4}[:=>]\s{0,4}[\"'\[]?"
_BETWEEN = rf"(?:(?!{_LAST}{_FIELD}[^<]|{_FIRST}{_FIELD}[^<]|\n\s{{0,12}}-\s)[^{{}}\[\]]){{0,160}}?"
"""What stands between two fields of one author, and not of two."""
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae"})


class Terms:
    """Finds terms in texts: as whole words, whatever their case, in the forms that names take."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = {form: term for term in terms if term.strip() for form in _forms(term)}
        # a text without the longest word of any form holds none
        self._words = {max(form.split(_GAP), key=len) for form in self._terms}
        alternatives = [*map(_bounded, sorted(self._terms, key=len, reverse=True)), *_fields_of(self._terms)]
        self._pattern = re.compile("|".join(alternatives) or r"(?!)", re.IGNORECASE)

    def found_in(self, text: str) -> dict[int, tuple[int, str]]:
        """Column and text of the first term of each line that has one, by the number of the line.

        The column is that in the line without accents where the term has some only there.
        """
        found: dict[int, tuple[int, str]] = {}
        for form in dict.fromkeys((text, plain(text))):
            small = form.lower()
            if not any(word in small for word in self._words):
                continue
            line, start = 1, 0
            for match in self._pattern.finditer(form):
                line += form.count("\n", start, match.start())
                start = match.start()
                if line not in found:
                    found[line] = (start - form.rfind("\n", 0, start), " ".join(match[0].split()))
        return dict(sorted(found.items()))

    def bytes_forms(self) -> list[bytes]:
        """What stands in a file that is no text, in small letters, as UTF-8 and as UTF-16."""
        literal = [form.replace(_GAP, " ") for form in self._terms]
        return [form.encode(encoding) for form in literal for encoding in ("utf-8", "utf-16-le")]


def plain(text: str) -> str:
    """A text without accents, those of LaTeX included."""
    if "\\" in text:
        text = _ACCENT.sub(r"\1", text)
    if text.isascii():
        return text
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


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


def _fields_of(forms: Iterable[str]) -> Iterator[str]:
    """A name in two fields, as files that say how to cite write it: family and given name, in either order."""
    for form in forms:
        last, comma, first = form.partition(f",{_GAP}")
        # an initial by itself is in every other name
        if comma and not first.endswith("."):
            last = rf"{_LAST}{_FIELD}(?:[\w'-]{{1,10}} ){{0,2}}{_bounded(last)}"
            first = rf"{_FIRST}{_FIELD}{_bounded(first)}"
            yield rf"(?:{last}{_BETWEEN}{first}|{first}{_BETWEEN}{last})"


def _bounded(form: str) -> str:
    body = re.escape(form).replace(re.escape(_GAP), r"[\s_~]{1,4}")
    # scripts without spaces between words have no whole words to look for
    if not any(letter.isascii() and letter.isalnum() for letter in form):
        return body
    return rf"(?<![^\W_]){body}(?![^\W_])"
