"""A case of the conformance suite: an artifact, what is done with it, and what must come of it."""

from enum import StrEnum
from typing import Annotated, Any

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model, branch, by_key
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.scalars import Count, Id, Positive, RelativePath, Text

MANIFEST = "rra.yaml"
Pointer = Annotated[str, Field(pattern=r"^(/([^/~]|~[01])*)*$")]
"""A JSON pointer (RFC 6901)."""


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


class Copies(Model):
    """A file or folder, and where a copy of it lies."""

    file: RelativePath
    """Path of the copy."""
    of: RelativePath
    """What is copied."""


class Copy(Model):
    """A file or folder is copied."""

    copy_: Annotated[Copies, Field(alias="copy")]
    """Which, and where to."""


class Addition(Model):
    """What is written behind the end of a file."""

    file: RelativePath = MANIFEST
    """Its path."""
    text: Annotated[str, Field(min_length=1)]
    """The text, UTF-8."""
    times: Positive = 1
    """How often it is written."""


class Append(Model):
    """A file becomes longer, or very long."""

    append: Addition
    """Which, and by what."""


class NewValue(Model):
    """A value of a YAML or JSON document; all else in the document stays as it stands."""

    file: RelativePath = MANIFEST
    """Its path."""
    pointer: Pointer
    """JSON pointer to the value; the last step may be a new key, or the index after the last entry of a list."""
    value: Any
    """Its new value, on one line; a text that stands here without quotes is written without quotes."""


class Set(Model):
    """A value of a document is set."""

    set: NewValue
    """Where, and to what."""


class NoValue(Model):
    """A key of a mapping, or an entry of a list, in a YAML or JSON document."""

    file: RelativePath = MANIFEST
    """Its path."""
    pointer: Pointer
    """JSON pointer to it."""


class Drop(Model):
    """A value of a document is taken away."""

    drop: NoValue
    """Which."""


Operation = Annotated[
    Annotated[Remove, branch("remove")]
    | Annotated[Write, branch("write")]
    | Annotated[Replace, branch("replace")]
    | Annotated[Link, branch("link")]
    | Annotated[WriteBytes, branch("bytes")]
    | Annotated[WriteZeros, branch("zeros")]
    | Annotated[Mode, branch("executable")]
    | Annotated[Copy, branch("copy")]
    | Annotated[Append, branch("append")]
    | Annotated[Set, branch("set")]
    | Annotated[Drop, branch("drop")],
    by_key("remove", "write", "replace", "link", "bytes", "zeros", "executable", "copy", "append", "set", "drop"),
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
    not_checked: list[Text] | None = None
    """Exactly these rules are not checked, where it is given."""
    identity: list[Text] = []
    """Terms that give away who wrote the paper: each is handed over as `--identity TERM`."""
    release: RelativePath | None = None
    """The authors' release, a file of the suite's `releases/`: handed over as `--release PATH`."""


class Step(Model):
    """One call of the implementation."""

    run: Annotated[list[str], Field(min_length=1)]
    """Arguments; `{artifact}` and `{out}` stand for the artifact's folder and a new folder."""
    exit: Count
    """Exit code."""
    values: dict[str, Any] = {}
    """JSON pointers into what it prints, and the texts that must stand there."""


class Requirement(StrEnum):
    """What a machine's file system must be able to hold."""

    SYMLINKS = "symlinks"
    CASE_SENSITIVE = "case-sensitive-fs"
    UNICODE_FORMS = "unicode-nfd"
    SPARSE = "sparse-files"
    EXECUTABLE = "exec-bit"
    ODD_NAMES = "odd-names"


class Variant(Model):
    """One of several small cases of a kind; what it does not say is that of the case around it."""

    title: Text
    """One sentence on what must hold."""
    spec: list[Id] | None = None
    """Anchors of SPEC.md."""
    base: Id | None = None
    """The artifact that it begins with."""
    requires: list[Requirement] = []
    """What the file system must be able to hold, besides what the case around it requires."""
    operations: list[Operation] = []
    """What is done after the operations of the case around it."""
    validate_: Annotated[Validate | None, Field(alias="validate")] = None
    """The validation and its result."""
    findings: list[ExpectedFinding] | None = None
    """The findings alone, where level and exit code are those of the case around it."""
    steps: list[Step] | None = None
    """Calls and their results."""


class Case(Model):
    """A case; its id is its folder below `cases/`, and that of a variant has its name after it."""

    title: Text
    """One sentence on what must hold."""
    spec: list[Id]
    """Anchors of SPEC.md."""
    base: Id
    """The complete good artifact that it begins with; what lies in `tree/` beside the case is laid over it."""
    requires: list[Requirement] = []
    """What the file system must be able to hold: whatever links, run bits and large files need is understood."""
    operations: list[Operation] = []
    """What is done to it, in order."""
    validate_: Annotated[Validate | None, Field(alias="validate")] = None
    """The validation and its result."""
    steps: list[Step] = []
    """Calls and their results, where it is not one validation."""
    variants: dict[Id, Variant] = {}
    """Small cases of one kind by name; where there are any, this case itself is none."""
