"""Advice for a path at which there is no file."""

import difflib
from collections.abc import Iterable

from reprobridge_spec.lazy_pattern import lazy_pattern

_NUMBERS = lazy_pattern(r"\d+")
_WORDS = lazy_pattern(r"[^\W_]+")
_CUTOFF = 0.8
"""Likeness of names from which on one is taken for a slip of the other: one letter of five."""
_CANDIDATES = 5
_SUFFIXES = {"yml": "yaml", "jpeg": "jpg", "markdown": "md", "htm": "html"}
"""Ends of names that mean the same."""


def near_path(named: str, known: Iterable[str], *, otherwise: str) -> str:
    """Asks for the known file that may be meant by `named`; `otherwise` where none is near.

    What counts is the last part of the path: a file beside it is no slip of it, however much of the path they share.
    """
    stem, suffix = _name(named)
    by_letters: dict[str, list[str]] = {}
    for path in known:
        other, its_suffix = _name(path)
        if its_suffix == suffix:
            by_letters.setdefault(_letters(other), []).append(path)
    letters = difflib.get_close_matches(_letters(stem), by_letters, n=_CANDIDATES, cutoff=_CUTOFF)
    paths = [path for one in letters for path in by_letters[one] if _is_near(stem, _name(path)[0])]
    if not paths:
        return otherwise
    # the likest names come first; among those of one name, the likest path
    first = [path for path in paths if _letters(_name(path)[0]) == _letters(_name(paths[0])[0])]
    return f"Did you mean `{difflib.get_close_matches(named, first, n=1, cutoff=0.0)[0]}`?"


def _name(path: str) -> tuple[str, str]:
    """The last part of a path, in small letters: what stands before its suffix, and the suffix."""
    stem, _, suffix = path.rpartition("/")[2].lower().rpartition(".")
    return (stem, _SUFFIXES.get(suffix, suffix)) if stem else (suffix, "")


def _letters(stem: str) -> str:
    return "".join(character for character in stem if character.isalnum())


def _is_near(stem: str, other: str) -> bool:
    """Whether two names have the same numbers, and words that are near one by one."""
    if _NUMBERS.findall(stem) != _NUMBERS.findall(other):
        return False
    words, its_words = _WORDS.findall(stem), _WORDS.findall(other)
    if len(words) != len(its_words):
        return True
    pairs = zip(words, its_words, strict=True)
    return all(difflib.SequenceMatcher(None, one, its).ratio() >= _CUTOFF for one, its in pairs)
