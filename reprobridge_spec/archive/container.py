"""The interface of what packages are written into: one class a form of package."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping


class Container(ABC):
    """A package under way. Members are added in the order in which they shall lie in it, each once.

    Attributes:
        packed: bytes that each member takes in the package by its path; before they are compressed, where all are
            compressed as one.
    """

    packed: Mapping[str, int]

    @abstractmethod
    def add(self, path: str, data: bytes, *, executable: bool) -> None:
        """Add a file of at most some mebibytes at `path` below the top folder."""

    @abstractmethod
    def add_large(self, path: str, size: int, pieces: Iterator[bytes], *, executable: bool) -> None:
        """Add a file of `size` bytes, of which no more than some pieces are held."""

    @abstractmethod
    def finish(self) -> int:
        """Write what comes last.

        Returns:
            The bytes of the package.
        """

    @abstractmethod
    def close(self) -> None:
        """End what is under way, whether or not the package was finished."""
