"""Environments: exact packages in which launchers run."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import EnvironmentName, Id, RelativePath, Text, Version


class LockTool(StrEnum):
    """What resolves an environment's requirements into its locks."""

    PIP_TOOLS = "pip-tools"
    UV = "uv"
    CONDA_LOCK = "conda-lock"


class Cuda(Model):
    """The CUDA that an environment was built for."""

    runtime: Version
    """Version of the runtime inside the environment."""
    driver: Text | None = None
    """Bound on the driver's version, such as `>=550`."""


class Container(Model):
    """An image in which the environment can be had as a whole."""

    image: Text
    """Name of the image."""
    digest: Text
    """Digest of the image, `sha256:...`."""


class Hazard(StrEnum):
    """What in an environment executes data that came with a file."""

    PICKLE = "pickle"
    REMOTE_CODE = "remote-code"


class Environment(Model):
    """One set of exact packages in which launchers run."""

    python: Text
    """A version (`"3.11"`, `"3.11.7"`), or a bound such as `">=3.11,<3.15"` where the locks hold for all of it."""
    tool: LockTool
    """What makes the locks."""
    requirements: RelativePath
    """What was asked for, written by hand."""
    locks: dict[Id, RelativePath] = {}
    """The lock of each platform (`linux-64`, `osx-arm64`): every package with version and SHA-256."""
    variables: dict[EnvironmentName, str] = {}
    """Environment variables that every run gets."""
    cuda: Cuda | None = None
    """The CUDA it was built for."""
    system: list[Text] = []
    """System packages that it needs."""
    container: Container | None = None
    """An image that holds it."""
    hazards: list[Hazard] = []
    """What in it executes data."""
