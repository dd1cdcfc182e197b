"""The forms in which the name of a person is written: its orders, its initials and its accounts."""

import re
from collections.abc import Iterator
from itertools import takewhile

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

GAP = "\0"
"""Stands in a form where words are apart: by a space, an underscore, a line end, or nothing that counts."""
SEAM = "\1"
"""Stands in a form between the parts of one word, which a hyphen, an apostrophe, a space or nothing joins."""
NUMBERED = "\2"
"""Ends a form that a number may follow, as accounts and profiles have one where a name is taken."""
_SHORT_ACCOUNT = 4
"""Accounts made of an initial and a name are looked for from this length on; shorter ones are words."""
_MOST_WORDS = 6
_JOINT = lazy_pattern("[-'\u2010\u2011\u2018\u2019\u02bc\u00b4`]")
_INITIALS = lazy_pattern(r"(?:[^\W\d_]\.-?){2,4}")
_PARTICLES_OF_NAMES = """
van von der den dem de del della dello di da das do dos du des la las le les lo el al ul bin ibn ben bint ter ten te
tot zu zum zur af av of y e i san st 't d'
"""
_PARTICLES = frozenset(_PARTICLES_OF_NAMES.split())
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "ph.d", "md", "m.d", "msc", "m.sc", "esq"})
_WORDS_OF_PLACES = """
university universitat universite universidad institute institut college school laboratory laboratories lab labs
department faculty center centre academy hospital group company inc llc ltd gmbh foundation research hochschule
"""
_NO_PERSON = frozenset(_WORDS_OF_PLACES.split())
_TITLES = frozenset({"dr", "prof", "professor", "mr", "mrs", "ms", "mx", "sir"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """The parts of a name, in small letters, each word with its seams.

    Attributes:
        given: given names and initials, at least one.
        particles: what belongs to the family name and is left out in some orders.
        family: the family name itself.
    """

    given: tuple[str, ...]
    particles: tuple[str, ...]
    family: str

    @property
    def whole_family(self) -> str:
        """The family name with its particles."""
        return SEAM.join((*self.particles, self.family))


def forms_of_name(text: str) -> Iterator[str]:
    """The forms of a name of two to six words, in small letters; nothing where it is none."""
    name = _name_of(text)
    if name is not None:
        for family in dict.fromkeys((name.whole_family, name.family)):
            yield from _in_full(name, family)
            yield from _with_initials(name, family)
        yield from _accounts(name)


def _name_of(text: str) -> Name | None:
    parts = [part.split() for part in text.split(",")]
    head, *behind = [kept for part in parts if (kept := [*filter(None, map(_word, _without_extras(part)))])] or [[]]
    words = [*head, *(word for part in behind for word in part)]
    if not 1 < len(words) <= _MOST_WORDS or not all(map(_is_word, words)) or not _NO_PERSON.isdisjoint(words):
        return None
    if behind:
        given = [word for word in behind[0] if word not in _PARTICLES]
        late = [word for word in behind[0] if word in _PARTICLES]
        early = list(takewhile(_PARTICLES.__contains__, head[:-1]))
        return _made(given, (*late, *early), SEAM.join(head[len(early) :]))
    # a particle stands behind a given name; as the first word it is one itself
    first = next((place for place, word in enumerate(head[1:-1], 1) if word in _PARTICLES), len(head) - 1)
    particles = tuple(takewhile(_PARTICLES.__contains__, head[first:-1]))
    return _made(head[:first], particles, SEAM.join(head[first + len(particles) :]))


def _made(given: list[str], particles: tuple[str, ...], family: str) -> Name | None:
    joined = [SEAM.join(_pieces(word)) for word in given]
    family = SEAM.join(_pieces(family))
    return Name(given=tuple(joined), particles=particles, family=family) if joined and family else None


def _without_extras(words: list[str]) -> list[str]:
    """Without titles and suffixes, and with the initials of `J.R.` apart."""
    kept = [word for word in words if word.strip(".") not in _TITLES | _SUFFIXES]
    return [one for word in kept for one in (_letters(word) if _INITIALS.fullmatch(word) else [word])]


def _letters(word: str) -> list[str]:
    return [letter for letter in word if letter.isalpha()]


def _word(word: str) -> str:
    return word.strip(".")


def _pieces(word: str) -> list[str]:
    return [piece for piece in re.split(f"{_JOINT.pattern}|{SEAM}", word) if piece]


def _is_word(word: str) -> bool:
    return all(piece.isalpha() for piece in _pieces(word)) and bool(_pieces(word))


def _in_full(name: Name, family: str) -> Iterator[str]:
    first, middle = name.given[0], name.given[1:]
    late = GAP.join(name.particles) if family != name.whole_family else ""
    short = [word[0] + "." for word in middle]
    for given in {first, GAP.join(name.given), GAP.join((first, *short)), GAP.join((first, *(s[0] for s in short)))}:
        yield f"{given}{GAP}{family}{NUMBERED}"
        yield f"{family},{GAP}{given}" + (f"{GAP}{late}" if late else "")
    # of three words, the second may be a given name or a part of the family name
    if len(middle) == 1 and len(middle[0]) > 1:
        yield from (f"{middle[0]}{SEAM}{family},{GAP}{first}", f"{first[0]}.{GAP}{middle[0]}{GAP}{family}")
    if len(first) > 1:
        yield f"{family}{GAP}{first}"


def _with_initials(name: Name, family: str) -> Iterator[str]:
    first = name.given[0]
    if len(_pieces(family)[-1]) == 1:
        return
    letters = [piece[0] for word in name.given for piece in _pieces(word)]
    initials = SEAM.join(f"{letter}." for letter in letters)
    for given in dict.fromkeys((f"{first[0]}.", initials)):
        yield from (f"{given}{GAP}{family}", f"{family},{GAP}{given}")
    if len(letters) > 1:
        yield from (f"{''.join(letters)}{GAP}{family}", f"{family},{GAP}{''.join(letters)}")
        yield f"{family}{GAP}{''.join(letters)}"


def _accounts(name: Name) -> Iterator[str]:
    first, family = name.given[0], name.whole_family
    # a compound given name is often shortened to its first part
    for given in dict.fromkeys((first, _pieces(first)[0])):
        if len(given) > 1:
            yield from (f"{given}{sign}{family}{NUMBERED}" for sign in ("", ".", "-"))
            yield from (f"{family}{sign}{given}" for sign in (".", "-"))
    last = family.replace(SEAM, "")
    letters = [piece[0] for word in name.given for piece in _pieces(word)]
    for initials in dict.fromkeys((first[0], "".join(letters))):
        if len(last) + 1 >= _SHORT_ACCOUNT:
            yield initials + family
    if name.particles:
        yield first[0] + "".join(particle[0] for particle in name.particles) + name.family
