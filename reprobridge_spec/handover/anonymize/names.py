"""Tells which words of a line about authors are names of people and of institutions, and which may be any words."""

from collections.abc import Iterator

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.anonymize.words import is_institution
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.known_owners import is_neutral, names_nobody

_APART = lazy_pattern(r"\s*(?:[;&|/]|\\\\|\\and\b|\b(?:and|und|et|with|at)\b|\n)\s*")
_BEHIND = lazy_pattern(r"\s*(?:[<(\[{$\\].*|,?\s*\bet al\b.*|\b(?:https?|www)\b.*)$")
_WORD = lazy_pattern(r"[^\W\d_](?:[^\W\d_]|[.'\u2019-])*")
_FULL_STOP = lazy_pattern(r"(?<![\s.]\w)\.$")
"""The end of a sentence, and not of an initial."""
_OF_NAMES = """
van von der den de del della da di dos du la le ten ter zu al el bin ibn of
"""
_PARTICLES = frozenset(_OF_NAMES.split())
_OF_ALL = """
a ai all an art based benchmark big by code computer contributors data dataset deep demo ema engine experiment
experiments for framework free full general good image images intelligence internal joint language large last learning
library machine main me model models network networks neural new no none not open our paper papers project research
researcher researchers results reserved rights robot robotics run science sciences script scripts see self software
source speech state student students study system systems team test text the this time tool tools training unknown
users version vision work your
"""
_USUAL = frozenset(_OF_ALL.split())
_MOST_WORDS = 4
_MOST_OF_INSTITUTION = 7
_SHORT = 4
"""Names by themselves that are shorter stand in every text."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name.

    Attributes:
        what: whose it is, in words, with an article.
        is_institution: whether it is none of a person.
        is_certain: whether it stands for nobody else, and is no word, wherever it is.
    """

    text: str
    what: str
    is_institution: bool = False
    is_certain: bool = True


def names_in(text: str, what: str) -> Iterator[Name]:
    """The names in what a line says of authors, such as `Jane Doe <j@x.org> and Rick Roe, Sample University`."""
    for part in _APART.split(text):
        for piece in _pieces(_BEHIND.sub("", part.replace("~", " ")).strip(" ,*'\"")):
            if not (names_nobody(piece) or is_neutral(piece)):
                yield from _name(piece, what)


def _pieces(text: str) -> list[str]:
    """What commas part, save the one between the names of one person, the last first."""
    pieces = [_FULL_STOP.sub("", " ".join(piece.split())) for piece in text.split(",") if piece.strip(" .")]
    is_one = len(pieces) == 2 and not any(map(is_institution, pieces)) and _is_last_first(*pieces)  # noqa: PLR2004
    return [f"{pieces[1]} {pieces[0]}"] if is_one else pieces


def _is_last_first(last: str, first: str) -> bool:
    given, family = first.split(), [word for word in last.split() if word.lower() not in _PARTICLES]
    are_initials = all(len(word.strip(".")) == 1 for word in given)
    # an abbreviation is no given name
    return len(family) == 1 and len(given) <= 2 and (are_initials or not any(word.isupper() for word in given[:1]))  # noqa: PLR2004


def _name(text: str, what: str) -> Iterator[Name]:
    words = text.split()
    if is_institution(text):
        own = [word for word in words if not (is_institution(word) or word.lower() in _USUAL | _PARTICLES)]
        if 1 < len(words) <= _MOST_OF_INSTITUTION and own and own[0][0].isupper():
            yield Name(text, what, is_institution=True)
    elif len(words) <= _MOST_WORDS and all(_WORD.fullmatch(word) for word in words):
        is_certain = len(words) > 1 and _is_person(words)
        if is_certain or len(text) >= _SHORT:
            yield Name(text, what, is_certain=is_certain)


def _is_person(words: list[str]) -> bool:
    """Whether it is written as a name, and none of its words is one that texts like these are full of."""
    own = [word for word in words if word.lower() not in _PARTICLES]
    long = [word for word in own if len(word.strip(".")) > 1]
    return (
        len(own) > 1
        and bool(long)
        and all(word[0].isupper() for word in own)
        and not any(word.lower() in _USUAL for word in own)
    )
