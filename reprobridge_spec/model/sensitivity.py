"""How scores move where a decision is taken otherwise: `rrspec run --decision ID --format json`."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, DecimalText, FormatVersion, FullId, Id, Positive, Text
from reprobridge_spec.model.verdict import Judgement
from reprobridge_spec.model.verification import RunSummary


class SensitivityRow(Model):
    """One task in one way to decide."""

    task: FullId
    """Full id."""
    alternative: Id | None = None
    """The alternative; none for the task as decided."""
    judgement: Judgement
    """How the value compares; its verdict is what the task's would be."""
    change: DecimalText | None = None
    """The measured value less the one as decided, over the same runs."""
    n: Positive | None = None
    """Number of runs that the value rests on."""
    reason: Text | None = None
    """Why there is no value, or what else must be known."""


class SensitivityReport(Model):
    """A decision's alternatives beside what was decided."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    decision: Id
    """The decision."""
    seeds: list[Count] = []
    """Seeds that were asked for, where those are fewer than the experiments'."""
    rows: list[SensitivityRow]
    """For each task that the decision names: as decided, then each alternative."""
    runs: list[RunSummary]
    """Every run that was made now."""
    written: list[Id] = []
    """Alternatives whose figures in the guide are new."""
    tool: Tool
    """What made this document."""
