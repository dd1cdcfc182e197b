"""Accounts in addresses of repositories, of images, of models, and of programs that follow experiments."""

from collections.abc import Iterator
from itertools import chain, islice
from re import Pattern

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Leak, Scope, Sort, groups
from reprobridge_spec.rules.known_owners import is_known, is_neutral, is_vendored, makes_images

_NAME = rb"([A-Za-z0-9][A-Za-z0-9_.-]{0,60})"
_HOST = (
    rb"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|huggingface\.co"
    rb"|[a-z0-9-]{0,40}git(?:lab|hub)?\.[a-z0-9.-]{3,60})"
)
_SSH = lazy_pattern(rb"\bgit@[a-z0-9.-]{3,80}[:/]" + _NAME + rb"/[A-Za-z0-9_.-]{1,80}")
_CLONE = lazy_pattern(
    rb"git clone (?:-{1,2}\S{1,40} ){0,4}(?:https?://|git://)" + _HOST + rb"/" + _NAME + rb"/[A-Za-z0-9_.-]{1,80}"
)
_PROJECT = lazy_pattern(
    rb"(?i:url|repository(?:-code)?|homepage|source|code|issues|documentation|bug.?tracker|remote)[\"']?\s{0,4}[=:]"
    rb"\s{0,4}[\"']?https?://" + _HOST + rb"/" + _NAME + rb"/"
)
_TRACKER = lazy_pattern(
    rb"(?<![A-Za-z0-9.-])(?:wandb\.ai|comet\.com|app\.neptune\.ai(?:/o)?|dagshub\.com)/" + _NAME + rb"(?:/|\b)"
)
_ENTITY = lazy_pattern(
    rb"(?i:\bwandb[_-]?(?:entity|username)|\bentity|\bcomet_workspace|\bneptune_workspace)[\"']?\]?\s{0,4}[=:]\s{0,4}[\"']?"
    + _NAME
)
_ENTITY_DEFAULT = lazy_pattern(rb"--(?:wandb[_-])?entity[\"'][^\n]{0,120}?default\s{0,2}=\s{0,2}[\"']" + _NAME)
_COMET = lazy_pattern(
    rb"(?:\bExperiment\([^)]{0,300}?\bworkspace\s{0,4}=\s{0,4}[\"']"
    + _NAME
    + rb"[\"']|(?i:neptune_project|\binit(?:_run)?\([^)]{0,200}?project)[\"']?\s{0,4}[=:]\s{0,4}[\"']?"
    + _NAME
    + rb"/)"
)
_MLFLOW = lazy_pattern(
    rb"(?i:mlflow_tracking_uri|set_tracking_uri)[\"']?\s{0,4}[=:(]\s{0,4}[\"']?https?://(?:[^@/\s\"']{1,80}@)?([A-Za-z0-9.-]{4,100})"
    rb"|(?i:mlflow_tracking_username)[\"']?\s{0,4}[=:]\s{0,4}[\"']?" + _NAME
)
_NO_HOST = lazy_pattern(
    rb"(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|your|host\.docker|[a-z0-9_-]{1,60}$)|(?:.*\.)?example(?:\.[a-z]{2,4})?$"
    rb"|.*\.(?:local|internal|svc|localdomain|test|invalid)$|mlflow\.(?:org|com)$"
)
"""A host of one word is a container's."""
_UPLOAD = lazy_pattern(
    rb"(?:push_to_hub\(\s{0,8}[\"']|hub_model_id[\"']?\s{0,4}[=:]\s{0,4}[\"']?|hub_repo_id[\"']?\s{0,4}[=:]\s{0,4}[\"']?"
    rb"|--hub_model_id[ =]|upload_(?:file|folder)\([^)]{0,300}?repo_id\s{0,4}=\s{0,4}[\"'])" + _NAME + rb"/"
)
_PUSHED = lazy_pattern(
    rb"(?:(?:docker|podman) push |(?:docker|podman) (?:buildx )?build [^\n]{0,200}?(?:-t|--tag)[ =])(?:docker\.io/)?"
    + _NAME
    + rb"/"
    rb"|\b(?:ghcr\.io|quay\.io)/" + _NAME + rb"/"
)
_IMAGE = lazy_pattern(
    rb"(?m)^(?:FROM (?:--\S{1,40} )?|From: ?|[ \t]{0,12}(?:- )?image: ?[\"']?(?:docker://)?)(?:docker\.io/)?([a-z0-9][a-z0-9_-]{1,40})/[a-z0-9_.-]{1,80}[:@\s]"
)
_IMAGE_FILES = ("dockerfile", "containerfile", "singularity", "docker-compose", "compose", "devcontainer")
_SHARES = lazy_pattern(
    rb"(?i)\bhttps?://(?:[a-z0-9-]{1,60}-my\.sharepoint\.com/(?:[:a-z/]{1,20})?personal/([a-z0-9_.-]{2,80})"
    rb"|(?:www\.)?overleaf\.com/((?:project|read)/[a-z0-9]{8,40})|git\.overleaf\.com/([a-z0-9]{8,40})"
    rb"|colab\.research\.google\.com/(drive/[a-z0-9_-]{10,80})|1drv\.ms/([a-z]/[^\s\"')>]{8,80}))"
)
_DRIVE = lazy_pattern(
    rb"\bhttps?://(?:drive|docs)\.google\.com/((?:(?:file|document|spreadsheets|presentation)/(?:u/\d/)?d/|drive/(?:u/\d/)?folders/"
    rb"|open\?id=|uc\?(?:export=download&)?id=)[A-Za-z0-9_-]{20,80})"
)
_COLAB = lazy_pattern(rb"\bcolab\.research\.google\.com/github/" + _NAME + rb"/")
_COMMUNITY = lazy_pattern(rb"\bzenodo\.org/(?:communities|me|users)/" + _NAME)
_PACKAGE_FILES = (
    *("setup.py", "setup.cfg", "pyproject.toml", "CITATION.cff", "package.json", "DESCRIPTION"),
    *("codemeta.json", ".zenodo.json", "Cargo.toml", "Project.toml", "wandb-metadata.json"),
)
_TRACKER_PAGES = frozenset(
    {b"site", b"docs", b"authorize", b"home", b"login", b"settings", b"quickstart", b"articles", b"fully-connected"}
)
_NO_ENTITY = frozenset(
    {b"none", b"null", b"str", b"args", b"cfg", b"config", b"your", b"os", b"self", b"entity", b"true", b"false"}
)


def detect(scope: Scope, path: str, data: bytes) -> Iterator[Leak]:
    """The accounts of authors in a text that is no copy of another project's."""
    if is_vendored(path):
        return
    for leak in chain(_found(path, data), _trackers(data), _images(path, data), _shares(path, data)):
        owner = leak.text.lower()
        if owner != scope.upstream and not is_known(owner) and not is_neutral(owner):
            yield leak


def _found(path: str, data: bytes) -> Iterator[Leak]:
    name = path.rpartition("/")[2]
    if b"git@" in data:
        yield from _at_match(_SSH, data, "the account")
    if _is_for_people(path) and b"git clone" in data:
        yield from islice(_at_match(_CLONE, data, "the account"), 1)
    if name in _PACKAGE_FILES:
        yield from _at_match(_PROJECT, data, "the account")
    if b"hub" in data:
        yield from _at_match(_UPLOAD, data, "the owner of a model")


def _is_for_people(path: str) -> bool:
    return path.rpartition("/")[2].upper().startswith("README") or path.startswith("guide/")


def _at_match(pattern: Pattern[bytes], data: bytes, what: str) -> Iterator[Leak]:
    """What the last group of each match holds; a reader is sent to the beginning of the match."""
    for match in pattern.finditer(data):
        start, end = match.span(match.lastindex or 0)
        text = data[start:end].decode("utf-8", "replace")
        yield Leak(start=start, end=end, at=match.start(), what=what, text=text, sort=Sort.ACCOUNT)


def _trackers(data: bytes) -> Iterator[Leak]:
    what = "the entity of a tracker"
    if b".ai/" in data or b"comet.com/" in data or b"dagshub.com/" in data:
        found = _at_match(_TRACKER, data, what)
        yield from (leak for leak in found if leak.text.lower().encode() not in _TRACKER_PAGES)
    small = data.lower()
    if b"wandb" in small or b"workspace" in small:
        yield from filter(_is_name, chain(_at_match(_ENTITY, data, what), _at_match(_ENTITY_DEFAULT, data, what)))
    if b"comet" in small or b"neptune" in small:
        yield from filter(_is_name, _at_match(_COMET, data, what))
    if b"tracking_u" in small:
        servers = filter(_is_entity, _at_match(_MLFLOW, data, what))
        yield from (leak for leak in servers if not _NO_HOST.match(leak.text.lower().encode()))


def _is_entity(leak: Leak) -> bool:
    text = leak.text.lower()
    return text.split(".")[0].encode() not in _NO_ENTITY and not text.startswith(("your", "my-", "my_"))


def _is_name(leak: Leak) -> bool:
    """Whether it is one, and no piece of code; no tracker has names with dots."""
    return "." not in leak.text and _is_entity(leak)


def _images(path: str, data: bytes) -> Iterator[Leak]:
    what = "the owner of an image"
    if any(sign in data for sign in (b"docker ", b"podman ", b"ghcr.io", b"quay.io")):
        yield from (leak for leak in _at_match(_PUSHED, data, what) if not makes_images(leak.text))
    name = path.rpartition("/")[2].lower()
    if name.startswith(_IMAGE_FILES) or name.endswith((".dockerfile", ".def")):
        yield from (leak for leak in _at_match(_IMAGE, data, what) if not makes_images(leak.text))


def _shares(path: str, data: bytes) -> Iterator[Leak]:
    if b"://" not in data:
        return
    yield from groups(_SHARES, "the share", Sort.SHARE, data)
    yield from _at_match(_COMMUNITY, data, "the community")
    if _is_for_people(path) or path.endswith(".ipynb"):
        yield from _at_match(_COLAB, data, "the account")
    if _is_for_people(path):
        yield from groups(_DRIVE, "the share", Sort.SHARE, data)
