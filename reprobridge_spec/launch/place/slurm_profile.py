"""The profile of a Slurm site: what its administrators ask of jobs, as data.

A profile stands under its name in a file of the caller's, never in one that comes with an artifact: its `setup` is
shell, and runs apart from no machine. All other values reach Slurm as arguments of one call, past every shell.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic_core import ValidationError

from reprobridge_spec.errors import UsageError
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import ByteSize, Duration, Factor, Positive, Text, Truth
from reprobridge_spec.rules.nearest import nearest

Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.,+:@-]+$", max_length=200)]
"""A name as Slurm knows them."""
Capability = Annotated[str, Field(pattern=r"^[0-9]{1,2}\.[0-9]$")]

_ARGUMENT: re.Pattern[str] = lazy_pattern(r"--[a-z][a-z0-9-]*+(=[^\r\n\0]*+)?+")
_OURS = frozenset(
    {
        "array",
        "chdir",
        "cluster-constraint",
        "clusters",
        "error",
        "export",
        "export-file",
        "help",
        "input",
        "job-name",
        "no-requeue",
        "nodes",
        "ntasks",
        "open-mode",
        "output",
        "parsable",
        "requeue",
        "signal",
        "test-only",
        "usage",
        "version",
        "wait",
        "wrap",
    }
)
"""Options of `sbatch` on which it depends that jobs are found again and that what they say is read."""


class GpuSpelling(StrEnum):
    """By which option a site wants GPUs asked for."""

    GRES = "gres"
    GPUS = "gpus"
    GPUS_PER_NODE = "gpus-per-node"
    GPUS_PER_TASK = "gpus-per-task"


class GpuType(Model):
    """What is known of one type of GPU that the site's Slurm tells apart by name."""

    memory: ByteSize | None = None
    """Memory of one."""
    capability: Capability | None = None
    """Compute capability."""
    models: list[Text] = []
    """Names by which its driver calls it."""


class SlurmProfile(Model):
    """How jobs are to be handed to one site."""

    partition: Word | None = None
    """The partition; the site's default if not given."""
    account: Word | None = None
    """The account that pays."""
    qos: Word | None = None
    """The quality of service."""
    gpus: GpuSpelling = GpuSpelling.GRES
    """By which option GPUs are asked for."""
    types: dict[Word, GpuType] = {}
    """Types of GPUs by the site's names, those to be taken first first; GPUs of any type if none is given."""
    arguments: list[Text] = []
    """More options of `sbatch`, each as one text: `--constraint=ib`."""
    setup: list[str] = []
    """Lines of shell that a job runs first, such as `module load python`."""
    variables: list[Word] = []
    """Variables of the caller that jobs get too."""
    shared: Text | None = None
    """A folder that all nodes see; everything that a job needs must lie in it."""
    memory: ByteSize | None = None
    """Memory of a job whose experiment says none; the site's default if not given."""
    jobs: Positive = 50
    """Jobs at once."""
    short: Duration = "10min"
    """Runs without GPU with at most this limit share jobs."""
    chunk: Positive = 10
    """Runs in such a job."""
    factor: Factor | None = None
    """By how much longer runs may take here than their experiments say."""
    grace: Duration = "3min"
    """What a job has beyond the limits of its runs, so that these act before Slurm's."""
    requeue: Truth = True
    """Whether a job whose node is lost or taken back goes into the queue again."""


def profiles_in(settings: Mapping[str, object], file: str) -> dict[str, SlurmProfile]:
    """The profiles of a file, by name.

    Args:
        settings: its content.
        file: how the file is called in messages.

    Raises:
        UsageError: an unknown key, a value of another kind, or an argument that jobs cannot be found again with.
    """
    profiles: dict[str, SlurmProfile] = {}
    for name, table in settings.items():
        if not isinstance(table, dict):
            raise UsageError(
                f"`{name}` stands under no profile", hint="Begin with the profile's name: `[cluster]`.", place=file
            )
        profiles[name] = _profile(name, table, file)
    return profiles


def _profile(name: str, table: dict[str, object], file: str) -> SlurmProfile:
    for key in table:
        _known(key, SlurmProfile, name, file)
    types = table.get("types", {})
    for kind, described in types.items() if isinstance(types, dict) else ():
        for key in described if isinstance(described, dict) else ():
            _known(key, GpuType, f"{name}.types.{kind}", file)
    try:
        profile = SlurmProfile.model_validate(table)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in (name, *fault["loc"]) if not str(part).startswith("["))
        raise UsageError(f"the setting `{where}`: {fault['msg']}", hint="Mend the setting.", place=file) from error
    for argument in profile.arguments:
        _check_argument(argument, name, file)
    return profile


def _known(key: str, model: type[Model], where: str, file: str) -> None:
    if key not in model.model_fields:
        there = ", ".join(model.model_fields)
        hint = nearest(key, model.model_fields, otherwise=f"There are {there}.")
        raise UsageError(f"there is no setting `{where}.{key}`", hint=hint, place=file)


def _check_argument(argument: str, name: str, file: str) -> None:
    if not _ARGUMENT.fullmatch(argument):
        raise UsageError(
            f"{name}.arguments: {argument!r} is no single option of sbatch",
            hint="Write each as one text with two hyphens: `--constraint=ib`.",
            place=file,
        )
    option = argument.removeprefix("--").partition("=")[0]
    if option in _OURS:
        raise UsageError(
            f"{name}.arguments: `--{option}` is set by rrspec itself",
            hint="Leave it out.",
            place=file,
        )
