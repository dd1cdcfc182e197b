"""A profile: what a venue, or anybody who checks artifacts of others, asks for on top of the standard."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.scalars import FormatVersion, Id, Positive, Text, Truth


class Weight(StrEnum):
    """What a rule weighs under a profile."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    OFF = "off"


class Limits(Model):
    """The most that is taken; what is not given is not limited."""

    bytes: Positive | None = None
    """Bytes of all files together."""
    file_bytes: Positive | None = None
    """Bytes of one file."""
    files: Positive | None = None
    """Number of files."""


class PolicySource(Model):
    """Where a policy is written."""

    url: Text
    """Its address."""
    read: Text
    """The day on which it was read, as YYYY-MM-DD."""


class Profile(Model):
    """A policy on top of the standard."""

    rra: FormatVersion
    """Version of the standard."""
    id: Id
    """Name of the profile."""
    title: Text
    """Whose policy it is, and for what."""
    level: Level
    """The level that is checked, whatever the artifact claims."""
    sources: Annotated[list[PolicySource], Field(min_length=1)]
    """Where the policy is written."""
    anonymous: Truth | None = None
    """Whether nothing may name a person, whatever the artifact claims."""
    limits: Limits | None = None
    """The most that is taken."""
    weights: dict[Text, Weight] = {}
    """Weights by code of a rule, where they are not the standard's."""
    waivable: list[Text] = []
    """Codes of the rules that an artifact's waivers may accept; no others are."""
