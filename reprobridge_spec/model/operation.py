"""What is done to the artifact that a case of the conformance suite begins with."""

from enum import StrEnum
from typing import Annotated, Any

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model, branch, by_key
from reprobridge_spec.model.scalars import Count, Positive, RelativePath, Text

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


class Resealed(StrEnum):
    """A part of records that is made to fit what is there, as a runner, or whoever forges a record, would."""

    PLANS = "plans"
    """In `plan`, the digests of the present plan, where they are there; and the digest of the lock."""
    FILES = "files"
    """Size and digest of the log and of kept outputs, here and in `subject`."""
    CHAIN = "chain"
    """`previous`: in each campaign, the record before it in the order of the ends of last attempts, then of paths."""
    VERIFICATIONS = "verifications"
    """In verifications, the content digest, and the digest of each record that is there."""


class Reseal(Model):
    """Records below `evidence/runs`, and verifications, are made to fit again what was done to them or around them."""

    reseal: Annotated[list[Resealed], Field(min_length=1)]
    """What, in the order of this choice."""


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
    | Annotated[Drop, branch("drop")]
    | Annotated[Reseal, branch("reseal")],
    by_key(
        "remove", "write", "replace", "link", "bytes", "zeros", "executable", "copy", "append", "set", "drop", "reseal"
    ),
]
