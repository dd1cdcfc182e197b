"""What came of one's own runs: `rrspec run --format json`."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import FormatVersion, Text
from reprobridge_spec.model.verdict import TaskResult
from reprobridge_spec.model.verification import EvidenceClass, RunSummary


class Results(Model):
    """The scores of a campaign, and how each compares."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    evidence: EvidenceClass
    """What the runs can prove."""
    runs: list[RunSummary]
    """Every run that was made."""
    tasks: list[TaskResult]
    """One row for each task that was measured; none after smoke runs and reference runs."""
    tool: Tool
    """What made this document."""
