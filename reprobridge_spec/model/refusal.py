"""Why a venue would not take a package."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import Count, Text


class LargeFile(Model):
    """A file that makes a package too large."""

    path: Text
    """In the artifact."""
    bytes: Count
    """Its size."""
    instead: Text
    """What to do so that the package need not hold it."""


class Refusal(Model):
    """One reason."""

    message: Text
    """What is wrong."""
    advice: Text
    """What to do."""
    largest: list[LargeFile] = []
    """Where the package is too large, its largest files, the largest first."""
