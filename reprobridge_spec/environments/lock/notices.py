"""What an index said while a tool resolved, and a person should know: releases that were yanked."""

import re

_BY_UV = re.compile(r"warning: `(?P<what>[^`\n]+)` is yanked(?: \(reason: \"(?P<why>[^\n]*)\"\))?")
_BY_PIP = re.compile(
    r"yanked version: '(?P<name>[^'\n]+)' candidate \(version (?P<version>\S+) [^\n]*"
    r"(?:\n\s*Reason for being yanked: (?P<why>[^\n]*))?"
)
_LEFT_OUT = re.compile(r"Ignored the following yanked versions: (?P<versions>[^\n]+)|(?P<what>\S+) was yanked")


def yanked(output: str) -> tuple[str, ...]:
    """A sentence for each pin that its authors have taken back, in the order of names."""
    by_pip = ((f"{match['name']}=={match['version']}", match["why"]) for match in _BY_PIP.finditer(output))
    by_uv = ((match["what"], match["why"]) for match in _BY_UV.finditer(output))
    return tuple(sorted({_sentence(what, why) for what, why in [*by_pip, *by_uv]}))


def only_yanked(output: str) -> str:
    """What to add where nothing fits and releases that would fit were yanked; else empty."""
    match = _LEFT_OUT.search(output)
    if match is None:
        return ""
    which = f"{match['versions'].strip()} of it" if match["versions"] else match["what"]
    return f"; {which} would do, and its authors have yanked it"


def _sentence(what: str, why: str | None) -> str:
    reason = f": {why.strip()}" if why and why.strip() not in {"", "<none given>"} else ""
    return f"{what} is a release that its authors have yanked{reason}"
