"""A case of the conformance suite: an artifact, what is done with it, and what must come of it."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from reprobridge_spec.model.base import Model, branch, by_key
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.scalars import Count, Id, Positive, RelativePath, Text


class Remove(Model):
    """A file or folder is taken away."""

    remove: RelativePath
    """Its path."""


class NewText(Model):
    """A file and what it holds."""

    file: RelativePath
    """Its path."""
    text: str
    """Its text, UTF-8."""


class Write(Model):
    """A file is written anew."""

    write: NewText
    """Which, and what."""


class Change(Model):
    """A text of a file, and what stands in its place."""

    file: RelativePath
    """Its path."""
    old: Text
    """Stands there exactly once."""
    new: str
    """Takes its place."""


class Replace(Model):
    """A text of a file is replaced."""

    replace: Change
    """Where, and by what."""


class LinkTo(Model):
    """A symbolic link."""

    file: RelativePath
    """Its path."""
    target: Text
    """Where it points."""


class Link(Model):
    """A symbolic link is made."""

    link: LinkTo
    """Which."""


class Contents(Model):
    """A file and its bytes."""

    file: RelativePath
    """Its path."""
    base64: str
    """Its bytes, in base 64 (RFC 4648)."""


class WriteBytes(Model):
    """A file that is no text is written anew."""

    bytes: Contents
    """Which, and what."""


class Extent(Model):
    """A file of nothing but zeros."""

    file: RelativePath
    """Its path."""
    size: Count
    """Its bytes; a file system that can keeps none of them."""


class WriteZeros(Model):
    """A large file is made."""

    zeros: Extent
    """Which, and how large."""


class Mode(Model):
    """A file is made executable."""

    executable: RelativePath
    """Its path."""


Operation = Annotated[
    Annotated[Remove, branch("remove")]
    | Annotated[Write, branch("write")]
    | Annotated[Replace, branch("replace")]
    | Annotated[Link, branch("link")]
    | Annotated[WriteBytes, branch("bytes")]
    | Annotated[WriteZeros, branch("zeros")]
    | Annotated[Mode, branch("executable")],
    by_key("remove", "write", "replace", "link", "bytes", "zeros", "executable"),
]


class Weight(StrEnum):
    """What a finding weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class ExpectedFinding(Model):
    """A finding that must be there; what is not given is not compared."""

    rule: Text
    """Code of the rule."""
    file: RelativePath | None = None
    """Path in the artifact."""
    line: Positive | None = None
    """Line, for implementations that claim positions."""
    severity: Weight | None = None
    """What it weighs."""


class Validate(Model):
    """The artifact is validated."""

    level: Level
    """For which level."""
    exit: Count
    """Exit code."""
    findings: list[ExpectedFinding] = []
    """Exactly these rules fire, at these places; no others do. Notes count only where one is named."""


class Step(Model):
    """One call of the implementation."""

    run: Annotated[list[str], Field(min_length=1)]
    """Arguments; `{artifact}` and `{out}` stand for the artifact's folder and a new folder."""
    exit: Count
    """Exit code."""
    values: dict[str, Any] = {}
    """JSON pointers into what it prints, and the texts that must stand there."""


class Case(Model):
    """A case; its folder's name is its id."""

    title: Text
    """One sentence on what must hold."""
    spec: list[Id]
    """Anchors of SPEC.md."""
    base: Id
    """The complete good artifact that it begins with; what lies in `tree/` beside the case is laid over it."""
    operations: list[Operation] = []
    """What is done to it, in order."""
    validate_: Annotated[Validate | None, Field(alias="validate")] = None
    """The validation and its result."""
    steps: list[Step] = []
    """Calls and their results, where it is not one validation."""
