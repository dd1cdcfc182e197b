"""What a sealed mapping may change: names become neutral words, and digests those of what they are taken over.

A mapping comes from the authors, and could say of any file that it becomes any other. So nothing of it is believed:
each of its changes has to be one that `anonymize` makes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from reprobridge_spec.documents.parts.forms import is_known
from reprobridge_spec.documents.text_coding import Coded, coded
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.anonymize.words import Style, fitted, written
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.seal import SealedEdit, SealedFile, SealedWord
from reprobridge_spec.rules.identity.views import View, views
from reprobridge_spec.rules.identity_terms import Terms

_NUMBER = lazy_pattern(r"\d+")
_IDENTIFIER = lazy_pattern(r"\d{4}\.\d{4,5}|\d{1,3}(?:\.\d{1,3}){3}|\d[\d/-]{2,}\d")
"""A name without letters, such as that of a paper, a machine, a grant or an account: no share, and no small number."""
_SHOWN = 60


def faults_of_words(words: Sequence[SealedWord]) -> Iterator[str]:
    """Why words of a mapping are none, in sentences."""
    seen: dict[str, str] = {}
    for word in words:
        styles = _Word(word).styles
        if not styles:
            yield f"`{word.word}`, which stands for `{_short(word.text)}`, is no neutral word"
        elif not (any(letter.isalpha() for letter in word.text) or _IDENTIFIER.fullmatch(word.text)):
            yield f"`{_short(word.text)}`, for which `{word.word}` stands, names nobody"
        elif styles.isdisjoint(_SHARED) and seen.setdefault(word.word.lower(), word.text) != word.text:
            yield f"`{word.word}` stands for `{_short(word.text)}`, and for `{_short(seen[word.word.lower()])}` as well"


_SHARED = frozenset({Style.ORCID, Style.KEY, Style.KERNEL})
"""Styles of which all words are the same."""


class _Word:
    """A word of a mapping, and where its text stands."""

    def __init__(self, word: SealedWord) -> None:
        self.text = word.text
        self._key = _key(word.text)
        number = _NUMBER.search(word.word)
        self.number = int(number[0][:9]) if number else 0
        self.styles = frozenset(style for style in Style if written(style, self.number, word.text) == word.word)
        self._terms: Terms | None = None
        self._last: tuple[str, frozenset[tuple[int, int]]] = ("", frozenset())

    def forms(self, literal: str) -> Iterator[str]:
        """The words that may stand for a text."""
        return (written(style, self.number, literal) for style in self.styles)

    def stands_at(self, text: str, start: int, end: int) -> bool:
        """Whether the text, in one of the forms that names have, is what stands there."""
        literal = text[start:end]
        if _key(literal) == self._key or (0, len(literal)) in self._spans(literal):
            return True
        # of a name in two fields, each stands there because of the other
        if self._last[0] != text:
            self._last = (text, self._spans(text))
        return (start, end) in self._last[1]

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands."""
        yield from self._spans(text)
        small, key = text.lower(), self.text.lower()
        at = small.find(key)
        while at >= 0 and len(small) == len(text):
            yield at, at + len(key)
            at = small.find(key, at + 1)

    def _spans(self, text: str) -> frozenset[tuple[int, int]]:
        if self._terms is None:
            self._terms = Terms([self.text])
        return frozenset((place.start, place.end) for place in self._terms.places(text))


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a place may be written."""

    is_fixed: bool
    is_text: bool

    def fitted(self, word: _Word, literal: str) -> set[str]:
        """What may stand for a text there."""
        forms = set(word.forms(literal))
        return {fitted(form, len(literal), exactly=not self.is_text) for form in forms} if self.is_fixed else forms


class Permitted:
    """Tells which changes of a mapping are such as `anonymize` makes."""

    def __init__(self, words: Sequence[SealedWord], pairs: Mapping[str, str]) -> None:
        """What may take the place of what.

        Args:
            words: those of the mapping.
            pairs: digests of the anonymous artifact by those of the named one, taken over both.
        """
        self._words = [_Word(word) for word in words]
        self._pairs = pairs
        self._without_number = [word for word in self._words if word.styles & _SHARED]
        self._by_number: dict[int, list[_Word]] = {}
        for word in self._words:
            self._by_number.setdefault(word.number, []).append(word)
        self._known: dict[tuple[str, str, _Kind], list[_Word]] = {}

    def fault_in(self, file: SealedFile, data: bytes) -> str:
        """Why the edits of a file are others, in a sentence; empty where they are none."""
        texts = {view.parts: view for view in views(file.path, data) if isinstance(view, View) and not view.stays}
        for edit in file.edits:
            view = texts.get(tuple(edit.part))
            text = view.coded.text if view else _whole(data) if not edit.part else ""
            literal = text[edit.at : edit.at + edit.length]
            if self._pairs.get(literal) == edit.text:
                continue
            if view is None or not self._is_word(view, literal, edit):
                return (
                    f"the mapping puts `{_short(edit.text)}` in the place of `{_short(literal)}`,"
                    " which is neither a neutral word for a name nor a digest that became another"
                )
        for one in file.renamed:
            if not self.may_be_called(one.name, one.to):
                return f"the mapping calls `{one.name}` in it `{one.to}`, which is more than neutral words for names"
        return ""

    def _is_word(self, view: View, literal: str, edit: SealedEdit) -> bool:
        kind = _Kind(is_fixed=view.is_fixed, is_text=view.is_text)
        words = self._known.get((literal, edit.text, kind))
        if words is None:
            words = [word for word in self._near(edit.text, kind) if edit.text in kind.fitted(word, literal)]
            self._known[literal, edit.text, kind] = words
        return any(word.stands_at(view.coded.text, edit.at, edit.at + edit.length) for word in words)

    def _near(self, text: str, kind: _Kind) -> Iterable[_Word]:
        """Words that may have become a text: by its number, unless that may have been cut off."""
        if kind.is_fixed:
            return self._words
        numbers = {int(match[0][:9]) for match in _NUMBER.finditer(text)}
        return chain(self._without_number, *(self._by_number.get(number, ()) for number in numbers))

    def may_be_called(self, path: str, to: str) -> bool:
        """Whether a path becomes another by neutral words alone."""
        if path == to:
            return True
        choices: dict[int, list[tuple[int, str]]] = {}
        for word in self._words:
            for start, end in word.places(path.replace("\n", " ")):
                choices.setdefault(start, []).extend((end, form) for form in word.forms(path[start:end]))
        reached = {(0, 0)}
        for start in range(len(path)):
            here = {there for at, there in reached if at == start}
            reached |= {(start + 1, there + 1) for there in here if to[there : there + 1] == path[start]}
            for end, form in choices.get(start, ()):
                reached |= {(end, there + len(form)) for there in here if to.startswith(form, there)}
        return (len(path), len(to)) in reached


def _whole(data: bytes) -> str:
    """A file that has parts, as digests are looked for in it."""
    text = None if is_known(data) else coded(data)
    return (text or Coded(data.decode("latin-1"), b"", "latin-1")).text


def _key(literal: str) -> str:
    return " ".join(literal.split()).lower()


def _short(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= _SHOWN else f"{one[:_SHOWN]}…"
