"""The manifest `rra.yaml`, as it is written; `resolved.py` says what it means once defaults are filled in."""

from enum import StrEnum

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.experiment import Defaults, Experiment
from reprobridge_spec.model.inputs import Input
from reprobridge_spec.model.paper import Codebase, Paper
from reprobridge_spec.model.scalars import FormatVersion, Id, RelativePath, Text, Truth, Version
from reprobridge_spec.model.task import Metric, Table


class Level(StrEnum):
    """What an artifact claims to be; each level asks for all that the one before asks for."""

    DRAFT = "draft"
    SPECIFIED = "specified"
    EXECUTED = "executed"
    PRESERVED = "preserved"


class Guide(Model):
    """Where the reproduction guide lies."""

    text: RelativePath
    """What a person reads first."""
    decisions: RelativePath
    """The decisions."""


class Waiver(Model):
    """A finding that is accepted."""

    rule: Text
    """Code of the rule."""
    at: Text
    """File or JSON pointer."""
    reason: Text
    """Why."""


class Manifest(Model):
    """The manifest of an artifact, `rra.yaml`."""

    rra: FormatVersion
    """Version of the standard."""
    id: Id
    """Name of the artifact."""
    version: Version
    """Version of the artifact."""
    title: Text
    """Title of the artifact."""
    level: Level
    """What the artifact claims to be."""
    license: Text | None = None
    """SPDX expression of what was written for the artifact; code and inputs have their own."""
    anonymous: Truth | None = None
    """Whether the artifact is under double-blind review."""
    paper: Paper | None = None
    """The paper."""
    codebase: Codebase | None = None
    """The refined codebase."""
    environments: dict[Id, Environment] = {}
    """Environments by id."""
    inputs: dict[Id, Input] = {}
    """Inputs by id."""
    tables: dict[Id, Table] = {}
    """Tables by id."""
    metrics: dict[Id, Metric] = {}
    """Metrics by id."""
    defaults: Defaults | None = None
    """What experiments share."""
    experiments: dict[Id, Experiment] = {}
    """Experiments by id."""
    guide: Guide | None = None
    """The reproduction guide."""
    waivers: list[Waiver] = []
    """Accepted findings."""
