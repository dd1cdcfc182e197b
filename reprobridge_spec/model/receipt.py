"""What an author posts before a deadline, so that the package can be told from any other one later."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import Id, Positive, Sha256, Text, Time, Version


class Receipt(Model):
    """What one line says of a package; it names no person."""

    id: Id
    """Of the artifact."""
    version: Version
    """Of the artifact."""
    artifact_digest: Sha256
    """SHA-256 of the package's `MANIFEST.sha256`: the same for the same content."""
    package_sha256: Sha256
    """SHA-256 of the package as a file."""
    bytes: Positive
    """Size of the package."""
    made: Time
    """When the line was made, by the clock of whoever made it."""


class Sameness(StrEnum):
    """How a package compares with a receipt."""

    SAME_BYTES = "same-bytes"
    SAME_CONTENT = "same-content"
    CONTRADICTED = "contradicted"
    OTHER = "other"


class ReceiptCheck(Model):
    """A package, compared with a receipt."""

    sameness: Sameness
    """How they compare."""
    said: Receipt
    """What the line says."""
    package: Receipt
    """What the package is, now."""
    seen: Text | None = None
    """When a clock that the reader trusts saw the line; none where no such clock was asked."""
