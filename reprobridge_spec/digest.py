"""SHA-256 of bytes, of files and of values."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

CHUNK = 1 << 20


def of_bytes(data: bytes) -> str:
    """SHA-256 of `data`, 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def of_file(path: Path) -> str:
    """SHA-256 of the bytes of `path`.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size <= CHUNK:
            # many small files are read whole in two thirds of the time
            return of_bytes(file.read())
        return hashlib.file_digest(file, "sha256").hexdigest()


def canonical_json(value: Any) -> bytes:  # noqa: ANN401 (any JSON value)
    """`value` as JSON with sorted keys, no spaces, UTF-8: the same bytes for the same value.

    Values are objects, lists, texts, integers, booleans and null. Fractions are given as text, so that
    no number formatting of one language decides a digest.

    Raises:
        TypeError: a value of another kind, floats included.
    """
    _refuse_floats(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def of_value(value: Any) -> str:  # noqa: ANN401 (any JSON value)
    """SHA-256 over `canonical_json(value)`."""
    return of_bytes(canonical_json(value))


def _refuse_floats(value: object) -> None:
    if isinstance(value, float):
        msg = f"a digest is taken over text and integers, not over the float {value!r}"
        raise TypeError(msg)
    if isinstance(value, dict):
        for item in value.values():
            _refuse_floats(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_floats(item)
