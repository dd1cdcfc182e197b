"""Inputs: data, checkpoints and services, and where they come from."""

from enum import StrEnum
from typing import Annotated, Literal

from reprobridge_spec.model.base import Model, branch, by_key
from reprobridge_spec.model.scalars import Commit, EnvironmentName, Id, RelativePath, Sha256, Text, Version


class Package(Model):
    """A file of the Python package index."""

    name: Text
    """Name of the project."""
    version: Version
    """Its version."""
    sha256: Sha256
    """Digest of the one wheel that is meant."""


class PackageSource(Model):
    """Files out of a wheel; the wheel is unpacked, not installed."""

    package: Package
    """The wheel."""


class UrlSource(Model):
    """A file at an address."""

    url: Text
    """Where it is."""
    mirrors: list[Text] = []
    """Where else it is."""


class DoiSource(Model):
    """A file of an archive's record."""

    doi: Text
    """The record."""
    path: Text | None = None
    """The file inside it."""


class HuggingFace(Model):
    """A repository of the Hugging Face hub."""

    repo: Text
    """`owner/name`."""
    revision: Commit
    """The whole commit id."""
    path: Text | None = None
    """One file inside it."""


class HuggingFaceSource(Model):
    """Files of a hub's repository."""

    huggingface: HuggingFace
    """Which."""


class Git(Model):
    """A repository."""

    url: Text
    """Its address."""
    commit: Commit
    """The whole commit id."""
    path: Text | None = None
    """A path inside it."""


class GitSource(Model):
    """Files of a repository."""

    git: Git
    """Which."""


class BundledSource(Model):
    """Files that the artifact carries itself."""

    bundled: RelativePath
    """File or folder inside the artifact."""


class ManualSource(Model):
    """Files that a person has to bring."""

    manual: Text
    """How to get them."""


class Service(Model):
    """A service on the network."""

    host: Text
    """The one host that the run may reach."""
    snapshot: Text
    """What pins its behaviour."""


class ServiceSource(Model):
    """Answers of a service."""

    service: Service
    """Which."""


Source = Annotated[
    Annotated[PackageSource, branch("package")]
    | Annotated[UrlSource, branch("url")]
    | Annotated[DoiSource, branch("doi")]
    | Annotated[HuggingFaceSource, branch("huggingface")]
    | Annotated[GitSource, branch("git")]
    | Annotated[BundledSource, branch("bundled")]
    | Annotated[ManualSource, branch("manual")]
    | Annotated[ServiceSource, branch("service")],
    by_key("package", "url", "doi", "huggingface", "git", "bundled", "manual", "service"),
]


class InputFile(Model):
    """One file of an input."""

    path: RelativePath
    """Where it lies in the source."""
    sha256: Sha256
    """Digest of its bytes."""


class Gated(Model):
    """Access for those who ask."""

    who: Text
    """Who may get it."""
    where: Text
    """Where to ask."""
    token: EnvironmentName | None = None
    """Variable that holds the token, for `fetch` only."""


class GatedAccess(Model):
    """An input behind a gate."""

    gated: Gated
    """How to get in."""


class Restricted(Model):
    """Access for a closed group."""

    who: Text
    """Who may get it."""
    where: Text | None = None
    """Where to ask."""


class RestrictedAccess(Model):
    """An input for a closed group."""

    restricted: Restricted
    """Who may get it."""


Access = Annotated[
    Annotated[Literal["open"], branch("open")]
    | Annotated[GatedAccess, branch("gated")]
    | Annotated[RestrictedAccess, branch("restricted")],
    by_key("gated", "restricted", otherwise="open"),
]


class InputKind(StrEnum):
    """What an input is."""

    DATASET = "dataset"
    CHECKPOINT = "checkpoint"
    SERVICE = "service"


class Role(StrEnum):
    """What a checkpoint stands for."""

    BASE = "base"
    RESULT = "result"


class Permitted(Model):
    """Who allows a checkpoint to stand in for training that the paper did."""

    by: Text
    """Who."""
    where: Text
    """Where that is written."""


class Input(Model):
    """Data, a checkpoint, or a service that runs need."""

    kind: InputKind
    """What it is."""
    source: Source
    """Where it comes from."""
    files: dict[Id, InputFile] = {}
    """Files by id, each with its digest."""
    sha256: Sha256 | None = None
    """Digest, where the input is one file."""
    digests: RelativePath | None = None
    """A `sha256sum` list, where the input is a folder or many shards."""
    croissant: RelativePath | None = None
    """A Croissant file of the artifact that describes the input; its digests are compared."""
    license: Text | None = None
    """SPDX expression, or `unknown`: said, not guessed."""
    access: Access = "open"
    """Who can get it."""
    role: Role | None = None
    """Of a checkpoint: `base` where the paper too starts from it, `result` where it stands in for training."""
    permitted: Permitted | None = None
    """Of a `result`: who allows it."""
    key: EnvironmentName | None = None
    """Of a service: the one variable that runs get."""
    cost: Text | None = None
    """Of a service: what one scored campaign costs."""
