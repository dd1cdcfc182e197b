"""What a package of any kind holds, as the readers of its kind give it to the one reader of packages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from reprobridge_spec.documents.files import Entry


class Held(Protocol):
    """Members of a package, none of which was unpacked.

    All were looked at before anything else about them is told; what is refused is refused then.

    Attributes:
        file: the package, as the caller named it.
    """

    file: str

    @property
    def entries(self) -> dict[str, Entry]:
        """Files and links by their paths in the package, in the order in which they lie there."""
        ...

    @property
    def folders(self) -> list[str]:
        """Folders that are members themselves."""
        ...

    @property
    def unusual(self) -> dict[str, str]:
        """Members that are looked at only and never unpacked, and why, as the rest of a sentence."""
        ...

    @property
    def notes(self) -> dict[str, bytes]:
        """What the package says besides, by the names of `handed_over_names`; empty where it says nothing."""
        ...

    def look(self) -> None:
        """Read every byte once, and refuse what is damaged.

        Raises:
            ArtifactError: the package is damaged, or holds what is refused; every such member is named.
            NotDoneError: it cannot be read.
        """
        ...

    def bring(self, spool: Path) -> None:
        """Make ready for `write`; what has to be read in one go may wait in the empty folder `spool` meanwhile.

        Nothing is written under a name of the package.

        Raises:
            ArtifactError: as `look` does.
            NotDoneError: the package cannot be read.
            OSError: `spool` cannot be written.
        """
        ...

    def write(self, path: str, target: str) -> str:
        """Write a file of the package to the new file `target`, once and after `bring`; its SHA-256.

        Raises:
            ArtifactError: its bytes are damaged.
            OSError: `target` cannot be written.
        """
        ...

    def sha256(self, path: str) -> str:
        """SHA-256 of a file of the package, computed once.

        Raises:
            ArtifactError: its bytes are damaged.
        """
        ...

    def read(self, path: str) -> bytes:
        """All bytes of a file of the package.

        Raises:
            ArtifactError: they are damaged.
            OSError: the package changed since it was looked at, or cannot be read.
        """
        ...

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file of the package, piece by piece.

        Raises:
            ArtifactError: they are damaged.
            OSError: as `read` does.
        """
        ...

    def close(self) -> None:
        """Close the package."""
        ...
