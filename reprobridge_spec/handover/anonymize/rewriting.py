"""Works out what has to change in one file so that it gives nobody away, or why that cannot be done."""

import re
from collections.abc import Iterable

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.anonymize.words import Words, fitted
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.seal import SealedEdit, SealedRename
from reprobridge_spec.rules.identity.base import Scope, Sort
from reprobridge_spec.rules.identity.search import Given, in_path, in_view
from reprobridge_spec.rules.identity.views import INSIDE, Member, View, views
from reprobridge_spec.rules.identity_terms import Terms

_BETWEEN = lazy_pattern(r"(?:[\W_]|\b(?:and|und|et|al|at|with|the|authors|contributors|others)\b)*", re.IGNORECASE)
"""What stands between names and names nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is looked for, and the words for it.

    Attributes:
        keep: texts in small letters that stay.
    """

    scope: Scope
    terms: Terms
    words: Words
    keep: frozenset[str] = frozenset()

    def kept(self, found: Iterable[Given]) -> list[Given]:
        """What has to go."""
        return [given for given in found if given.text.lower() not in self.keep and _last(given.text) not in self.keep]


def _last(text: str) -> str:
    """The user's part of a home folder."""
    return text.replace("\\", "/").rpartition("/")[2].lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriting:
    """What changes in a file.

    Attributes:
        problems: what gives somebody away and cannot be taken out, each with the reason.
    """

    edits: tuple[SealedEdit, ...] = ()
    renamed: tuple[SealedRename, ...] = ()
    problems: tuple[str, ...] = ()


def rewriting(path: str, data: bytes, search: Search) -> Rewriting:
    """What has to change in a file."""
    edits: list[SealedEdit] = []
    renamed: list[SealedRename] = []
    problems: list[str] = []
    for view in views(path, data):
        if isinstance(view, Member):
            new = new_path(view.name, search)
            if new != view.name:
                renamed.append(SealedRename(part=list(view.parts), name=view.name, to=new))
            continue
        found = search.kept(in_view(view, search.scope, search.terms))
        if view.stays:
            problems += [f"`{view.path}` holds {one.what} `{one.text}`, and {view.stays}" for one in found[:1]]
        else:
            edits += [
                _edit(view, one, search.words) for given in found for one in _one_by_one(view, given, search.terms)
            ]
    paths = [one.to for one in renamed]
    problems += [
        f"`{path}{INSIDE}{twin}` would be there twice" for twin in {one for one in paths if paths.count(one) > 1}
    ]
    return Rewriting(edits=tuple(edits), renamed=tuple(renamed), problems=tuple(problems))


def _one_by_one(view: View, given: Given, terms: Terms) -> list[Given]:
    """The names in a line of people, where it holds nothing else, so that each keeps its own word there."""
    literal = view.coded.text[given.start : given.end]
    places = terms.places(literal) if given.sort is Sort.PERSON else []
    ends = [0, *(place.end for place in places)]
    rest = " ".join(literal[end:start] for end, start in zip(ends, [*(one.start for one in places), None], strict=True))
    if not places or not _BETWEEN.fullmatch(rest):
        return [given]
    return [
        Given(
            start=given.start + place.start,
            end=given.start + place.end,
            what=given.what,
            text=place.shown,
            term=place.term,
        )
        for place in places
    ]


def _edit(view: View, given: Given, words: Words) -> SealedEdit:
    literal = view.coded.text[given.start : given.end]
    word = words.word(given, literal)
    if view.is_fixed:
        word = fitted(word, len(literal), exactly=not view.is_text)
    return SealedEdit(part=list(view.parts), at=given.start, length=given.end - given.start, text=word)


def new_path(path: str, search: Search) -> str:
    """A path in which nothing gives somebody away."""
    made, done = [], 0
    for given in search.kept(in_path(path, search.terms)):
        made += [path[done : given.start], search.words.word(given, path[given.start : given.end])]
        done = given.end
    return "".join((*made, path[done:]))
