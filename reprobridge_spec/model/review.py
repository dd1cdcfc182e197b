"""The findings of a reviewer who built nothing of the artifact, and what became of them."""

from typing import Annotated, Literal

from reprobridge_spec.model.base import Model, branch, by_key
from reprobridge_spec.model.scalars import FormatVersion, Id, Sha256, Text


class Disputed(Model):
    """A finding that the author does not accept."""

    disputed: Text
    """Why."""


Status = Annotated[
    Annotated[Literal["open", "fixed"], branch("open")] | Annotated[Disputed, branch("disputed")],
    by_key("disputed", otherwise="open"),
]


class ReviewFinding(Model):
    """One thing that a reviewer found."""

    place: Text
    """`file`, `file:line`, `file#pointer`, or a JSON pointer into the manifest."""
    claim: Text
    """What is wrong."""
    evidence: Text
    """What shows it: a command and what it printed, a line, a comparison."""
    request: Text
    """What is asked for."""
    status: Status = "open"
    """What became of it, as the next check found it."""


class Review(Model):
    """A review of an artifact, `evidence/reviews/*.yaml`."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact that was read."""
    content_digest: Sha256 | None = None
    """Content digest of what was read."""
    by: Text | None = None
    """Who read it; left out under double-blind review."""
    findings: dict[Id, ReviewFinding]
    """What was found, by id; an id stays for all later checks."""
