"""Whether a pattern's group took a whole number, or cut one out of what stands there."""

import re

import regex

# any digits, not only those of ASCII: a number does not end where another script begins
_BEFORE = re.compile(
    r"\d\.?$"  # 92.|6 and 9|2.6
    r"|(?:^|[^\w.])\.$"  # .|5
    r"|[0-9][eE][-+]?$"  # 1e-|5
    r"|(?:^|[^\w.)\]])[-\u2212]$"  # -|0.5, but not seed0-|0.5
)
_AFTER = re.compile(r"\d|\.\d|[eE][-+]?[0-9]|['\u2019\u00a0\u2009\u202f]\d{3}(?!\d)")
_THOUSANDS = re.compile(r"\d['\u2019\u00a0\u2009\u202f]$")
_THREE = re.compile(r"\d{3}(?!\d)")
_WORD = re.compile(r"[^\W\d]$")
_AROUND = 20


def cut_from(match: regex.Match[str]) -> str | None:
    """The text around the first group where the group is only a part of a number or of a word; else None.

    `64` of `float64`, `0.9` of `0.9261`, `0.5` of `-0.5`, `5` of `1e-5`, `1` of `1'234`. A comma between
    digits may be a decimal sign, a thousands sign or a separator: it cuts unless the pattern itself takes it.
    """
    text, start, end = match.string, match.start(1), match.end(1)
    before, after = text[max(start - 3, 0) : start], text[end : end + 5]
    cut = (
        _BEFORE.search(before)
        or _AFTER.match(after)
        or (_THOUSANDS.search(before) and _THREE.match(match[1]))
        or (_WORD.search(before) and match[1].isdecimal())
        or (match.start() == start and re.search(r"[0-9],$", before))
        or (match.end() == end and re.match(r",[0-9]", after))
    )
    return text[max(start - _AROUND, 0) : end + _AROUND] if cut else None
