"""What `rrspec diff A B` says: what changed between two artifacts, and which runs that makes stale."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, Sha256, Text, Truth


class FileWay(StrEnum):
    """How a file differs."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"
    MODE = "mode"


class Area(StrEnum):
    """The part of an artifact that a file belongs to."""

    MANIFEST = "manifest"
    CODE = "code"
    ENVIRONMENT = "environment"
    LAUNCHERS = "launchers"
    GUIDE = "guide"
    EVIDENCE = "evidence"
    OTHER = "other"


class ComparedArtifact(Model):
    """One of the two artifacts."""

    place: Text
    """Where it lies, as the caller named it."""
    artifact: Text | None = None
    """Its id and version; none where the manifest does not tell."""
    level: Level | None = None
    """The level that it claims."""
    content_digest: Sha256 | None = None
    """Its content digest; none where there is none."""
    faults: Count
    """Faults of form in its documents."""


class FileChange(Model):
    """A file that is not the same in both."""

    path: Text
    """Its path in the second; in the first where it is gone."""
    way: FileWay
    """How it differs."""
    area: Area
    """The part that it belongs to."""
    before: Text | None = None
    """Its path in the first, where it was renamed."""
    added: Count | None = None
    """Lines that came; none where it is no text, or a large one."""
    removed: Count | None = None
    """Lines that went."""
    notes: list[Text] = []
    """What else a reader must know: run bits, line ends, what is no text."""
    patch: Text | None = None
    """The change line by line, secrets hidden, where that was asked for."""


class EntryWay(StrEnum):
    """How an entry of a document differs."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class FieldChange(Model):
    """A field with another value."""

    field: Text
    """Its name, and those on the way to it."""
    before: str | None = None
    """Its value in the first; none where it was not given."""
    after: str | None = None
    """Its value in the second; none where it is not given."""


class EntryChange(Model):
    """What has an id in a document, and is not the same in both."""

    document: Text
    """The document."""
    section: Text
    """Where in it: `experiments`, `tasks`, `decisions`, or another section."""
    id: Text
    """Its id; that of a task with its experiment's."""
    way: EntryWay
    """How it differs."""
    fields: list[FieldChange] = []
    """Its fields that differ."""


class PackageChange(Model):
    """A package of a lock that is not the same in both."""

    environment: Text
    """Id of the environment."""
    platform: Text
    """The platform."""
    package: Text
    """Its name in normal form."""
    before: Text | None = None
    """Its version in the first; none where it was not there."""
    after: Text | None = None
    """Its version in the second; none where it is not there. The same as `before` where only its files differ."""


class PlanPart(StrEnum):
    """A part of a plan."""

    CODE = "code"
    LAUNCHERS = "launchers"
    ENVIRONMENT_FILES = "environment-files"
    COMMAND = "command"
    ENVIRONMENT = "environment"
    INPUTS = "inputs"
    PLAN_BEFORE = "plan-before"


class Cause(Model):
    """What of a plan changed."""

    part: PlanPart
    """The part."""
    what: Text
    """What in it."""


class StaleExperiment(Model):
    """An experiment with another method digest, so that earlier runs count no more."""

    experiment: Text
    """Its id."""
    causes: list[Cause]
    """What decided it."""
    runs: Count
    """Runs in the first that had its method digest, and have not that of the second."""
    renewed: Count
    """Runs in the second that have its present method digest."""


class SeedsChange(Model):
    """An experiment with the same method and another campaign digest."""

    experiment: Text
    """Its id."""
    before: Text
    """Seeds, or the number of runs, in the first."""
    after: Text
    """Those in the second."""


class JudgementChange(Model):
    """A task with another task digest: its scores are extracted again."""

    task: Text
    """Full id."""
    fields: list[Text]
    """What judges it otherwise, its metric's fields filled in."""


class RunsChange(Model):
    """Run records that are not the same in both, by the ids of runs."""

    added: list[Text] = []
    """Only in the second."""
    removed: list[Text] = []
    """Only in the first."""
    altered: list[Text] = []
    """In both, with other bytes in record, log or outputs."""


class ArtifactDifference(Model):
    """Two artifacts beside each other."""

    rra: FormatVersion
    """Version of the standard."""
    first: ComparedArtifact
    """The first."""
    second: ComparedArtifact
    """The second."""
    same: Truth
    """Whether every file has the same path, bytes and run bit."""
    files: list[FileChange] = []
    """Files that differ, in the order of paths."""
    entries: list[EntryChange] = []
    """What the manifest, the decisions, the change record and the references say otherwise."""
    packages: list[PackageChange] = []
    """What the locks hold otherwise."""
    runs: RunsChange
    """Evidence that came and went."""
    compared: Count = 0
    """Experiments that both have and whose plans could be compared."""
    stale: list[StaleExperiment] = []
    """Experiments whose earlier runs count no more."""
    smoke: list[Text] = []
    """Experiments of the same method whose smoke section differs, so that they are tried again."""
    seeds: list[SeedsChange] = []
    """Experiments whose seeds alone differ."""
    judged: list[JudgementChange] = []
    """Tasks that are judged otherwise."""
    unlike_lists: list[Text] = []
    """Which of them are packages that are not as their own lists say, and how."""
    not_told: list[Text] = []
    """What could not be compared, and why."""
    tool: Tool
    """What made this document."""
