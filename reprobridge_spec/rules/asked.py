"""What whoever checks an artifact brings along, besides the artifact."""

from dataclasses import field

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.profile import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of an artifact beyond the standard, and what it is compared with.

    Attributes:
        anonymous: whether nothing may name a person, whatever the manifest says.
        identity_terms: words that give away who wrote the paper: names, accounts, domains.
        handed_over: what a package holds and is no part of the artifact; None for a folder, which is not handed over.
        limits: the most that is taken.
        release: the authors' release, from which the patches of the change record lead to the codebase.
        release_unread: why a release that was given cannot be read; empty where it can, or none was given.
    """

    anonymous: bool = False
    identity_terms: tuple[str, ...] = ()
    handed_over: ArtifactFiles | None = None
    limits: Limits = field(default_factory=Limits)
    release: ArtifactFiles | None = None
    release_unread: str = ""
