"""Croissant files: which files of a data set they describe, and with which digests."""

from typing import Any
from urllib.parse import unquote

from reprobridge_spec.documents import json_tree
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path

_SHA256 = lazy_pattern(r"[0-9a-fA-F]{64}")
_PREFIXES = ("cr:", "sc:", "schema:", "http://mlcommons.org/croissant/", "https://schema.org/", "http://schema.org/")
_FILE = "FileObject"
_FILES = frozenset({_FILE, "FileSet"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A file with a SHA-256.

    Attributes:
        path: its `contentUrl` without query, fragment and escapes.
        sha256: in small hex digits.
        place: keys and indices that lead to the digest.
    """

    path: str
    sha256: str
    place: Path


def read(data: bytes) -> tuple[Described, ...]:
    """The files for which a Croissant file states a SHA-256, in its order.

    Raises:
        ValueError: it is none; the message says why.
    """
    try:
        document = json_tree.read(data).data
    except UnreadableError as error:
        raise ValueError(f"it is no JSON: {error}") from error
    top: dict[str, Any] = document if isinstance(document, dict) else {}
    key = next((key for key in top if _bare(key) == "distribution"), None)
    listed = top[key] if key is not None else None
    items = listed if isinstance(listed, list) else [listed]
    if key is None or not any(_kinds(item) & _FILES for item in items):
        raise ValueError("it has no `distribution` with a FileObject or a FileSet")
    at = [(key, number) if isinstance(listed, list) else (key,) for number in range(len(items))]
    found = (_described(item, place) for item, place in zip(items, at, strict=True) if _FILE in _kinds(item))
    return tuple(one for one in found if one is not None)


def _bare(term: str) -> str:
    for prefix in _PREFIXES:
        term = term.removeprefix(prefix)
    return term


def _kinds(item: Any) -> frozenset[str]:  # noqa: ANN401 (any JSON value)
    """Its types: JSON-LD takes one, or a list of them."""
    said = item.get("@type") if isinstance(item, dict) else None
    return frozenset(_bare(kind) for kind in (said if isinstance(said, list) else [said]) if isinstance(kind, str))


def _text(value: Any) -> str | None:  # noqa: ANN401 (any JSON value)
    """A text, in each of the forms in which JSON-LD may write one."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("@value", value.get("@id"))
    return value.strip() if isinstance(value, str) else None


def _described(item: dict[str, Any], place: Path) -> Described | None:
    said = {_bare(key): (key, value) for key, value in item.items()}
    key, value = said.get("sha256", ("", None))
    sha256, address = _text(value), _text(said.get("contentUrl", ("", None))[1])
    if sha256 is None or not _SHA256.fullmatch(sha256) or address is None:
        return None
    path = unquote(address.partition("#")[0].partition("?")[0])
    return Described(path=path.removeprefix("./"), sha256=sha256.lower(), place=(*place, key))
