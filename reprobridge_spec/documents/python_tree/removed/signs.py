"""Whether a file may use anything that was removed, told by its words: most files need not be parsed for it."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from reprobridge_spec.documents.python_tree.removed.base import Removal
from reprobridge_spec.documents.python_tree.removed.table import REMOVALS
from reprobridge_spec.lazy_pattern import lazy_pattern

_BELOW = lazy_pattern(rb"\.[ \t]{0,4}([A-Za-z_]\w*)")
_IMPORT = lazy_pattern(rb"^[^\n'\"#]{0,400}?\bimport\b(?:[ \t]{0,40}\([^)]*|[^\n]*)", re.MULTILINE)
_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_BUILT_IN = lazy_pattern(
    rb"(?<![\w.])(?:basestring|raw_input|unichr|unicode|xrange|(?:cmp|execfile|file|long|reduce)[ \t]{0,4}\()"
)


def may_use(data: bytes) -> bool:
    """Whether the bytes of a file may use anything that was removed.

    False is sure but for a dotted name that is broken over lines behind its dot.
    """
    if _BUILT_IN.search(data):
        return True
    imported = {word for line in _IMPORT.findall(data) for word in _WORD.findall(line)}
    signs, keywords = _signs(), _keywords()
    named = {*_BELOW.findall(data), *imported} & signs.keys()
    return any(signs[word] & imported for word in named) or any(
        word in data for word, packages in keywords.items() if packages & imported
    )


@cache
def _signs() -> Mapping[bytes, frozenset[bytes]]:
    """The last word of each name, and the packages that it is of."""
    return _by_word((removal.name.rpartition(".")[2], removal) for removal in REMOVALS if _is_by_name(removal))


@cache
def _keywords() -> Mapping[bytes, frozenset[bytes]]:
    """Each keyword, and the packages that took it."""
    return _by_word((removal.keyword, removal) for removal in REMOVALS if not _is_by_name(removal) and removal.keyword)


def _is_by_name(removal: Removal) -> bool:
    return removal.keyword is None or removal.is_missing or removal.place is not None


def _by_word(pairs: Iterable[tuple[str, Removal]]) -> Mapping[bytes, frozenset[bytes]]:
    found: dict[bytes, set[bytes]] = {}
    for word, removal in pairs:
        found.setdefault(word.encode(), set()).add(removal.name.partition(".")[0].encode())
    return {word: frozenset(packages) for word, packages in found.items()}
