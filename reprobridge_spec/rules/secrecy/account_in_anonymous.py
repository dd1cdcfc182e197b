"""An artifact that says it is anonymous names an account of its authors.

## What it finds
In an artifact that is to be anonymous, in texts of up to 256 MiB: addresses of Git over SSH; the address in the fields
of packages that say where the project is (`setup.py`, `pyproject.toml`, `CITATION.cff`); the first repository that a
README or the guide says to clone; entities of experiment trackers; repositories of models that code uploads to; images
that a script pushes. The pinned release of the manifest and organisations that everybody builds on are passed over, and
so are other links: papers cite code of others.

## Why
The owner in an address is a person or a group, and leads to a profile with names.

## Example
```text
code/README.md:3      git clone https://github.com/jdoe-lab/method
```

## What to do
Take the address out, or name an anonymous mirror of the repository.

## Standard
SPEC.md, section "Package".
"""

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.known_owners import is_known, is_vendored
from reprobridge_spec.rules.text_files import mark_at

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
    rb"(?i:url|repository(?:-code)?|homepage|source|code|issues|documentation|bug.?tracker)[\"']?\s{0,4}[=:]\s{0,4}[\"']?"
    rb"https?://" + _HOST + rb"/" + _NAME + rb"/"
)
_TRACKER = lazy_pattern(rb"(?<![A-Za-z0-9.-])(?:wandb\.ai|comet\.com|app\.neptune\.ai)/" + _NAME + rb"(?:/|\b)")
_ENTITY = lazy_pattern(rb"(?i:\bwandb[_-]?entity|\bentity)[\"']?\]?\s{0,4}[=:]\s{0,4}[\"']?" + _NAME)
_ENTITY_DEFAULT = lazy_pattern(rb"--(?:wandb[_-])?entity[\"'][^\n]{0,120}?default\s{0,2}=\s{0,2}[\"']" + _NAME)
_UPLOAD = lazy_pattern(
    rb"(?:push_to_hub\(\s{0,8}[\"']|hub_model_id[\"']?\s{0,4}[=:]\s{0,4}[\"']?|hub_repo_id[\"']?\s{0,4}[=:]\s{0,4}[\"']?"
    rb"|--hub_model_id[ =])" + _NAME + rb"/"
)
_PUSHED = lazy_pattern(rb"docker push " + _NAME + rb"/")
_MOST = 200
"""More than this of one file says nothing new."""
_PACKAGE_FILES = ("setup.py", "setup.cfg", "pyproject.toml", "CITATION.cff", "package.json", "DESCRIPTION")
_TRACKER_PAGES = frozenset(
    {b"site", b"docs", b"authorize", b"home", b"login", b"settings", b"quickstart", b"articles", b"fully-connected"}
)
_NO_ENTITY = frozenset(
    {b"none", b"null", b"str", b"args", b"cfg", b"config", b"your", b"os", b"self", b"entity", b"true", b"false"}
)


def looker(context: Context) -> Look | None:
    """Each account once a file."""
    return partial(_accounts, _upstream_owner(context.manifest)) if context.anonymous else None


def _upstream_owner(manifest: Manifest) -> str:
    upstream = manifest.codebase.upstream if manifest.codebase else None
    address = str(getattr(upstream, "url", None) or getattr(upstream, "archive", None) or "")
    found = re.search(r"://[^/]{1,200}/([^/]{1,100})/", address)
    return found[1].lower() if found else ""


def _accounts(upstream: str, path: str, data: bytes) -> Iterator[Fault]:
    said: set[str] = set()
    for offset, what, raw in () if is_vendored(path) else sorted(islice(_found(path, data), _MOST)):
        owner = raw.decode()
        if owner.lower() in said or owner.lower() == upstream or is_known(owner):
            continue
        said.add(owner.lower())
        yield Fault(
            message=f"the artifact is anonymous, and `{path}` names {what} `{owner}`",
            advice="Take it out, or name an anonymous mirror.",
            file=path,
            mark=mark_at(data, offset),
        )


def _found(path: str, data: bytes) -> Iterator[tuple[int, str, bytes]]:
    name = path.rpartition("/")[2]
    is_for_people = name.upper().startswith("README") or path.startswith("guide/")
    if b"git@" in data:
        yield from ((match.start(), "the account", match[1]) for match in _SSH.finditer(data))
    if is_for_people and b"git clone" in data and (first := _CLONE.search(data)):
        yield first.start(), "the account", first[1]
    if name in _PACKAGE_FILES:
        yield from ((match.start(), "the account", match[1]) for match in _PROJECT.finditer(data))
    if b"docker push" in data:
        yield from ((match.start(), "the owner of an image", match[1]) for match in _PUSHED.finditer(data))
    if b"hub" in data:
        yield from ((match.start(), "the owner of a model", match[1]) for match in _UPLOAD.finditer(data))
    yield from _trackers(data)


def _trackers(data: bytes) -> Iterator[tuple[int, str, bytes]]:
    if b".ai/" in data or b"comet.com/" in data:
        for match in _TRACKER.finditer(data):
            if match[1].lower() not in _TRACKER_PAGES:
                yield match.start(), "the entity of a tracker", match[1]
    if b"wandb" in data.lower():
        for pattern in (_ENTITY, _ENTITY_DEFAULT):
            for match in pattern.finditer(data):
                if match[1].lower().split(b".")[0] not in _NO_ENTITY and not match[1].lower().startswith(b"your"):
                    yield match.start(), "the entity of a tracker", match[1]


RULE = Rule(
    code="RRS004",
    name="account-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
