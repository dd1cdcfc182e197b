"""The neutral words that stand for names: one for each, the same everywhere, in the form that the name has there."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import assert_never

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.seal import SealedWord
from reprobridge_spec.rules.identity.base import Sort
from reprobridge_spec.rules.identity.search import Given

_INSTITUTION = lazy_pattern(
    r"\b(?:universit\w*|institut\w*|college|school|laborator\w*|labs?|department|dept|faculty|cent(?:er|re)|academy"
    r"|hospital|inc|llc|ltd|gmbh|corp\w*|company|group|eth|hochschule|research|foundation|polytechni\w*|ecole|école"
    r"|max planck)\b",
    re.IGNORECASE,
)
_DOMAIN = lazy_pattern(r"[\w-]+(?:\.[\w-]+)+")
_SEVERAL = lazy_pattern(r"[\s,~]")
_NO_ORCID = "0000-0000-0000-0000"
_FILLING = "x"
_SHORT = 4
"""Accounts that are shorter stand in every text."""


class Style(StrEnum):
    """How the word for a text looks."""

    AUTHOR = "author"
    INSTITUTION = "institution"
    ACCOUNT = "account"
    DOMAIN = "domain"
    ADDRESS = "address"
    REPOSITORY = "repository"
    ORCID = "orcid"
    KEY = "key"
    KERNEL = "kernel"


class Words:
    """Gives each text its word; numbers count up in the order in which texts are met.

    Attributes:
        told: what was given for what.
        accounts: the accounts among them that were found without terms.
    """

    def __init__(self, styles: Mapping[str, Style], whats: Mapping[str, str] | None = None) -> None:
        """Words for texts.

        Args:
            styles: of terms, where they cannot be told from the terms themselves.
            whats: what terms are, where the artifact says so itself.
        """
        self._styles = styles
        self._whats = whats or {}
        self._numbers: dict[str, int] = {}
        self.told: dict[str, SealedWord] = {}
        self.accounts: dict[str, None] = {}

    def word(self, given: Given, literal: str) -> str:
        """What stands for `literal`, which is at a place that was found."""
        key = given.term or " ".join(literal.split()).lower()
        number = self._numbers.setdefault(key, len(self._numbers) + 1)
        style = self._styles.get(key) or _style(given, key)
        if key not in self.told:
            if style is Style.ACCOUNT and given.sort is Sort.ACCOUNT and len(key) >= _SHORT:
                self.accounts[key] = None
            self.told[key] = SealedWord(
                text=key, word=written(style, number, key), what=self._whats.get(key, given.what)
            )
        return written(style, number, literal)


def _style(given: Given, key: str) -> Style:
    match given.sort:
        case None:
            return style_of(key)
        case Sort.PERSON:
            return Style.INSTITUTION if is_institution(key) else Style.AUTHOR
        case Sort.ADDRESS:
            return Style.ADDRESS
        case Sort.HOST:
            return Style.DOMAIN if "." in key else Style.ACCOUNT
        case Sort.ACCOUNT | Sort.GRANT | Sort.SHARE:
            return Style.ACCOUNT
        case Sort.ORCID:
            return Style.ORCID
        case Sort.KEY:
            return Style.KEY
        case Sort.KERNEL:
            return Style.KERNEL
        case _:
            assert_never(given.sort)


def style_of(term: str) -> Style:
    """The style of a term, as it looks."""
    if "@" in term:
        return Style.ADDRESS
    if "/" in term:
        return Style.REPOSITORY
    if is_institution(term):
        return Style.INSTITUTION
    if _DOMAIN.fullmatch(term):
        return Style.DOMAIN
    return Style.AUTHOR if _SEVERAL.search(term) else Style.ACCOUNT


def is_institution(name: str) -> bool:
    """Whether a name is one of an institution."""
    return _INSTITUTION.search(name) is not None


def written(style: Style, number: int, literal: str) -> str:
    """The word of a number in the form that a text has there."""
    match style:
        case Style.AUTHOR | Style.INSTITUTION:
            return _as_name(style.value, number, literal)
        case Style.ACCOUNT:
            return _as_letters(f"anonymous{number}", literal)
        case Style.DOMAIN:
            return f"anonymous{number}.example.org"
        case Style.ADDRESS:
            return f"anonymous{number}@example.org"
        case Style.REPOSITORY:
            return f"anonymous{number}/repository"
        case Style.ORCID:
            return _NO_ORCID
        case Style.KEY:
            return "anonymous"
        case Style.KERNEL:
            return "python3"
        case _:
            assert_never(style)


def _as_name(base: str, number: int, literal: str) -> str:
    """As the name is written: with spaces, joined by a sign, or as one word, which stays a word of any language."""
    if _SEVERAL.search(literal) or literal.istitle():
        return f"{base.capitalize()}-{number}"
    for sign in ("_", "-", "."):
        if sign in literal:
            return _as_letters(f"{base}{sign}{number}", literal)
    return _as_letters(f"{base}{number}", literal)


def _as_letters(word: str, literal: str) -> str:
    if literal.isupper():
        return word.upper()
    return word.capitalize() if literal[:1].isupper() and not literal.islower() else word


def fitted(word: str, length: int, *, exactly: bool) -> str:
    """A word that is no longer than `length`, or exactly that long."""
    compact = word if len(word) <= length and not exactly else word.replace("-", "").replace("@example.org", "")
    return compact[:length].ljust(length, _FILLING) if exactly else compact[:length]
