"""Advice for a name that is not known."""

import difflib
from collections.abc import Iterable

_MANY = 20


def nearest(name: str, known: Iterable[str], *, otherwise: str) -> str:
    """Asks for the nearest known name; `otherwise` where none is near."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"Did you mean `{close[0]}`?" if close else otherwise


def one_of(name: str, known: Iterable[str]) -> str:
    """Asks for the nearest known name, or tells which there are where none is near."""
    names = list(known)
    there = ", ".join(names[:_MANY]) + (" and others" if len(names) > _MANY else "")
    return nearest(name, names, otherwise=f"There are: {there}." if names else "There is none.")
