"""The paper, and the release of its authors."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.base import Model, branch, by_key, text_or
from reprobridge_spec.model.scalars import Commit, RelativePath, Sha256, Text


class Author(Model):
    """Somebody who wrote the paper."""

    name: Text
    """The name as printed."""
    orcid: Text | None = None
    """ORCID, as sixteen digits with hyphens."""
    affiliation: Text | None = None
    """Where they work."""


class Paper(Model):
    """The paper whose scores are measured again."""

    title: Text
    """The title as printed."""
    identifiers: list[Text] = []
    """Such as `doi:10.1007/...` and `arxiv:1910.13051`."""
    venue: Text | None = None
    """Where it appeared."""
    authors: list[text_or(Author, "author")] | None = None  # type: ignore[valid-type]
    """Left out under double-blind review."""


class GitRelease(Model):
    """A pinned commit of the authors' repository."""

    url: Text
    """Address of the repository."""
    commit: Commit
    """The whole commit id."""
    license: Text | None = None
    """SPDX expression of the release, or `unknown`."""


class ArchiveRelease(Model):
    """A pinned archive that the authors published."""

    archive: Text
    """Address of the archive."""
    sha256: Sha256
    """Digest of the archive's bytes."""
    license: Text | None = None
    """SPDX expression of the release, or `unknown`."""


Release = Annotated[
    Annotated[ArchiveRelease, branch("archive")] | Annotated[GitRelease, branch("url")],
    by_key("archive", "url"),
]


class Relation(StrEnum):
    """What `code/` is to the authors' release."""

    MODIFIED = "modified"
    REIMPLEMENTATION = "reimplementation"
    ORIGINAL = "original"


class Codebase(Model):
    """The refined codebase."""

    path: RelativePath = "code"
    """Folder of the code."""
    relation: Relation
    """What the code is to the release."""
    upstream: Release | None = None
    """The authors' release, pinned; needed unless the relation is `original`."""
    changes: RelativePath | None = None
    """The change record."""
    docs: list[Text] = []
    """Globs from the code folder: text for people, not in the working copy, so not in the plan."""
    shipped_results: list[Text] = []
    """Globs from the code folder: the authors' score files, kept but never in the working copy."""
