r"""A text holds characters that nobody sees.

## What it finds
In code, configurations and texts for people: characters that turn the direction of writing (U+202A to U+202E, U+2066
to U+2069) and invisible letters (the tags from U+E0000 on), or many characters without width in one line: warnings. A
single character without width (U+200B, U+2060 to U+2064, or U+FEFF that is not at the beginning) is a note. What
scripts need, joiners and emoji flags, is passed over, and so are data files.

## Why
Code can read as something else than what runs, and a text can carry words that only a model reads. A stray one from a
web page breaks a name or a command, and nobody sees why.

## Example
```text
code/check.py:7      U+202E turns the rest of the line around
```

## What to do
Delete the character, and write it as an escape (`\u202e`) where code needs it.

## Standard
SPEC.md, section "Security considerations".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.text_files import mark_at

_MANY = 8
_TURNING = lazy_pattern(rb"\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
# a flag of emoji is a black flag and tags behind it
_TAGS = lazy_pattern(rb"(?<!\xf0\x9f\x8f\xb4)(?<!\xf3\xa0[\x80-\x81][\x80-\xbf])\xf3\xa0[\x80-\x81][\x80-\xbf]")
_WIDTHLESS = lazy_pattern(rb"\xe2\x80\x8b|\xe2\x81[\xa0-\xa4]|(?<!^)\xef\xbb\xbf")
_SIGNS = (b"\xe2\x80", b"\xe2\x81", b"\xef\xbb\xbf", b"\xf3\xa0")
_READ = (
    *(
        ".py",
        ".sh",
        ".bash",
        ".r",
        ".rmd",
        ".qmd",
        ".jl",
        ".c",
        ".cc",
        ".cpp",
        ".cu",
        ".h",
        ".java",
        ".js",
        ".ts",
        ".lua",
    ),
    *(
        ".md",
        ".rst",
        ".tex",
        ".yaml",
        ".yml",
        ".toml",
        ".cfg",
        ".ini",
        ".ipynb",
        ".patch",
        ".in",
        ".lock",
        ".dockerfile",
    ),
)


def looker(_: Context) -> Look:
    """The first character of each kind in each file."""
    return _invisible


def _invisible(path: str, data: bytes) -> Iterator[Fault]:
    if not path.lower().endswith(_READ):
        return
    for pattern, what in ((_TURNING, "turns the direction of writing"), (_TAGS, "is an invisible letter")):
        if found := pattern.search(data):
            yield _fault(path, data, found, what, Severity.WARNING)
    if found := _WIDTHLESS.search(data):
        most = max(len(_WIDTHLESS.findall(line)) for line in data.splitlines())
        is_many = most >= _MANY
        yield _fault(path, data, found, "has no width", Severity.WARNING if is_many else Severity.NOTE)


def _fault(path: str, data: bytes, found: re.Match[bytes], what: str, severity: Severity) -> Fault:
    character = f"U+{ord(found[0].decode()):04X}"
    return Fault(
        message=f"`{path}` holds {character}, which {what}",
        advice="Delete it; where code needs it, write it as an escape.",
        file=path,
        mark=mark_at(data, found.start()),
        severity=severity,
    )


RULE = Rule(
    code="RRS009", name="invisible-text", level=Level.DRAFT, severity=Severity.WARNING, looker=looker, signs=_SIGNS
)
