"""Pages of persons: profiles of researchers, of networks and of reviewers, homes on hosts of institutions."""

from collections.abc import Iterator
from itertools import chain

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Leak, Scope, Sort, groups
from reprobridge_spec.rules.known_owners import is_known, is_neutral, is_vendored

_REVIEWER = lazy_pattern(rb"(?<![\w~/.-])~([A-Z\xc3-\xc5][\w\x80-\xff'-]{1,40}_[\w\x80-\xff'-]{1,60}?\d{1,3})(?![\w-])")
_REVIEWER_PAGE = lazy_pattern(rb"\bopenreview\.net/profile\?id=(~?[\w\x80-\xff%'-]{3,80})")
_PAGE = lazy_pattern(
    rb"(?i)\b(?:scholar\.google\.[a-z.]{2,8}/citations\?(?:[a-z]{1,8}=[\w-]{1,20}&(?:amp;)?){0,4}user=([\w-]{6,20})"
    rb"|(?:[a-z]{2,3}\.)?linkedin\.com/in/([\w%-]{3,80})"
    rb"|researchgate\.net/profile/([\w-]{3,80})|bsky\.app/profile/([\w.-]{3,80})"
    rb"|semanticscholar\.org/author/((?:[\w-]{1,80}/)?\d{4,12})"
    rb"|dblp\.(?:org|uni-trier\.de)/(?:pid|pers/hd/[a-z])/([\w/:=.-]{3,60}?)(?:\.html)?(?![\w/]))"
)
_SHORT_POSTS = lazy_pattern(
    rb"(?i)(?<![\w.-])(?:https?://)?(?:www\.|mobile\.)?(?:twitter|x)\.com/@?(\w{2,15})(?![\w/])"
)
_SITE = lazy_pattern(
    rb"(?i:project[ -]?page|web[ -]?(?:page|site)|home[ -]?page|blog|demo|contact|author|maintainer|docs|documentation)"
    rb"[^\n]{0,80}?\bhttps?://([A-Za-z0-9][A-Za-z0-9-]{1,38})\.(?:github|gitlab)\.io\b"
)
_HOME = lazy_pattern(rb"\bhttps?://[A-Za-z0-9.-]{4,80}/(?:~|%7[eE])([A-Za-z][\w.-]{1,40})")
_OWN_GIT = lazy_pattern(
    rb"(?:\bhttps?://(?:[^@/\s\"']{1,80}@)?|\bgit@|\bssh://git@)((?:git|gitlab|gitea|code|repo|bitbucket)[a-z0-9-]{0,20}\.[a-z0-9.-]{4,80})"
    rb"(?::\d{2,5})?[:/]([A-Za-z0-9][\w.-]{1,60})/[\w.-]{1,80}"
)
_INSTITUTION = lazy_pattern(
    rb"\.edu$|\.edu\.[a-z]{2}$|\.ac\.[a-z]{2}$|(?:^|[.-])(?:uni|tu|th|fh|hs|eth|epfl|inria|cnrs|mpi|mpg|cea|lab|labs)(?:[.-]|$)|univ|institut|college"
)
_NO_PROFILE = frozenset(
    b"share intent search home hashtag i in login explore settings username user your_username yourusername username1"
    b" your-profile you example x".split()
)
_HOSTS = (b"scholar.google", b"linkedin.", b"researchgate.", b"bsky.app", b"semanticscholar.", b"dblp.")
_TEXTS = (".md", ".rst", ".html", ".htm", ".ipynb", ".txt", ".tex", ".yml", ".yaml", ".toml", ".cff", ".json")


def detect(_scope: Scope, path: str, data: bytes) -> Iterator[Leak]:
    """Pages that one person has, and repositories on hosts of an institution."""
    if is_vendored(path):
        return
    for leak in chain(_reviewers(data), _pages(path.lower(), data), _homes(path, data)):
        if leak.text.lower().encode() not in _NO_PROFILE and not is_known(leak.text) and not is_neutral(leak.text):
            yield leak


def _reviewers(data: bytes) -> Iterator[Leak]:
    if b"~" in data:
        yield from groups(_REVIEWER, "the profile", Sort.ACCOUNT, data)
    if b"openreview.net" in data:
        # what begins with the sign of a profile is found by it already
        pages = groups(_REVIEWER_PAGE, "the profile", Sort.ACCOUNT, data)
        yield from (leak for leak in pages if leak.text[:1] != "~" or not leak.text[-1:].isdigit())


def _pages(path: str, data: bytes) -> Iterator[Leak]:
    name = path.rpartition("/")[2]
    if not name.endswith(_TEXTS) and "." in name:
        return
    if any(sign in data for sign in _HOSTS):
        yield from groups(_PAGE, "the profile", Sort.ACCOUNT, data)
    if name.startswith(("readme", "authors", "contributors")) or path.startswith("guide/"):
        yield from groups(_SHORT_POSTS, "the profile", Sort.ACCOUNT, data) if b".com/" in data else ()
        yield from groups(_SITE, "the account", Sort.ACCOUNT, data) if b".io" in data else ()


def _homes(path: str, data: bytes) -> Iterator[Leak]:
    if path.rpartition("/")[2].upper().startswith("README") or path.startswith("guide/"):
        yield from groups(_HOME, "the home page", Sort.ACCOUNT, data)
    for match in _OWN_GIT.finditer(data) if b"git" in data or b"code." in data else ():
        if _INSTITUTION.search(match[1].lower()):
            for group, what, sort in ((1, "the host", Sort.HOST), (2, "the account", Sort.ACCOUNT)):
                start, end = match.span(group)
                yield Leak(start=start, end=end, at=start, what=what, text=match[group].decode(), sort=sort)
