"""What a package of any kind holds, as its readers give it to whoever looks for an artifact in it."""

from typing import Protocol

from reprobridge_spec.documents.files import Entry


class Held(Protocol):
    """Members of a package that were all looked at, and none of which was unpacked.

    Attributes:
        file: the package, as the caller named it.
        entries: files and links by their paths in the package.
        digests: SHA-256 of each file.
    """

    file: str
    entries: dict[str, Entry]
    digests: dict[str, str]

    def read(self, path: str) -> bytes:
        """All bytes of a file of the package.

        Raises:
            OSError: the package changed since it was looked at, or cannot be read.
        """
        ...

    def close(self) -> None:
        """Close the package."""
        ...
