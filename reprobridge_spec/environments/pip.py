"""pip as a program: the one of the environment that rrspec runs in, and what its failures mean.

Its words are read only to say more precisely what is known already: that it failed.
"""

import importlib.metadata
import importlib.util
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass

HOURS = 3600.0
WHEELS_ONLY = ("--only-binary", ":all:")
"""Building a source distribution would execute it."""


class Cause(StrEnum):
    """Why pip failed."""

    HASH = "hash"
    NETWORK = "network"
    NOTHING_OFFERED = "nothing-offered"
    NOT_OFFERED = "not-offered"
    CONFLICT = "conflict"
    DISK_FULL = "disk-full"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What pip's output says about its failure.

    Attributes:
        package: the requirement that it is about; empty where it is about none.
        detail: lines that say more: digests, versions that are offered, or the end of the output.
    """

    cause: Cause
    package: str = ""
    detail: str = ""


_HASH = re.compile(
    r"DO NOT MATCH THE HASHES.*?\n\s+(?P<package>\S+)(?: from|:| \().*?(?P<detail>Expected .*?Got\s+\w+)", re.DOTALL
)
_MISSING = re.compile(r"satisfies the requirement (?P<package>.+?) \(from versions: (?P<versions>[^)]*)\)")
_CONFLICT = re.compile(r"The conflict is caused by:\n(?P<detail>.*?)(?:\n\s*\n|\Z)", re.DOTALL)
_NETWORK = re.compile(
    r"connection broken by|NewConnectionError|NameResolutionError|Could not fetch URL|Connection refused"
    r"|Connection reset|timed out|Temporary failure in name resolution|SSLError|CERTIFICATE_VERIFY_FAILED|ProxyError"
    r"|IncompleteRead|HTTP error \d{3}|\d{3} (?:Client|Server) Error",
)
_DISK_FULL = re.compile(r"No space left on device|Disk quota exceeded")
_NOISE = re.compile(r" |Traceback |The above exception|During handling")
_SHOWN_LINES = 6
_SHOWN_VERSIONS = 5


def version() -> str:
    """The version of pip that is used.

    Raises:
        NotDoneError: rrspec's own environment has no pip.
    """
    return version_of("pip")


def version_of(distribution: str) -> str:
    """The version of a distribution in the environment that rrspec runs in.

    Raises:
        NotDoneError: it is not installed there.
    """
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError as error:
        raise NotDoneError(
            f"{distribution} is not installed beside rrspec",
            hint="Install rrspec with its dependencies: `pip install reprobridge-spec`.",
        ) from error


def run(
    arguments: Sequence[str], *, environment: Mapping[str, str], cwd: Path, python: Path | None = None
) -> tuple[int, str]:
    """Exit code and output of pip.

    Args:
        arguments: what follows `pip`.
        environment: all variables that it gets.
        cwd: the folder it starts in.
        python: the Python of another environment that it works for.

    Raises:
        NotDoneError: pip cannot be started, or does not end.
    """
    target = ["--python", str(python)] if python is not None else []
    command = [sys.executable, "-I", "-m", "pip", *target, *arguments]
    return process.output_of(command, cwd=cwd, environment=environment, time_limit=6 * HOURS)


def copy_into(site_packages: Path) -> None:
    """Puts this pip among the packages of another environment, unless it has one.

    Raises:
        NotDoneError: rrspec's own environment has no pip.
        OSError: it cannot be written.
    """
    version()
    found = importlib.util.find_spec("pip")
    if found is not None and found.origin and not (site_packages / "pip").exists():
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(Path(found.origin).parent, site_packages / "pip", ignore=unwanted)


def failure(output: str) -> Failure:
    """What the output of a pip that failed says."""
    if match := _HASH.search(output):
        return Failure(cause=Cause.HASH, package=match["package"], detail=" ".join(match["detail"].split()))
    if _DISK_FULL.search(output):
        return Failure(cause=Cause.DISK_FULL)
    if match := _CONFLICT.search(output):
        return Failure(cause=Cause.CONFLICT, detail="; ".join(line.strip() for line in match["detail"].splitlines()))
    missing = _MISSING.search(output)
    if _NETWORK.search(output):
        return Failure(cause=Cause.NETWORK, package=missing["package"] if missing else "", detail=last_lines(output))
    if missing is None:
        return Failure(cause=Cause.OTHER, detail=last_lines(output))
    package = missing["package"].split(" (from ")[0]
    versions = missing["versions"].split(", ")
    if versions == ["none"]:
        return Failure(cause=Cause.NOTHING_OFFERED, package=package)
    offered = ", ".join(versions[-_SHOWN_VERSIONS:])
    return Failure(cause=Cause.NOT_OFFERED, package=package, detail=f"the last it offers: {offered}")


def last_lines(output: str) -> str:
    """The end of an output, without the lines that only tell where the tool's own code is."""
    lines = [line.strip() for line in output.splitlines() if line.strip() and not _NOISE.match(line)]
    return " / ".join(lines[-_SHOWN_LINES:])
