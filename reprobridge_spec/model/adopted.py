"""What `rrspec init` found in a repository, and what it made of it."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.paper import Release
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, Id, Text


class AdoptedExperiment(Model):
    """A command that became an experiment of the draft."""

    id: Id
    """Its id."""
    command: list[Text]
    """What is started, with `{seed}` for the seed of a run."""
    folder: str = ""
    """The folder of the release that it is started in."""
    found: Text
    """Where it is written."""
    seeded: str = ""
    """Where its program says that it takes a seed."""
    smoke: list[Text] = []
    """What makes a run short."""


class AdoptedFact(Model):
    """One thing that was found."""

    topic: Text
    """What it is about."""
    text: Text
    """What it is."""
    place: str = ""
    """Where it stands: file, or `file:line`."""
    advice: str = ""
    """What to do about it."""


class AdoptedChange(Model):
    """An entry of the change record."""

    id: Id
    """Its id."""
    places: list[Text]
    """Where it was met: `file:line`."""
    repaired: bool
    """Whether its patch was made; otherwise it is for a person."""


class Adopted(Model):
    """A repository as a draft artifact."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Id
    """Its id."""
    folder: Text
    """Where it lies."""
    files: Count
    """Files of the release that are in its code folder."""
    upstream: Release | None = None
    """The release, where something pins it."""
    environments: dict[Id, list[Text]] = {}
    """What each environment asks for."""
    experiments: list[AdoptedExperiment] = []
    """Its experiments."""
    changes: list[AdoptedChange] = []
    """What of the release does not run with today's packages."""
    facts: list[AdoptedFact] = []
    """All that was found."""
    tool: Tool
    """What made it."""


class Mended(Model):
    """An artifact whose code was mended for the packages of its locks."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version."""
    files: list[Text] = []
    """Files of the artifact that changed."""
    versions: dict[Text, Text] = {}
    """The versions that it was mended for; the newest of all others."""
    changes: list[AdoptedChange] = []
    """New entries of its change record."""
    tool: Tool
    """What mended it."""
