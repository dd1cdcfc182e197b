"""Experiments: one command with its runs, and the tasks that are measured in them."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model, text_or
from reprobridge_spec.model.scalars import (
    ByteSize,
    Count,
    Duration,
    FullId,
    Id,
    Positive,
    RelativePath,
    Seeds,
    Text,
    Truth,
)
from reprobridge_spec.model.task import Blocked, Task


class Gpus(Model):
    """Accelerators of one run."""

    count: Positive
    """How many."""
    memory: ByteSize | None = None
    """Least memory of each."""
    capability: Text | None = None
    """Bound on the compute capability, such as `>=8.0`."""
    types: list[Text] = []
    """Models that it was tried on."""
    share: Truth | None = None
    """Whether other runs may use the same card."""


class RunTime(Model):
    """Time of one run."""

    expected: Duration | None = None
    """What it takes on the hardware that was used."""
    limit: Duration
    """When it is ended."""


class Resources(Model):
    """What one run needs."""

    cpus: Positive = 1
    """Cores."""
    memory: ByteSize | None = None
    """Memory."""
    disk: ByteSize | None = None
    """Disk."""
    processes: Positive = 4096
    """Processes and threads at once."""
    gpus: Gpus | None = None
    """Accelerators."""
    time: RunTime | None = None
    """Time."""


class Smoke(Model):
    """How a short run differs from a scored one; nothing measured in it is a score."""

    append: list[str] = []
    """Arguments put after the command."""
    inputs: dict[Id, Id] = {}
    """Stand-ins: input of the experiment, and the input that takes its place under its name."""
    time: Duration
    """When it is ended."""
    resources: Resources | None = None
    """What it needs, where that is not what a scored run needs."""
    seed: Count | None = None
    """Its seed; the first of the experiment's where it is not given."""


class SeedChoice(StrEnum):
    """Which runs of an earlier experiment a later one takes."""

    FIRST = "first"
    ALL = "all"


class OutputInput(Model):
    """An output of another experiment."""

    from_: Annotated[FullId, Field(alias="from")]
    """`experiment/output`."""
    seeds: SeedChoice
    """`first`: that of its first seed for every run; `all`: a folder with one entry a seed."""


class Experiment(Model):
    """One command with its runs, and the tasks that are measured in them."""

    environment: Id | None = None
    """Id of the environment."""
    inputs: list[text_or(OutputInput, "from")] | None = None  # type: ignore[valid-type]
    """Ids of inputs, and outputs of other experiments as `experiment/output`."""
    command: Annotated[list[str], Field(min_length=1)] | None = None
    """Program and arguments; no shell reads them."""
    seeds: Seeds | None = None
    """One run a seed, fixed before any score is seen."""
    runs: Positive | None = None
    """Number of runs, where nothing can be seeded."""
    deterministic: Truth | None = None
    """Claims equal scores for all runs, which is checked."""
    resources: Resources | None = None
    """What one run needs."""
    smoke: Smoke | None = None
    """How a smoke run differs."""
    outputs: dict[Id, RelativePath] | None = None
    """Files or folders in the output folder that later experiments take."""
    tasks: dict[Id, Task] | None = None
    """Scores that are measured in its runs."""
    blocked: Blocked | None = None
    """Why it cannot be run."""


class Defaults(Model):
    """What stands for every experiment that does not say it itself."""

    experiment: Experiment
    """A key that an experiment gives replaces the whole value here; nothing is merged."""
