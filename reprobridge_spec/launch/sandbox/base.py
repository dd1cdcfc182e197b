"""The interface of isolation: a command, the folders and variables that it may have, and what comes of them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.run_record import Isolation


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where the parts of one run lie on this machine.

    Attributes:
        work: the working copy, in which the launcher starts; read-only.
        output: the output folder; writable.
        home: HOME; writable, new, gone afterwards.
        temporary: TMPDIR; writable, new, gone afterwards.
        environment: the built environment; read-only.
        python_prefix: installation that the environment's Python belongs to; read-only.
        inputs: file or folder of each input, by its reference in the manifest; read-only.
    """

    work: Path
    output: Path
    home: Path
    temporary: Path
    environment: Path
    python_prefix: Path
    inputs: Mapping[str, Path] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapped:
    """A command as it is started, with where and with which variables."""

    command: tuple[str, ...]
    cwd: Path
    environment: dict[str, str]


class Sandbox(ABC):
    """One way to keep a run apart."""

    @property
    @abstractmethod
    def isolation(self) -> Isolation:
        """What is in force, for the record."""

    @abstractmethod
    def wrap(self, command: Sequence[str], folders: Folders, variables: Mapping[str, str]) -> Wrapped:
        """The command as it is started inside.

        Args:
            command: the launcher's command.
            folders: what it may see.
            variables: the manifest's and the contract's variables that name no folder.
        """


def input_variable(reference: str) -> str:
    """The variable under which a launcher finds an input: `train/checkpoint` is `RRA_INPUT_TRAIN_CHECKPOINT`."""
    return "RRA_INPUT_" + reference.upper().replace("-", "_").replace("/", "_")
