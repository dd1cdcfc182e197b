"""Limits on a program with all that it starts, and the interface of what holds it to them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from reprobridge_spec.frozen import dataclass


class Limited(StrEnum):
    """What is limited."""

    MEMORY = "memory"
    PROCESSES = "processes"
    DISK = "disk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a program and all that it starts may use together; None: no limit.

    Attributes:
        memory: bytes.
        processes: processes and threads.
        disk: bytes in `folders`, and of any one file.
        folders: the folders that count.
        in_group: whether a control group may hold it; not where it moves itself into another.
    """

    memory: int | None = None
    processes: int | None = None
    disk: int | None = None
    folders: tuple[Path, ...] = ()
    in_group: bool = True

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return (self.memory, self.processes, self.disk) != (None, None, None)


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exceeded:
    """A limit that was reached.

    Attributes:
        used: what was seen in use: bytes, or processes and threads.
    """

    what: Limited
    used: int


class Holder(ABC):
    """What holds one program to its limits of memory and processes.

    Attributes:
        by: what it is, for the record.
        pause: seconds that may pass between two looks at the program.
    """

    by: str
    pause: float = 0.1

    @abstractmethod
    def command(self, command: Sequence[str]) -> tuple[str, ...]:
        """The command that starts `command` where it is held."""

    @abstractmethod
    def exceeded(self, pid: int) -> Exceeded | None:
        """The limit that the program `pid` with all that it started has reached."""

    @abstractmethod
    def end(self) -> None:
        """End all that is held, however it stands apart; as far as the holder can."""

    @abstractmethod
    def close(self) -> None:
        """Leave nothing of the holder behind."""
