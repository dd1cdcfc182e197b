"""A question of the checklist, and what an artifact proposes as its answer."""

from enum import StrEnum

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.outcomes import Outcome
from reprobridge_spec.render.page import Block


class Proposal(StrEnum):
    """What is proposed."""

    YES = "[Yes]"
    NO = "[No]"
    AUTHORS = "[TODO]"
    """The authors answer: the artifact cannot, or lacks what it would take. [NA] is never proposed: that there is
    nothing of a kind in an artifact does not say that there is none in the paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What answers are made from.

    Attributes:
        source: the artifact.
        outcomes: what came of its tasks.
    """

    source: Source
    outcomes: dict[str, Outcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an artifact says to one question.

    Attributes:
        proposal: the answer.
        why: a justification to begin with, in sentences; for the authors' questions what the artifact can add.
        evidence: places in the artifact.
        more: tables that belong to it.
    """

    proposal: Proposal
    why: str
    evidence: str = ""
    more: tuple[Block, ...] = ()


def lacking(what: list[str], evidence: str = "", more: tuple[Block, ...] = ()) -> Answer:
    """The answer where the artifact does not say what it would take to propose one."""
    return Answer(
        proposal=Proposal.AUTHORS,
        why=f"The artifact lacks: {'; '.join(dict.fromkeys(what))}.",
        evidence=evidence,
        more=more,
    )


def unanswerable(_facts: Facts) -> Answer:
    """The answer to a question that nothing in any artifact answers."""
    return Answer(proposal=Proposal.AUTHORS, why="")
