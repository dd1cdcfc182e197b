"""The interface of isolation: a command, the folders and variables that it may have, and what comes of them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Self

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox.inside import Inside
from reprobridge_spec.model.isolation import Isolation, LimitInForce
from reprobridge_spec.process import NO_LIMITS, Limits

FURTHER = 64
"""By so many processes the kernel's own limit stands above ours, which can say that it was reached."""
NO_SECRETS: Mapping[str, str] = MappingProxyType({})


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

    @classmethod
    def empty(cls, place: Path) -> Self:
        """New folders in the empty folder `place`, in which an isolation can be tried."""
        made = {name: place / name for name in ("work", "output", "home", "temporary", "environment")}
        for folder in made.values():
            folder.mkdir()
        return cls(
            work=made["work"],
            output=made["output"],
            home=made["home"],
            temporary=made["temporary"],
            environment=made["environment"],
            python_prefix=Path("/usr"),
        )

    @property
    def writable(self) -> tuple[Path, ...]:
        """The folders that a launcher may write to, which count for its disk."""
        return (self.output, self.home, self.temporary)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapped:
    """A command as it is started, with where, with which variables, and within which limits.

    Attributes:
        limits: those that `process.run` has to hold it to.
        scoped: whether it has to be kept from abstract sockets, which no name space does where it has the network.
        seen: the variables that the launcher sees.
        seen_cwd: the folder in which it starts, as it sees it.
    """

    command: tuple[str, ...]
    cwd: Path
    environment: dict[str, str]
    limits: Limits = NO_LIMITS
    scoped: bool = False
    seen: Mapping[str, str] = field(default_factory=dict)
    seen_cwd: str = ""


class Sandbox(ABC):
    """One way to keep a run apart; a value that can be sent to another machine.

    Attributes:
        kind: what it is called in records and on the command line.
        version: of the program that does it; empty where it is none.
    """

    __slots__ = ()

    kind: str
    version: str

    @property
    def isolation(self) -> Isolation:
        """What is in force for a run without network, without limits."""
        return self.isolation_of()

    @property
    def read_only(self) -> bool:
        """Whether everything but the run's own folders is read-only."""
        return True

    @property
    def is_counted(self) -> bool:
        """Whether the time and memory of a launcher count as those of the command that starts it."""
        return True

    def isolation_of(
        self,
        *,
        network: bool = False,
        hosts: Sequence[str] = (),
        limits: Limits = NO_LIMITS,
        limits_by: str = "",
        time_limit: float | None = None,
        log_limit: int | None = None,
    ) -> Isolation:
        """What is in force for one run, for the record.

        Args:
            network: whether the run has the network.
            hosts: the hosts of its services; nothing here keeps it from others.
            limits: what it may use.
            limits_by: what holds it to the limits of memory and processes.
            time_limit: seconds until it is ended.
            log_limit: bytes of output until it is ended.
        """
        memory_by = self.held_by(limits_by)
        given = {
            "time": (time_limit, "rrspec"),
            "memory": (limits.memory, memory_by),
            "processes": (limits.processes, memory_by),
            "disk": (limits.disk, "watcher"),
            "log": (log_limit, "rrspec"),
        }
        reached = network or not self.read_only
        return Isolation(
            kind=self.kind,
            network=reached,
            read_only=self.read_only,
            tool=f"{self.kind} {self.version}" if self.version else None,
            hosts=list(hosts) if network else [],
            hosts_filtered=False if network and hosts else None,
            limits={
                name: LimitInForce(most=Decimal(str(most)), by=by)
                for name, (most, by) in given.items()
                if most is not None
            },
        )

    def held_by(self, limits_by: str) -> str:
        """What holds a run to its limits of memory and processes, where it is held by `limits_by` besides."""
        return limits_by

    @abstractmethod
    def wrap(
        self,
        command: Sequence[str],
        folders: Folders,
        variables: Mapping[str, str],
        *,
        network: bool = False,
        devices: Sequence[Path] = (),
        limits: Limits = NO_LIMITS,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> Wrapped:
        """The command as it is started inside.

        Args:
            command: the launcher's command.
            folders: what it may see.
            variables: the manifest's and the contract's variables that name no folder.
            network: whether it gets the network.
            devices: device files that it gets.
            limits: what it may use.
            secrets: variables that no list of processes shows.
        """

    def clean(self, folders: Folders) -> None:  # noqa: B027 (most leave nothing behind)
        """Leave nothing of the isolation behind after a run that was ended; the run's own folders may go then."""


def input_variable(reference: str) -> str:
    """The variable under which a launcher finds an input: `train/checkpoint` is `RRA_INPUT_TRAIN_CHECKPOINT`."""
    return "RRA_INPUT_" + reference.upper().replace("-", "_").replace("/", "_")


def inside(folders: Folders, variables: Mapping[str, str]) -> Inside:
    """The places and variables of a run inside an isolation, the same on every machine."""
    return Inside(
        environment=folders.environment,
        inputs={input_variable(name): path for name, path in folders.inputs.items()},
        declared=variables,
    )
