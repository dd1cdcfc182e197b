"""The addresses of releases and inputs, and whether one holds what opens something."""

import re
from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.inputs import GitSource, Input, ManualSource, UrlSource
from reprobridge_spec.model.paper import ArchiveRelease, GitRelease
from reprobridge_spec.rules.context import Context

QUERY_NAMES = r"access_?token|token|api_?key|apikey|auth|password|passwd|private_token|secret"
"""What parameters of addresses are called that open something."""
_USERINFO = lazy_pattern(r"://(?!git@)[^/\s@]{1,200}@")
_QUERY = lazy_pattern(
    rf"[?&](?:{QUERY_NAMES})=(?![<{{$*])([^&#\s]{{8,}})",
    re.IGNORECASE,
)


def holds_secret(address: str) -> bool:
    """Whether a user name, a password or a token stands in it."""
    return bool(_USERINFO.search(address) or _QUERY.search(address))


def addresses(context: Context) -> Iterator[tuple[Path, str]]:
    """Place and text of each, or of a text for people that holds some, in the order of the manifest."""
    codebase = context.manifest.codebase
    match codebase.upstream if codebase else None:
        case GitRelease(url=url):
            yield ("codebase", "upstream", "url"), url
        case ArchiveRelease(archive=url):
            yield ("codebase", "upstream", "archive"), url
    for name, body in context.manifest.inputs.items():
        yield from ((("inputs", name, "source", *steps), text) for steps, text in _of_input(body))


def _of_input(body: Input) -> Iterator[tuple[Path, str]]:
    match body.source:
        case UrlSource(url=url, mirrors=mirrors):
            yield ("url",), url
            yield from ((("mirrors", index), mirror) for index, mirror in enumerate(mirrors))
        case GitSource(git=git):
            yield ("git", "url"), git.url
        case ManualSource(manual=text):
            yield ("manual",), text
