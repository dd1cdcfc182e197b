"""What a source of inputs has to do."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One file of an input.

    Attributes:
        name: the path under which a run finds it.
        path: where it lies in the source; None where the source is this one file.
        sha256: its digest.
    """

    name: str
    path: str | None
    sha256: str


class InputSource(ABC):
    """Brings files; whether they are the right ones is looked at afterwards, by their digests.

    Attributes:
        needs_network: whether `bring` asks another machine.
    """

    needs_network: ClassVar[bool]

    @abstractmethod
    def bring(self, wanted: Sequence[Wanted], folder: Path) -> None:
        """Writes each file of `wanted` into `folder`, under its digest as the name.

        Raises:
            ArtifactError: the source does not have what the manifest says.
            NotDoneError: it could not be brought through no fault of the artifact.
            OSError: a file cannot be written.
        """
