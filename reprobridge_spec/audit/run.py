"""One record, as an audit looks at it."""

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.run_record import Outcome, RunPredicate
from reprobridge_spec.model.verification import EvidenceClass
from reprobridge_spec.rules.moments import moment

_STRENGTHS = list(EvidenceClass)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One record.

    Attributes:
        path: of its `run.json` in the artifact.
        said: what it says.
        sha256: its digest.
        evidence: what it can prove.
    """

    path: str
    said: RunPredicate
    sha256: str
    evidence: EvidenceClass

    @property
    def folder(self) -> str:
        """Where its log and outputs lie."""
        return self.path.rpartition("/")[0]

    @property
    def is_measured(self) -> bool:
        """Whether the record says that it was measured."""
        return self.said.outcome is Outcome.MEASURED

    @property
    def ended(self) -> tuple[str, str]:
        """When its last attempt ended, in the order of time."""
        return moment(self.said.attempts[-1].ended)

    @property
    def started(self) -> tuple[str, str]:
        """When its first attempt began, in the order of time."""
        return moment(self.said.attempts[0].started)

    @property
    def strength(self) -> int:
        """How much its class can prove, in order."""
        return _STRENGTHS.index(self.evidence)
