"""What one check of an audit found, before it is a row of the report."""

from reprobridge_spec.audit.run import Run
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Path
from reprobridge_spec.model.audit import Bearing


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """One thing that was found, with its proof.

    Attributes:
        reason: name of a rule, or a reason of audits.
        bearing: what it means for the tasks.
        message: one sentence on what was found; it names the thing.
        file: path in the artifact.
        runs: the runs that it is about.
        tasks: full ids; where there are none, the tasks that rest on `runs`.
        rule: code of the rule, where one says it.
        line: where the file is a text.
        path: keys and indices, where the file is a document.
        recorded: what the evidence says.
        found: what was found instead.
    """

    reason: str
    bearing: Bearing
    message: str
    file: str
    runs: tuple[Run, ...] = ()
    tasks: tuple[str, ...] = ()
    rule: str | None = None
    line: int | None = None
    path: Path = ()
    recorded: str | None = None
    found: str | None = None
