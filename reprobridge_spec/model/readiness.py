"""What `rrspec doctor` says: which tasks this machine can run, how long that takes, and what is missing."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, FullId, Id, Number, Text, Truth


class CheckState(StrEnum):
    """What came of one look."""

    OK = "ok"
    """It is there."""
    MISSING = "missing"
    """A task needs it, and it is not there."""
    NOTE = "note"
    """No task needs it, or it cannot be told beforehand."""


class Check(Model):
    """One thing that was looked at."""

    what: Text
    """The thing: `memory`, `environment cpu`, `input ucr`."""
    state: CheckState
    """What came of it."""
    found: Text
    """What is there, or what is not."""
    do: Text | None = None
    """What to do, where it is missing."""


class Readiness(Model):
    """One experiment on this machine."""

    experiment: Id
    """The experiment."""
    tasks: list[FullId]
    """Its tasks that are not blocked."""
    ready: Truth
    """Whether this machine can run it."""
    blocked: Text | None = None
    """Why it is not run anywhere."""
    runs: Count
    """Scored runs that it has."""
    seconds: Number | None = None
    """Time of its smoke run and scored runs one after the other; none where it is not known."""
    seconds_from: Text
    """Who says so."""
    missing: list[Text] = []
    """What it lacks here."""


class Doctor(Model):
    """Whether this machine can run an artifact, told before anything is executed."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    ready: Truth
    """Whether every task that is not blocked can be run."""
    machine: list[Check]
    """The machine."""
    needs: list[Check]
    """Environments, inputs and services."""
    network: list[Text]
    """Hosts that are asked, and for what."""
    experiments: list[Readiness]
    """One row an experiment, in the manifest's order."""
    seconds: Number | None
    """Time of all runs on the cores of this machine; null where it is not known of one."""
    unknown: list[Id] = []
    """Experiments whose time is not known."""
    tool: Tool
    """What made this document."""
