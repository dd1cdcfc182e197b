"""Lines that say who made something: licences, fields of packages, comments, front matter, citations, grants."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.author_lines import CAPITAL_NAME, in_cells, in_lines
from reprobridge_spec.rules.identity.author_lists import in_description, in_front_matter, in_json, in_toml
from reprobridge_spec.rules.identity.base import Leak, Scope, Sort, groups
from reprobridge_spec.rules.known_owners import is_program, is_vendored, names_nobody

_SIGN_C = rb"(?:\([cC]\)|\xc2\xa9|&copy;)"
_COPYRIGHT = lazy_pattern(
    rb"(?i:copyright)(?: " + _SIGN_C + rb")?[ :]{1,4}(?:[12]\d{3}(?:[ ,-]{1,3}(?:[12]\d{3}|present)){0,20},? )"
    rb"(?:by )?([^\n\r]{2,120})"
    # without a year, what follows has to look like a name
    rb"|(?i:copyright:?[ ]{1,2}"
    + _SIGN_C
    + rb"|"
    + _SIGN_C
    + rb" (?i:copyright)|^[ \t]{0,8}"
    + _SIGN_C
    + rb"(?: [12]\d{3},?))"
    rb"[ ]{1,4}(?:by )?(" + CAPITAL_NAME + rb"(?:[ ,][^\n\r]{0,80})?)"
    rb"|(?i:copyright)(?: by)? (" + CAPITAL_NAME + rb"),? [12]\d{3}\b",
    re.MULTILINE,
)
_FIELD = lazy_pattern(
    rb"(?m)(?:^|[\s,({])\"?(?:author|maintainer)(?:_email)?\"?\s{0,4}[=:]\s{0,4}[\"'\[{]{0,3}(?!name[\"'])([^\"'\n\]},]{2,120})"
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
_CAPITAL_FIELD = lazy_pattern(
    rb"(?m)^(?:Author|Maintainer|Author-email|Maintainer-email)[ \t]{0,2}:[ \t]{1,4}([^\n<]{2,120})"
)
_PERSON_R = lazy_pattern(
    rb"\bperson\(\s{0,8}(?:given\s{0,2}=\s{0,2})?([\"'][^\"'\n]{1,60}[\"'],\s{0,8}"
    rb"(?:family\s{0,2}=\s{0,2})?[\"'][^\"'\n]{1,60}[\"'])"
)
_IN_TEX = lazy_pattern(rb"\\author(?:\[[^\]]{0,60}\])?\{([^{}]{2,200})")
_IN_SVG = lazy_pattern(
    rb"<dc:creator>\s{0,40}(?:<(?:cc|rdf):[^>]{0,80}>\s{0,40}){0,4}(?:<dc:title>)?([^<\s][^<]{1,80})<"
)
_IN_HTML = lazy_pattern(rb"(?i)<meta\s{1,4}name=[\"']author[\"']\s{1,4}content=[\"']([^\"'\n]{2,100})[\"']")
_IN_OFFICE = lazy_pattern(
    rb"<(?:cp:lastModifiedBy|Company|Manager|meta:initial-creator|"
    rb"pdf:Author|tiff:Artist|author|meta:printed-by)>([^<]{2,100})<"
    rb"|\b(?:w:author|pdf:Author|tiff:Artist)=\"([^\"]{2,100})\""
)
_IN_POM = lazy_pattern(rb"<developer>\s{0,40}(?:<id>[^<]{0,60}</id>\s{0,40})?<name>([^<]{2,80})</name>")
_TRAILER = lazy_pattern(
    rb"(?m)^(?:From|Author|Committer|Commit|Signed-off-by|Co-authored-by|"
    rb"Reviewed-by|Acked-by|Tested-by):[ \t]{1,8}([^\n<@]{2,80}?)"
    rb" ?<[^\n>]{3,100}>"
)
_MAILMAP = lazy_pattern(rb"(?m)^([^#\n<][^\n<]{1,80}?) ?<[^\n>]{3,100}>")
_GIT_USER = lazy_pattern(
    rb"(?m)^\[user\][ \t]{0,4}\n(?:[ \t]{1,8}(?!name)[a-z]{1,20} = [^\n]{0,100}\n){0,5}[ \t]{1,8}name = ([^\n]{2,80})"
)
_KEYWORD = lazy_pattern(
    rb"\$(?:Author: ([\w.-]{2,40}) |Id: [^$\n]{1,100} \d\d:\d\d:\d\dZ? ([\w.-]{2,40}) [^$\n]{0,40})\$"
)
_MARKDOWN_PEOPLE = lazy_pattern(
    rb"(?m)^(?:#{1,4} )?\W{0,4}(?i:contacts?|authors?|maintainers?|maintained by|developed by|written by|created by"
    rb"|corresponding author|correspondence(?: to)?|questions)\W{0,4}:?[*_ ]{0,4}"
    rb"(?::|\bto\b)?[ \t]{0,4}(?:\n{1,2}[-* ]{0,4})?"
    rb"\[?([A-Z][\w\x80-\xff'-]{1,30}(?: [A-Z]\.)?(?: (?:van |von |de |der |la )?[A-Z][\w\x80-\xff'-]{1,30}){1,2})"
    rb"(?=[\s,;(<\]*.]|\Z)"
)
_FUNDING = lazy_pattern(rb"(?m)^(?:github|patreon|ko_fi|liberapay|open_collective):[ \t]{1,4}[\[\"']{0,2}([\w-]{2,40})")
_OWNED = lazy_pattern(rb"(?m)^[^#\n]{1,100}?\s@([A-Za-z0-9][\w-]{1,38})(?:/[\w-]{1,40})?")
_MAINTAINERS = lazy_pattern(rb"(?m)^[ \t]{0,8}recipe-maintainers:[ \t]{0,4}\n[ \t]{0,12}- ([\w-]{2,40})")
_ALL_RIGHTS = lazy_pattern(rb"(?i)[.,;]?[ ]{0,4}all rights reserved.*", re.DOTALL)
_AND_OTHERS = lazy_pattern(
    rb"(?i)[ ,]{1,4}(?:(?:and|&|\+) )?(?:(?:the|all|its|other|others|project|contributing) ){0,3}"
    rb"(?:contributors|co-?authors|collaborators|et al\.?).*",
    re.DOTALL,
)
_REACHED_AT = lazy_pattern(
    rb"[ \t]{0,4}(?:<[^<>\n]{0,100}[>@]|\((?=[^()\n]{0,100}(?:@|://))|https?://|[\w.+-]{1,60}@[\w-]{1,60}\.).*",
    re.DOTALL,
)
_PACKAGES = (
    *("setup.py", "setup.cfg", "pyproject.toml", "package.json", "description", "meta.yaml"),
    *("project.toml", "cargo.toml", "composer.json", "pkg-info", "metadata"),
)
_OF_GIT = (".patch", ".diff", ".mbox", ".eml", ".bundle")
_BY_PROGRAMS = (".svg", ".xml", ".html", ".htm")
_EDGES = b" .,;*/\t\r\n"


def detect(scope: Scope, path: str, data: bytes) -> Iterator[Leak]:
    """The people that lines name, save in copies of other projects and in the code of a release by others."""
    if is_vendored(path) or (scope.others is not None and path.startswith(scope.others)):
        return
    is_drawn = path.endswith(_BY_PROGRAMS)
    for leak in _found(path.removeprefix(scope.code), data):
        trimmed = _trimmed(leak, data)
        if not names_nobody(trimmed.text) and not (is_drawn and is_program(trimmed.text)):
            yield trimmed


def _trimmed(leak: Leak, data: bytes) -> Leak:
    """Without what stands around a name, so that it may be taken out of its line by itself."""
    raw = data[leak.start : leak.end]
    for ending, sign in ((_ALL_RIGHTS, b"ights"), (_REACHED_AT, b"@"), (_REACHED_AT, b"://"), (_AND_OTHERS, b"")):
        # a name has to be left; what begins so is a placeholder, or an address, which others find
        raw = ending.sub(b"", raw) if sign in raw and ending.match(raw) is None else raw
    right = raw.rstrip(_EDGES)
    left = right.lstrip(_EDGES)
    start = leak.start + len(right) - len(left)
    text = " ".join(left.decode("utf-8", "replace").split())
    return replace(leak, start=start, end=start + len(left), text=text)


def _found(path: str, data: bytes) -> Iterator[Leak]:
    """Each; `path` is that in the code folder, or in the artifact."""
    name = path.rpartition("/")[2].lower()
    stem = name.partition(".")[0]
    yield from _at_top(path, name, stem, data) if "/" not in path else ()
    if name == "citation.cff":
        yield from chain(_author(_LISTED, data), _author(_FIELD, data))
    if name in {"codemeta.json", ".zenodo.json", "package.json", "composer.json"}:
        yield from chain(_author(_IN_JSON, data), in_description(data))
    elif name.endswith(".json"):
        yield from in_json(data)
    if name in _PACKAGES:
        yield from in_toml(data)
        yield from chain.from_iterable(_author(one, data) for one in (_FIELD, _CAPITAL_FIELD, _PERSON_R, _MAINTAINERS))
    yield from in_lines(name, data)
    yield from _in_reports(name, stem, data)
    yield from _of_versions(name, stem, data)


def _at_top(path: str, name: str, stem: str, data: bytes) -> Iterator[Leak]:
    if stem in {"license", "licence", "copying", "notice", "readme"}:
        yield from groups(_COPYRIGHT, "the copyright holder", Sort.PERSON, data)
    if stem in {"authors", "contributors", "maintainers", "codeowners"}:
        yield from _author(_AUTHOR_LINE, data)
    if name.endswith((".md", ".rst", ".txt")):
        # the first request is about the paper itself, others are about what it builds on
        yield from islice(groups(_CITED, "the authors", Sort.PERSON, data), 1)
        yield from groups(_GRANT, "the grant", Sort.GRANT, data)
    if stem in {"readme", "guide"} or path == "guide/guide.md":
        yield from _author(_MARKDOWN_PEOPLE, data)


_AUTHOR_LINE = lazy_pattern(rb"(?m)^[ \t*-]{0,6}([A-Z@][^\n#]{2,100})")


def _in_reports(name: str, stem: str, data: bytes) -> Iterator[Leak]:
    if name.endswith((".md", ".rmd", ".qmd")):
        yield from in_front_matter(data)
    if name.endswith(".ipynb"):
        yield from groups(_USER, "the user", Sort.PERSON, data)
        yield from chain(in_description(data), in_cells(data))
    if name.endswith(".tex"):
        yield from _author(_IN_TEX, data)
    if name.endswith(_BY_PROGRAMS):
        yield from chain.from_iterable(_author(one, data) for one in (_IN_SVG, _IN_HTML, _IN_POM, _IN_OFFICE))
    if stem in {"dockerfile", "containerfile", "singularity"}:
        yield from groups(_MAINTAINER, "the maintainer", Sort.PERSON, data)


def _of_versions(name: str, stem: str, data: bytes) -> Iterator[Leak]:
    """What version control leaves behind."""
    if name.endswith(_OF_GIT) or b"Co-authored-by:" in data or b"Signed-off-by:" in data or b"\nAuthor: " in data:
        yield from _author(_TRAILER, data)
    if name == ".mailmap":
        yield from _author(_MAILMAP, data)
    if name in {".gitconfig", "gitconfig", "config"}:
        yield from _author(_GIT_USER, data)
    if name == "funding.yml":
        yield from groups(_FUNDING, "the account", Sort.ACCOUNT, data)
    if stem == "codeowners":
        yield from groups(_OWNED, "the account", Sort.ACCOUNT, data)
    if b"$Author:" in data or b"$Id:" in data:
        yield from groups(_KEYWORD, "the author", Sort.ACCOUNT, data)


def _author(pattern: re.Pattern[bytes], data: bytes) -> Iterator[Leak]:
    return groups(pattern, "the author", Sort.PERSON, data)
