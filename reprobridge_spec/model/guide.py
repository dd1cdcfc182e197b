"""The reproduction guide's documents: decisions and the change record."""

from enum import StrEnum
from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import (
    DecimalText,
    FormatVersion,
    FullId,
    Id,
    Positive,
    RelativePath,
    Sha256,
    Text,
    Truth,
)
from reprobridge_spec.model.verdict import Verdict


class DecisionSource(Model):
    """Where a gap or a conflict was met."""

    document: Text
    """The paper, a file of the release, or another document."""
    location: Text
    """Section, line, or the words that stand there."""


class Sensitivity(Model):
    """What changes if it is decided otherwise."""

    measured: Truth
    """Whether this was measured, or is an argument."""
    text: Text
    """The figures or the argument."""


class AlternativeScore(Model):
    """What one task's score becomes, beside what it is as decided."""

    decided: DecimalText
    """The value of the task's statistic as decided, over the same runs."""
    score: DecimalText | None = None
    """The value with the alternative; none where its runs failed."""
    runs: Positive
    """Number of runs that each of them rests on."""
    inside: Truth | None = None
    """Whether the score lies in the task's compatibility interval; none where that cannot be told."""
    verdict: Verdict
    """What the task's verdict would be; `partial` over fewer runs than the statistic's."""


class MeasuredAlternative(Model):
    """What came of an alternative's runs, as `rrspec run --decision` writes it."""

    plan: Sha256
    """Digest over what decided and judged the scores; where it is another one now, they are stale."""
    scores: dict[FullId, AlternativeScore]
    """Scores by task."""


class Alternative(Model):
    """Another way to decide, as a setting that can be run."""

    append: Annotated[list[str], Field(min_length=1)]
    """Arguments put after the command."""
    experiments: list[Id] = []
    """Experiments whose command they go after; those of the decision's tasks where none is named."""
    measured: MeasuredAlternative | None = None
    """What came of its runs."""


class Decision(Model):
    """One ambiguity and how it was settled."""

    source: DecisionSource
    """Where it was met."""
    gap: Text
    """What is missing, or what disagrees."""
    resolution: Text
    """What was decided, and why."""
    sensitivity: Sensitivity
    """What changes if it is decided otherwise."""
    alternatives: dict[Id, Alternative] = {}
    """Other ways to decide that can be run."""
    tasks: list[FullId] = []
    """Tasks whose score it can change."""
    open: Truth = False
    """Whether the choice stays open."""


class Decisions(Model):
    """The decisions of an artifact, `guide/decisions.yaml`."""

    rra: FormatVersion
    """Version of the standard."""
    decisions: dict[Id, Decision]
    """Decisions by id."""


class ChangeKind(StrEnum):
    """Of what kind a repair is."""

    EXECUTION = "execution"
    CORRECTNESS = "correctness"
    CONVENIENCE = "convenience"


class Change(Model):
    """One repair of the release, or, for a reimplementation, one thing that was checked against it."""

    kind: ChangeKind
    """`correctness` where it can change a score."""
    why: Text
    """What was wrong."""
    tasks: list[FullId] = []
    """Tasks that it touches."""
    decision: Id | None = None
    """The decision that it follows from."""
    patch: RelativePath | None = None
    """The patch; in order they turn the pinned release into the code folder, byte for byte."""
    checked: Text | None = None
    """For a reimplementation: what was checked against what."""


class Changes(Model):
    """The change record, `guide/changes.yaml`."""

    rra: FormatVersion
    """Version of the standard."""
    changes: dict[Id, Change]
    """Changes by id, in the order in which the patches apply."""
