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


class PackageFormat(StrEnum):
    """What the name of a file that is taken ends with, behind a dot."""

    ZIP = "zip"
    TGZ = "tgz"
    GZ = "gz"
    TAR_ZST = "tar.zst"
    PDF = "pdf"


class Limits(Model):
    """The most that is taken; what is not given is not limited."""

    bytes: Positive | None = None
    """Bytes of all files together."""
    file_bytes: Positive | None = None
    """Bytes of one file."""
    files: Positive | None = None
    """Number of files."""
    folder_entries: Positive | None = None
    """Files and folders that lie in one folder."""
    package_bytes: Positive | None = None
    """Bytes of the one file that is handed in: the package."""


class LicenseAsked(Model):
    """What is asked of the artifact's licence."""

    required: Truth | None = None
    """Whether the manifest has to say one."""
    accepted: list[Text] = []
    """SPDX identifiers of which each licence that counts has to be one; empty where any will do."""


class PolicySource(Model):
    """Where a policy is written."""

    url: Text
    """Its address."""
    read: Text
    """The day on which it was read, as YYYY-MM-DD."""
    of: list[Text] = []
    """Fields of the profile that are written there, such as `limits.package_bytes`; all that no other source names \
where it is empty."""
    confirmed: Truth | None = None
    """`false` where the venue itself does not say so, or not lately."""
    note: Text | None = None
    """How it was read, such as which unit was taken."""


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
    formats: list[PackageFormat] = []
    """What the package's name may end with; anything where it is empty."""
    required_files: list[Text] = []
    """Names that have to be there at the top of the artifact, in letters of any size; `*` stands for any characters, \
and `|` stands between names of which one is enough."""
    license: LicenseAsked | None = None
    """What is asked of the licence."""
    weights: dict[Text, Weight] = {}
    """Weights by code of a rule, where they are not the standard's."""
    waivable: list[Text] = []
    """Codes of the rules that an artifact's waivers may accept; no others are."""
    tolerance: Text | None = None
    """How near a score has to come, as the venue says it to people; the standard's intervals do not change."""
    badges: dict[Id, list[Text]] = {}
    """What each badge asks for, in words."""
    badge_sets: list[list[Id]] = []
    """Badges that are given together; any where it is empty."""
    by_hand: list[Text] = []
    """What only a person can see to."""
