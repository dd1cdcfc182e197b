"""Globs over paths with `/`: `*` and `?` within a step, `**` over any number of steps."""

import re
from collections.abc import Iterable
from functools import cache


def matches(path: str, globs: Iterable[str]) -> bool:
    """Whether one of `globs` is the whole `path`; one that ends in `/` means all below."""
    return any(_compiled(glob).fullmatch(path) for glob in globs)


@cache
def _compiled(glob: str) -> re.Pattern[str]:
    pattern, position = "", 0
    text = glob + "**" if glob.endswith("/") else glob
    while position < len(text):
        if text.startswith("**/", position):
            pattern, position = pattern + "(?:[^/]+/)*", position + 3
        elif text.startswith("**", position):
            pattern, position = pattern + ".*", position + 2
        elif text[position] in "*?":
            pattern, position = pattern + ("[^/]*" if text[position] == "*" else "[^/]"), position + 1
        else:
            pattern, position = pattern + re.escape(text[position]), position + 1
    return re.compile(pattern, re.DOTALL)
