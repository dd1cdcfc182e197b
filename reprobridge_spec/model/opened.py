"""What `rrspec open` says of a package that it unpacked."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.scalars import Count, FormatVersion, FullId, Sha256, Text


class Opened(Model):
    """A package in a new folder."""

    rra: FormatVersion
    """Version of the format."""
    artifact: Text
    """Id and version."""
    title: Text
    """What it is."""
    level: Level
    """The level that it claims."""
    folder: Text
    """Where it lies now."""
    files: Count
    """Files that were compared with the package's list."""
    artifact_digest: Sha256
    """SHA-256 of that list."""
    tasks: list[FullId] = []
    """Its tasks that can be run."""
    needs: dict[Text, Text] = {}
    """What it takes, each with its name."""
    other_top: str = ""
    """What its top folder is called, where that is not what the manifest says."""
    forced: str = ""
    """The errors in spite of which it was packed."""
