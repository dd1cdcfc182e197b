"""What whoever checks an artifact brings along, besides the artifact."""

from dataclasses import field

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.profile import Limits, Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """The package as a file.

    Attributes:
        name: its name.
        bytes: its size.
    """

    name: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of an artifact beyond the standard, and what it is compared with.

    Attributes:
        anonymous: whether nothing may name a person, whatever the manifest says.
        identity_terms: words that give away who wrote the paper: names, accounts, domains.
        handed_over: what a package holds and is no part of the artifact; None for a folder, which is not handed over.
        offered: the package as a file; None for a folder.
        limits: the most that is taken.
        venue: the profile that is followed; its limits are `limits`.
        release: the authors' release, from which the patches of the change record lead to the codebase.
        release_unread: why a release that was given cannot be read; empty where it can, or none was given.
    """

    anonymous: bool = False
    identity_terms: tuple[str, ...] = ()
    handed_over: ArtifactFiles | None = None
    offered: Offered | None = None
    limits: Limits = field(default_factory=Limits)
    venue: Profile | None = None
    release: ArtifactFiles | None = None
    release_unread: str = ""


def asked_by(venue: Profile | None, *, anonymous: bool = False, identity_terms: tuple[str, ...] = ()) -> Asked:
    """What a venue asks, if there is one, and the caller besides."""
    return Asked(
        anonymous=anonymous or bool(venue and venue.anonymous),
        identity_terms=identity_terms,
        limits=(venue.limits if venue else None) or Limits(),
        venue=venue,
    )
