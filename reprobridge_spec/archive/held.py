"""What a package of any kind holds, as its readers give it to whoever looks for an artifact in it."""

from collections.abc import Iterator
from typing import Protocol

from reprobridge_spec.documents.files import Entry


class Held(Protocol):
    """Members of a package that were all looked at, and none of which was unpacked.

    Attributes:
        file: the package, as the caller named it.
        entries: files and links by their paths in the package.
        digests: SHA-256 of each file.
        notes: what the package says besides, by the names of `handed_over_names`; empty where it says nothing.
    """

    file: str
    entries: dict[str, Entry]
    digests: dict[str, str]
    notes: dict[str, bytes]

    def read(self, path: str) -> bytes:
        """All bytes of a file of the package.

        Raises:
            OSError: the package changed since it was looked at, or cannot be read.
        """
        ...

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file of the package, piece by piece.

        Raises:
            OSError: as `read` does.
        """
        ...

    def close(self) -> None:
        """Close the package."""
        ...
