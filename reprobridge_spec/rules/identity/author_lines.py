"""Lines of programs, of settings and of notebooks that say who wrote them."""

from collections.abc import Iterator
from itertools import chain
from re import Pattern

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Leak, Sort, groups

CAPITAL_NAME = (
    rb"[A-Z\xc3-\xc5][\w\x80-\xff.'-]{0,30}(?: (?:van |von |de |der |den |la |del |di |da )*"
    rb"[A-Z\xc3-\xc5][\w\x80-\xff'-]{1,30}){1,3}"
)
_DUNDER = lazy_pattern(
    rb"(?m)^\s{0,8}__(?:author|authors|credits|maintainer)__\s{0,4}=\s{0,4}[\"'\[(]{1,3}([^\"'\n\])]{2,120})"
)
_COMMENT = rb"(?:#+'?|//[/!]?|/?\*{1,2}|--+|;+|%+|!|REM|<!--|\"\"\"|\'\'\'|\.\.)"
_PERSON = (
    rb"((?:(?:van|von|der|den|de|del|della|di|da|do|dos|du|la|le|el|al|ten|ter) ){0,3}[A-Z\xc3-\xc5][^\n\r]{1,100}?)"
    rb"[ \t]{0,4}(?:-->|\*/|\"\"\"|\'\'\')?[ \t]{0,4}\r?$"
)
_SAYS = (
    rb"(?:[@\\:]?(?i:authors?|maintainers?|written[ -]by)[ ]{0,4}:{1,2}[ \t]{1,4}"
    rb"|[@\\](?i:authors?|maintainer)[ \t]{1,8}|(?i:written by|created by)[ \t]{1,4}"
    rb"|(?i:module|section|code)author::[ \t]{1,4}|SPDX-FileCopyrightText:[ \t]{1,4}(?:[12]\d{3}[ ,-]{1,3}){0,4})"
)
_LINE = lazy_pattern(rb"(?m)^[ \t]{0,8}" + _COMMENT + rb"?[ \t]{0,4}" + _SAYS + _PERSON)
_COMMENTED = lazy_pattern(rb"(?m)^[ \t]{0,8}" + _COMMENT + rb"[ \t]{0,4}" + _SAYS + _PERSON)
_MARKED = lazy_pattern(rb"(?m)^[ \t]{0,8}:(?i:authors?|maintainers?|contact):[ \t]{1,8}" + _PERSON)
_MADE = lazy_pattern(
    rb"(?m)^[ \t]{0,8}"
    + _COMMENT
    + rb"[ \t]{0,4}(?i:contacts?:|creator:|(?:developed|implemented|maintained) by)[ \t]{1,4}("
    + CAPITAL_NAME
    + rb")"
)
_BY_EDITOR = lazy_pattern(
    rb"(?m)^[ \t]{0,4}(?:#|//|\*|/\*)?[ \t]{0,4}(?:User[ \t]{0,2}:[ \t]{1,4}([A-Za-z][\w.-]{1,40})[ \t]{0,4}$"
    rb"|(?i:created by) ([A-Za-z][\w. -]{1,40}?) (?i:on) \d{1,4}[./-]\d"
    rb"|@author[ \t]{1,4}([a-z][\w.-]{1,40})[ \t]{0,4}$)"
)
_CELL_LINE = lazy_pattern(
    rb"(?m)^[ \t]{0,20}\"[ \t#%*]{0,8}(?:[@:]?(?i:authors?)(?:\*\*)?[ ]{0,4}:(?:\*\*)?[ ]{1,4}|__author__ = \\?[\"'])"
    rb"((?:[A-Z\xc3-\xc5])[^\n\"\\<]{1,80})"
)
_SOURCES = (
    *(
        ".py",
        ".pyi",
        ".pyx",
        ".sh",
        ".bash",
        ".zsh",
        ".r",
        ".jl",
        ".m",
        ".c",
        ".cc",
        ".cpp",
        ".cxx",
        ".hpp",
        ".cu",
        ".cuh",
    ),
    *(
        ".h",
        ".java",
        ".lua",
        ".tex",
        ".rs",
        ".go",
        ".js",
        ".ts",
        ".rb",
        ".pl",
        ".scala",
        ".kt",
        ".swift",
        ".cs",
        ".f90",
    ),
    *(".sql", ".sbatch", ".slurm", ".sty", ".cls", ".bib", ".css", ".nf", ".smk", ".ps1", ".bat", ".do", ".sas"),
)
_SETTINGS = (".yaml", ".yml", ".toml", ".cfg", ".ini", ".conf", ".def", ".env", ".mk", ".cmake", ".html", ".md", ".xml")
_WORDS = (
    b"author",
    b"maintain",
    b"written",
    b"created by",
    b"developed by",
    b"implemented",
    b"contact",
    b"user",
    b"creator",
    b"filecopyright",
)


def in_lines(name: str, data: bytes) -> Iterator[Leak]:
    """Comments, in programs and in settings, and lines with a field's name between colons."""
    small = data.lower()
    if not any(word in small for word in _WORDS):
        return
    if name.endswith(_SOURCES):
        yield from chain.from_iterable(_author(one, data) for one in (_DUNDER, _LINE, _BY_EDITOR, _MARKED, _MADE))
    elif name.endswith(_SETTINGS) or "." not in name:
        yield from _author(_COMMENTED, data)
    if name.endswith((".rst", ".md", ".adoc", ".asciidoc", ".txt")):
        yield from _author(_MARKED, data)


def in_cells(data: bytes) -> Iterator[Leak]:
    """Lines of cells, which are texts of JSON."""
    return _author(_CELL_LINE, data)


def _author(pattern: Pattern[bytes], data: bytes) -> Iterator[Leak]:
    return groups(pattern, "the author", Sort.PERSON, data)
