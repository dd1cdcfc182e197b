"""Digests that this machine has taken from an index, so that pip-tools need not fetch every wheel once more.

An old lock is not believed: what stands in it may have been edited. What was taken from the index here, is.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from reprobridge_spec.documents.lock_file import Pin


class KnownDigests:
    """What is remembered of one source of packages.

    Args:
        cache: folder of all that is kept.
        source: what tells the source from others; it is kept as a digest only, since it may hold a password.
    """

    def __init__(self, cache: Path, source: str) -> None:
        self._folder = cache / "locked"
        self._source = source

    def has(self, pin: Pin) -> bool:
        """Whether exactly these digests were taken for the version."""
        return self._mark(pin).exists()

    def remember(self, pins: Iterable[Pin]) -> None:
        """Keeps that the digests of `pins` came from the source; one that cannot be kept is taken again next time."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for pin in pins:
                self._mark(pin).touch()
        except OSError:
            return

    def _mark(self, pin: Pin) -> Path:
        said = "\n".join([self._source, pin.requirement, *sorted(pin.hashes)])
        return self._folder / hashlib.sha256(said.encode()).hexdigest()
