"""The sealed mapping that `rrspec anonymize` writes outside the anonymous artifact, and what `rrspec unseal` says."""

from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, Sha256, Text, Truth


class SealedWord(Model):
    """A text that gives somebody away, and what stands in its place."""

    text: Text
    """The term as it was given, or what a detector found, in small letters."""
    word: Text
    """What stands for it where it is written as a name; in other forms it is written as they are."""
    what: Text
    """What it is."""


class SealedEdit(Model):
    """Characters of a text of a file that others took the place of."""

    part: list[str] = []
    """Names of the parts of the file that lead to the text; none where the file is the text."""
    at: Count
    """First character."""
    length: Count
    """How many."""
    text: str
    """What took their place."""


class SealedRename(Model):
    """A member of a file with another path."""

    part: list[str] = []
    """Names of the parts that lead to the file which holds it; none where that is the file itself."""
    name: str
    """Its path before."""
    to: str
    """Its path after."""


class SealedValue(Model):
    """A value of a document that was set or taken away, after the edits."""

    pointer: list[str]
    """Keys and indices that lead to it."""
    value: Text | None = None
    """What it was set to; none where it was taken away."""
    plain: Truth = False
    """Whether it is no text, but a number or a truth value."""


class SealedFile(Model):
    """One file of the named artifact and what became of it."""

    path: Text
    """Its path in the named artifact."""
    before: Sha256
    """Its digest there."""
    to: Text | None = None
    """Its path in the anonymous artifact; none where it was left out."""
    after: Sha256 | None = None
    """Its digest there."""
    edits: list[SealedEdit] = []
    """What was changed, in the order of places."""
    renamed: list[SealedRename] = []
    """Members that got other paths."""
    operations: list[SealedValue] = []
    """Values that were set or taken away, in order."""
    commitment: Sha256 | None = None
    """Of a record: SHA-256 over the salt, its path and its digest before, which stands in the anonymous record."""
    why: Text | None = None
    """Why it was left out."""


class DigestPair(Model):
    """A digest of the named artifact and that of the anonymous one which stands in its place."""

    what: Text
    """Of what it is."""
    before: Sha256
    """In the named artifact."""
    after: Sha256
    """In the anonymous one."""


class SealedSide(Model):
    """One of two artifacts."""

    content_digest: Sha256
    """Its content digest."""
    files_digest: Sha256
    """SHA-256 over the list of all its files, evidence included, as `sha256sum` writes it, in the order of paths."""


class Seal(Model):
    """What leads from a named artifact to an anonymous one, byte for byte."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    salt: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    """Drawn for it, so that nobody can guess what a commitment stands for."""
    named: SealedSide
    """The artifact that was made anonymous."""
    anonymous: SealedSide
    """The artifact that was made of it."""
    words: list[SealedWord]
    """What stands for what."""
    digests: list[DigestPair] = []
    """Digests that became others, since what they are taken over did."""
    files: list[SealedFile]
    """Every file, in the order of paths."""
    tool: Tool
    """What made it."""


class UnlikeFile(Model):
    """A file that is not as the seal says."""

    path: Text
    """Its path."""
    message: Text
    """What is wrong."""


class Unsealed(Model):
    """Whether an anonymous artifact and a named one are the same content."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version, as the seal says."""
    holds: Truth
    """Whether they are, file by file."""
    files: Count
    """Files of the named artifact that were compared."""
    same: Count
    """Files that are equal in both."""
    rewritten: Count
    """Files of which the mapping makes exactly what the anonymous artifact holds."""
    left_out: Count
    """Files that the anonymous artifact was not to have."""
    records: Count
    """Records of runs whose commitment is opened."""
    words: Count
    """Texts that others stand for."""
    differences: list[UnlikeFile] = []
    """What does not agree."""
