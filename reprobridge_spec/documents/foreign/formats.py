"""What another format for runnable research says about a repository: what is run, and what goes with it."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from reprobridge_spec.documents.foreign.needs import Need
from reprobridge_spec.frozen import dataclass

Read = Callable[[str], bytes]
"""Gives the content of a file of the repository."""
MOST_RUNS = 500


class Format(StrEnum):
    """A format of other people, in words for people."""

    MLPROJECT = "MLproject"
    DVC = "dvc.yaml"
    CODE_OCEAN = "Code Ocean capsule"
    CORE_BENCH = "CORE-Bench task"
    HARBOR = "Harbor task"
    REPO2DOCKER = "repo2docker repository"
    MAKEFILE = "Makefile"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignRun:
    """One thing that a format says is run.

    Attributes:
        command: as a shell takes it, with the default of each parameter that has one.
        template: the same as the file has it.
        folder: where it is run, from the root of the repository; empty for the root itself.
        line: where the file says it, from one.
        parameters: names and their defaults; an empty default where there is none.
        inputs: files and folders that it reads, from the root of the repository.
        outputs: those that it writes.
        metrics: those of its outputs that hold scores.
    """

    name: str
    command: str
    template: str
    folder: str
    line: int
    parameters: Mapping[str, str]
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFormat:
    """A format that a repository, or a folder of it, is written in.

    Attributes:
        path: the file that says so.
        notes: what else it says that matters, as sentences for people.
        environments: the files that make the environment, from the root of the repository.
        image: the container image that it names; None where it names none.
        fault: why it could not be read; None where it was.
    """

    format: Format
    path: str
    runs: tuple[ForeignRun, ...] = ()
    notes: tuple[Need, ...] = ()
    environments: tuple[str, ...] = ()
    image: Need | None = None
    fault: str | None = None


def folder_of(path: str) -> str:
    """The folder of a file; empty for the root."""
    return path.rpartition("/")[0]


def joined(folder: str, path: str) -> str:
    """A path that is named in `folder`, from the root of the repository; as it is named where it leads out of it."""
    if path.startswith("/") or "://" in path:
        return path
    parts = [part for part in folder.split("/") if part]
    for part in path.split("/"):
        if part == ".." and not parts:
            return path
        if part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)
