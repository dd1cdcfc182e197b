"""A place that gives somebody away, and what a detector of such places is."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from re import Pattern

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.paper import Relation


class Sort(StrEnum):
    """What stands at a place, which decides what may stand there instead."""

    ADDRESS = "address"
    ORCID = "orcid"
    KEY = "key"
    HOST = "host"
    SHARE = "share"
    ACCOUNT = "account"
    PERSON = "person"
    GRANT = "grant"
    KERNEL = "kernel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A place in a text, as UTF-8, that gives somebody away.

    Attributes:
        start: first byte of what has to go.
        end: the byte behind it.
        at: the byte where a reader is sent.
        what: what it is, in words, with an article.
        text: what a reader is shown.
    """

    start: int
    end: int
    at: int
    what: str
    text: str
    sort: Sort


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What of an artifact decides whether a name is one of its authors'.

    Attributes:
        code: the folder of the code, with a slash behind it.
        others: the same where the code is a release of others that was modified; None where it is the authors' own.
        upstream: the account that the pinned release belongs to, in small letters; empty where there is none.
    """

    code: str = "code/"
    others: str | None = None
    upstream: str = ""


Detector = Callable[[Scope, str, bytes], Iterator[Leak]]
"""Finds places in a text, given its path and its bytes as UTF-8; each place, and each as often as it is there."""


def scope_of(manifest: Manifest) -> Scope:
    """The scope that a manifest sets."""
    codebase = manifest.codebase
    if codebase is None:
        return Scope()
    code = f"{codebase.path}/"
    return Scope(
        code=code,
        others=code if codebase.relation is Relation.MODIFIED else None,
        upstream=upstream_owner(manifest).lower(),
    )


def upstream_owner(manifest: Manifest) -> str:
    """The account that the pinned release belongs to; empty where there is none."""
    upstream = manifest.codebase.upstream if manifest.codebase else None
    address = str(getattr(upstream, "url", None) or getattr(upstream, "archive", None) or "")
    steps = address.partition("://")[2].split("/")
    return steps[1] if len(steps) > 2 else ""  # noqa: PLR2004 (host, owner, name)


def groups(pattern: Pattern[bytes], what: str, sort: Sort, data: bytes) -> Iterator[Leak]:
    """What the last group of each match holds."""
    for match in pattern.finditer(data):
        group = match.lastindex or 0
        start, end = match.span(group)
        yield Leak(start=start, end=end, at=start, what=what, text=match[group].decode("utf-8", "replace"), sort=sort)
