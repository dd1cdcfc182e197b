"""Advice for a name that is not known."""

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str], *, otherwise: str) -> str:
    """Asks for the nearest known name; `otherwise` where none is near."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"Did you mean `{close[0]}`?" if close else otherwise
