"""Names that some place of an artifact says are its authors', so that they can be taken out of all other places."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.anonymize.making import WHOLE, read_whole
from reprobridge_spec.handover.anonymize.names import Name, names_in
from reprobridge_spec.handover.anonymize.rewriting import Search
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Sort
from reprobridge_spec.rules.identity.search import Given, without_terms
from reprobridge_spec.rules.identity.views import View, views
from reprobridge_spec.rules.identity_terms import Terms

_FAMILY = lazy_pattern(r"(?i:family|sur|last)[-_ ]?(?i:names?)[\"']?\s{0,4}[:=]\s{0,4}[\"']?$")
_GIVEN = lazy_pattern(r"(?i:given|first|fore)[-_ ]?(?i:names?)[\"']?\s{0,4}[:=]\s{0,4}[\"']?$")
_FIELD = 40
"""A field's name is no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What the artifact says by itself.

    Attributes:
        names: names, each to be taken out wherever it stands, with what it is.
        doubtful: names that may be words: they are taken out only where something says that they are names.
    """

    names: dict[str, Name]
    doubtful: tuple[str, ...]


def learned(files: ArtifactFiles, search: Search) -> Learned:
    """The names in all files that are read as a whole, without those that terms cover.

    Raises:
        NotDoneError: a file cannot be read.
    """
    found: dict[str, Name] = {}
    for path, entry in files.entries.items():
        if entry.kind is Kind.FILE and entry.size <= WHOLE:
            for view in views(path, read_whole(files, path)):
                if isinstance(view, View):
                    found |= {name.text: name for name in _in_view(view, search)}
    known = sorted((name for name in found.values() if name.is_certain), key=lambda name: (-len(name.text), name.text))
    names: dict[str, Name] = {}
    for name in known:
        if not _is_covered(name.text, (search.terms, Terms(names))):
            names[name.text] = name
    covering = (search.terms, Terms(names))
    doubtful = sorted(name.text for name in found.values() if not name.is_certain)
    return Learned(names=names, doubtful=tuple(text for text in doubtful if not _is_covered(text, covering)))


def _is_covered(text: str, terms: Iterable[Terms]) -> bool:
    return any((place.start, place.end) == (0, len(text)) for one in terms for place in one.places(text))


def _in_view(view: View, search: Search) -> Iterator[Name]:
    people = [given for given in search.kept(without_terms(view, search.scope)) if given.sort is Sort.PERSON]
    fields = _in_fields(view.coded.text, people)
    for given in people:
        if given not in fields:
            yield from names_in(given.text, given.what)
    yield from _joined(view.coded.text, fields)


def _in_fields(text: str, people: list[Given]) -> list[Given]:
    """Those of which a field holds the family name, or the given names."""
    return [one for one in people if _FAMILY.search(_before(text, one)) or _GIVEN.search(_before(text, one))]


def _before(text: str, given: Given) -> str:
    return text[max(0, given.start - _FIELD) : given.start]


def _joined(text: str, fields: list[Given]) -> Iterator[Name]:
    """Names of which each part has its field."""
    waiting: Given | None = None
    for one in sorted(fields, key=lambda one: one.start):
        is_family = _FAMILY.search(_before(text, one)) is not None
        if waiting is None or is_family == (_FAMILY.search(_before(text, waiting)) is not None):
            waiting = one
            continue
        first, last = (waiting, one) if is_family else (one, waiting)
        yield from names_in(f"{first.text} {last.text}", one.what)
        waiting = None
