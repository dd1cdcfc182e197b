"""What an archive says of a record."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass

Ask = Callable[[str], Any]
"""The JSON value at an address; raises as `transfer.ask.ask` does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A file of a record.

    Attributes:
        path: its name in the record, with the folders that it lies in.
        addresses: where it is, the best first.
    """

    path: str
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The files of a record.

    Attributes:
        name: what it is called in messages.
        files: those that everybody may have.
        moves: why the DOI may stand for other files another time, as a sentence; empty where it cannot.
    """

    name: str
    files: tuple[Recorded, ...]
    moves: str = ""


class RecordArchive(ABC):
    """An archive, or a kind of archive of which there are many."""

    @abstractmethod
    def place_of(self, doi: str, page: str | None) -> str | None:
        """Where the archive tells of the record; None where it is none of this archive.

        Args:
            doi: in small letters, without what may stand before it.
            page: the page that the DOI leads to; None before anybody was asked.
        """

    @abstractmethod
    def read(self, place: str, doi: str, ask: Ask) -> Record:
        """The record at `place`.

        Raises:
            ArtifactError: there is none.
            NotDoneError: it could not be had, is closed, or is told in a way that is not understood.
        """


def not_understood(place: str, error: Exception) -> NotDoneError:
    """The error for an answer that has another form than the archive's description says."""
    return NotDoneError(
        f"{place} answers in a form that is not known ({type(error).__name__}: {error})",
        hint="Give the address of the file as `source: {url: ...}`, or bring it yourself.",
    )


def without_files(name: str, why: str) -> NotDoneError:
    """The error for a record whose files are not for everybody."""
    return NotDoneError(
        f"{name} gives no files: {why}", hint="Ask for access on its page; say in `access` who gets it."
    )


def no_such(name: str) -> ArtifactError:
    """The error for a record that is not there."""
    return ArtifactError(f"{name} is not there", hint="Correct the DOI.", place="rra.yaml")
