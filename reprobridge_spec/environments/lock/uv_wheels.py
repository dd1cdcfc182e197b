"""Which digests are those of wheels: uv's list in pip's format does not tell, its `pylock.toml` does."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from packaging.utils import canonicalize_name

from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.errors import NotDoneError


def digests(pylock: str, pins: Iterable[Pin]) -> frozenset[str]:
    """The SHA-256 of all wheels of the packages in `pylock`.

    Args:
        pylock: text of a `pylock.toml` that holds what `pins` holds.
        pins: what uv locked. Where an index gives no digest of a package's wheels, uv has read the wheel that it chose,
            and the digests of the pin are those of wheels.

    Raises:
        NotDoneError: it is no such text.
    """
    told: dict[str, list[str | None]] = {}
    try:
        for package in tomllib.loads(pylock)["packages"]:
            # one name may stand there more than once: another version for another Python
            told.setdefault(canonicalize_name(package["name"]), []).extend(map(_digest, package.get("wheels", [])))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotDoneError(
            f"uv wrote a `pylock.toml` that cannot be read: {error}", hint="Nothing was written. Install another uv."
        ) from error
    return frozenset(_taken(told, pins))


def _taken(told: Mapping[str, list[str | None]], pins: Iterable[Pin]) -> Iterator[str]:
    for found in told.values():
        yield from (digest for digest in found if digest is not None)
    for pin in pins:
        if None in told.get(pin.name, ()):
            yield from pin.hashes


def _digest(wheel: Mapping[str, Any]) -> str | None:
    digest = wheel.get("hashes", {}).get("sha256")
    return str(digest).lower() if digest else None
