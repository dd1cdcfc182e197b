"""What a source of inputs has to do."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from reprobridge_spec.environments.landing import Landing, Wanted


class InputSource(ABC):
    """Brings files.

    Attributes:
        needs_network: whether `bring` asks another machine.
    """

    needs_network: ClassVar[bool]

    @abstractmethod
    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Gives each file of `wanted`, of which no two have one digest, to `landing`.

        What came stays there where another file could not be brought.

        Raises:
            ArtifactError: the source does not have what the manifest says.
            NotDoneError: it could not be brought through no fault of the artifact.
            OSError: a file cannot be written.
        """
