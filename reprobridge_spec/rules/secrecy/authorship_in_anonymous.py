"""An artifact that says it is anonymous says who made it.

## What it finds
In an artifact that is to be anonymous, in texts of up to 256 MiB: copyright holders in licences and READMEs at the root
and in the code folder, author fields of packages, notebooks, reports and source files, `CITATION.cff`, lists of authors
and of owners, the authors of the paper in a request to cite it, maintainers of images, and numbers of grants. Copies of
other projects (`third_party/`, `vendor/`), the code of a release that was modified, and organisations are passed over.

## Why
These lines are written once and forgotten. They are the first that a search for names finds.

## Example
```text
LICENSE:3      Copyright (c) 2026 Jane Doe
```

## What to do
Write `Anonymous Authors` until the review is over, and take out acknowledgements and grant numbers.

## Standard
SPEC.md, section "Package".
"""

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.paper import Relation
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.known_owners import is_vendored, names_nobody
from reprobridge_spec.rules.text_files import mark_at

_COPYRIGHT = lazy_pattern(
    rb"(?i:copyright)(?: (?:\([cC]\)|\xc2\xa9))?[ :]{1,4}(?:[12]\d{3}(?:[ ,-]{1,3}(?:[12]\d{3}|present)){0,20},? )"
    rb"(?:by )?([^\n\r]{2,120})"
)
_DUNDER = lazy_pattern(
    rb"(?m)^\s{0,8}__(?:author|authors|credits|maintainer)__\s{0,4}=\s{0,4}[\"'\[(]{1,3}([^\"'\n\])]{2,120})"
)
_FIELD = lazy_pattern(
    rb"(?m)(?:^|[\s,({])\"?(?:author|maintainer)(?:_email)?\"?\s{0,4}[=:]\s{0,4}[\"'\[{]{0,3}([^\"'\n\]},]{2,120})"
)
_LINE = lazy_pattern(
    rb"(?m)^[ \t]{0,8}(?:#|//|\*|--|;|%|)[ \t]{0,4}"
    rb"(?:@?(?i:authors?)[ ]{0,4}:|@author |(?i:written by|created by))[ \t]{1,4}([A-Z][^\n\r]{2,100})"
)
_LISTED = lazy_pattern(
    rb"(?m)^[ \t]{0,8}(?:- {1,4})?(?:(?:family|given)-names[ \t]{0,2}[:=][ \t]{0,4}[\"']?([^\s\"'~|>][^\"'\n\r]{0,80})"
    rb"|name[ \t]{0,2}[:=][ \t]{0,4}[\"']?([A-Z][^\"'\n\r]{1,80}))"
)
_IN_JSON = lazy_pattern(
    rb"\"(?:family_?name|given_?name|last_?name|first_?name)\"\s{0,4}:\s{0,4}\"([^\"\n]{1,80})\""
    rb"|\"(?:authors?|creators?|contributors?|maintainers?|editors?|copyright_?holders?)\"\s{0,4}:\s{0,8}"
    rb"(?:\[\s{0,8})?(?:\{[^{}]{0,400}?\"name\"\s{0,4}:\s{0,4})?\"([^\"\n@:]{2,80})\"(?!\s{0,4}:)"
    rb"|\"name\"\s{0,4}:\s{0,4}\"([^\",\n]{1,40}, [^\"\n]{1,40})\"",
    re.IGNORECASE,
)
_TOML_AUTHORS = lazy_pattern(
    rb"(?m)^\s{0,4}(?:authors|maintainers)\s{0,4}=\s{0,4}\[[^\]\"']{0,400}[\"']([^\"'\n<]{2,80})"
)
_FRONT = lazy_pattern(
    rb"\A---\s{0,4}\n(?:[^\n]{0,300}\n){0,20}?authors?:[ \t]{0,4}(?:\n[ \t]{0,4}- )?(?:name:[ \t]{0,4})?"
    rb"[\"'\[]{0,2}([^\"'\n\]]{2,100})"
)
_CITED = lazy_pattern(
    rb"(?i:cit(?:e|ing|ation)|bibtex)[^@]{0,600}@[a-z]{3,20}\s{0,2}\{(?:[^\n]{0,300}\n){1,12}?"
    rb"\s{0,12}(?i:author)\s{0,4}=\s{0,4}[{\"]([^}\"\n]{2,200})"
)
_GRANT = lazy_pattern(
    rb"(?i:(?:support|fund|financ)ed (?:in part )?by|acknowledg|grant)[^\n]{0,160}?"
    rb"\b(?i:grants?|awards?|contract|project)(?i: agreement)?(?i: no\.?| nos\.?| number| #|:)? ?#?"
    rb"((?=[A-Za-z-]{0,12}[0-9])[A-Z0-9][A-Za-z0-9/-]{4,40})\b"
)
_USER = lazy_pattern(rb"\"user\"\s{0,4}:\s{0,4}\{[^{}]{0,400}?\"displayName\"\s{0,4}:\s{0,4}\"([^\"\n]{2,80})\"")
_MAINTAINER = lazy_pattern(
    rb"(?m)^(?:MAINTAINER\s{1,4}|LABEL\s{1,4}\"?maintainer\"?\s{0,2}=?\s{0,2})[\"']?([^\"'\n<]{2,80})"
)
_MOST = 200
"""More than this of one file says nothing new."""
_SOURCES = (".py", ".sh", ".r", ".jl", ".m", ".c", ".cc", ".cpp", ".cu", ".h", ".java", ".lua", ".tex")
_PACKAGES = ("setup.py", "setup.cfg", "pyproject.toml", "package.json", "description", "meta.yaml")


def looker(context: Context) -> Look | None:
    """Each line that says who made something."""
    if not context.anonymous:
        return None
    codebase = context.manifest.codebase
    others = f"{codebase.path}/" if codebase is not None and codebase.relation is Relation.MODIFIED else None
    return partial(_authorship, others, f"{codebase.path}/" if codebase else "code/")


def _authorship(others: str | None, code: str, path: str, data: bytes) -> Iterator[Fault]:
    if is_vendored(path) or (others is not None and path.startswith(others)):
        return
    said: set[int | str] = set()
    for offset, what, raw in sorted(islice(_found(path.removeprefix(code), data), _MOST)):
        text = " ".join(raw.decode("utf-8", "replace").split()).strip(" .,;*/")
        mark = mark_at(data, offset)
        if said.isdisjoint((mark.line, text)) and not names_nobody(text):
            said |= {mark.line, text}
            yield Fault(
                message=f"the artifact is anonymous, and `{path}` names {what} `{text}`",
                advice="Write `Anonymous Authors` until the review is over, or take the line out.",
                file=path,
                mark=mark,
            )


def _found(path: str, data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """Offset, kind and text of each; `path` is that in the code folder, or in the artifact."""
    name = path.rpartition("/")[2].lower()
    stem = name.partition(".")[0]
    is_top = "/" not in path
    if is_top and stem in {"license", "licence", "copying", "notice", "readme"}:
        yield from _all(_COPYRIGHT, "the copyright holder", data)
    if is_top and stem in {"authors", "contributors", "maintainers", "codeowners"}:
        lines = (match for match in re.finditer(rb"(?m)^[ \t*-]{0,6}([A-Z@][^\n#]{2,100})", data))
        yield from ((match.start(1), "the author", match[1]) for match in lines)
    if name == "citation.cff":
        yield from _all(_LISTED, "the author", data)
        yield from _all(_FIELD, "the author", data)
    if name in {"codemeta.json", ".zenodo.json", "package.json"}:
        yield from _all(_IN_JSON, "the author", data)
    if name in _PACKAGES:
        yield from _all(_TOML_AUTHORS, "the author", data)
        yield from _all(_FIELD, "the author", data)
    if name.endswith(_SOURCES):
        yield from _all(_DUNDER, "the author", data)
        yield from _all(_LINE, "the author", data)
    yield from _in_reports(name, stem, data)
    if is_top and name.endswith((".md", ".rst", ".txt")):
        # the first request is about the paper itself, others are about what it builds on
        yield from islice(_all(_CITED, "the authors", data), 1)
        yield from _all(_GRANT, "the grant", data)


def _in_reports(name: str, stem: str, data: bytes) -> Iterator[tuple[int, str, bytes]]:
    if name.endswith((".md", ".rmd", ".qmd")):
        yield from _all(_FRONT, "the author", data)
    if name.endswith(".ipynb"):
        yield from _all(_USER, "the user", data)
    if stem in {"dockerfile", "containerfile", "singularity"}:
        yield from _all(_MAINTAINER, "the maintainer", data)


def _all(pattern: re.Pattern[bytes], what: str, data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """What the last group of a match holds."""
    for match in pattern.finditer(data):
        group = match.lastindex or 0
        yield match.start(group), what, match[group]


RULE = Rule(
    code="RRS005",
    name="authorship-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
