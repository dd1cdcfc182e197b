"""Which files an index has of what was locked: uv's list in pip's format does not tell, its `pylock.toml` does."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from packaging.utils import canonicalize_name

from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments.lock.built_wheel import SourceDistribution
from reprobridge_spec.errors import NotDoneError


def wheels(pylock: str, pins: Iterable[Pin]) -> frozenset[str]:
    """The SHA-256 of all wheels of the packages in `pylock`.

    Args:
        pylock: text of a `pylock.toml` that holds what `pins` holds.
        pins: what uv locked. Where an index gives no digest of a package's wheels, uv has read the wheel that it chose,
            and the digests of the pin are those of wheels.

    Raises:
        NotDoneError: it is no such text.
    """
    told: dict[str, list[str | None]] = {}
    for name, package in _packages(pylock):
        # one name may stand there more than once: another version for another Python
        told.setdefault(name, []).extend(map(_digest, package.get("wheels", [])))
    return frozenset(_taken(told, pins))


def source(pylock: str, pin: Pin) -> SourceDistribution:
    """The source distribution of `pin`.

    Args:
        pylock: text of a `pylock.toml` that holds the pin.
        pin: a package of which uv took the source distribution.

    Raises:
        NotDoneError: it is no such text, or tells no address or no digest.
    """
    for name, package in _packages(pylock):
        told = package.get("sdist")
        if name == pin.name and isinstance(told, dict) and (digest := _digest(told)) and told.get("url"):
            return SourceDistribution(name=name, version=pin.version, address=str(told["url"]), sha256=digest)
    raise NotDoneError(
        f"the index tells no address and SHA-256 of a source distribution of {pin.name} {pin.version}",
        hint="Nothing was built. Look at the index.",
    )


def _packages(pylock: str) -> list[tuple[str, Mapping[str, Any]]]:
    try:
        return [(canonicalize_name(package["name"]), package) for package in tomllib.loads(pylock)["packages"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotDoneError(
            f"uv wrote a `pylock.toml` that cannot be read: {error}", hint="Nothing was written. Install another uv."
        ) from error


def _taken(told: Mapping[str, list[str | None]], pins: Iterable[Pin]) -> Iterator[str]:
    for found in told.values():
        yield from (digest for digest in found if digest is not None)
    for pin in pins:
        if None in told.get(pin.name, ()):
            yield from pin.hashes


def _digest(file: object) -> str | None:
    digest = file.get("hashes", {}).get("sha256") if isinstance(file, dict) else None
    return str(digest).lower() if digest else None
