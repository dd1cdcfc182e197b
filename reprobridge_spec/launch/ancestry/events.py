"""What processes of a run did with files, whoever told it; paths have their names in the record."""

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Began:
    """A process became a program. `arguments` is None where they were not told whole."""

    process: int
    at: float
    program: str
    arguments: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Split:
    """A process made another process, or another thread."""

    process: int
    at: float
    child: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A process opened a file. What is `handed_on` stays open when the process becomes another program."""

    process: int
    at: float
    file: str
    writes: bool
    handed_on: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """A process renamed a file or a folder."""

    process: int
    at: float
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Linked:
    """A process gave a file a second name."""

    process: int
    at: float
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Poured:
    """A process let the kernel copy from one file to another."""

    process: int
    at: float
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Dated:
    """A process set the times of a file."""

    process: int
    at: float
    file: str


Event = Began | Split | Opened | Moved | Linked | Poured | Dated
