"""Digests of files that stand in JSON: `{"path": "data.tar", "sha256": "..."}`, or a list of such records."""

from collections.abc import Iterator
from typing import Any

from reprobridge_spec.documents import json_tree
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_PATHS = ("path", "file", "filename", "file_path")
_SIZES = ("bytes", "size", "size_bytes")
_SHA256 = lazy_pattern(r"(?:sha256:)?([0-9a-fA-F]{64})")
MAX_BYTES = 64 << 10
"""A record that people keep is smaller; what is larger is data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One file of a record.

    Attributes:
        sha256: in small hex digits.
        size: in bytes; None where the record does not say it.
    """

    path: str
    sha256: str
    size: int | None


def may_be_one(data: bytes) -> bool:
    """Whether it is worth while to read `data` as a record."""
    return len(data) <= MAX_BYTES and b'"sha256"' in data and data.lstrip()[:1] in {b"{", b"["}


def read(data: bytes) -> list[Recorded]:
    """The files that a record names; none where the JSON is something else."""
    try:
        value = json_tree.read(data).data
    except UnreadableError:
        return []
    return list(_records(value))


def _records(value: Any) -> Iterator[Recorded]:  # noqa: ANN401 (any JSON value)
    entries = [value]
    if isinstance(value, list):
        entries = value
    elif isinstance(value, dict) and isinstance(value.get("files"), list):
        entries = value["files"]
    for entry in entries:
        if isinstance(entry, dict) and (found := _record(entry)):
            yield found


def _record(entry: dict[str, Any]) -> Recorded | None:
    path = next((entry[key] for key in _PATHS if isinstance(entry.get(key), str)), None)
    match = _SHA256.fullmatch(entry["sha256"]) if isinstance(entry.get("sha256"), str) else None
    if path is None or match is None:
        return None
    size = next((entry[key] for key in _SIZES if isinstance(entry.get(key), int)), None)
    return Recorded(path=path, sha256=match[1].lower(), size=size)
