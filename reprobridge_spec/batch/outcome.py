"""What comes of checking one artifact among many: its report, or why there is none."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from reprobridge_spec.errors import ExitCode
from reprobridge_spec.findings import Report
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.render.shown import Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An artifact that was checked; a value without open files.

    Attributes:
        shown: its report, with what every form of it needs.
        lines: lines of its files that findings are about, by file and number.
    """

    shown: Shown
    lines: Mapping[tuple[str, int], str] = field(default_factory=dict)

    @property
    def report(self) -> Report:
        """What was found."""
        return self.shown.report

    def source_line(self, file: str, number: int) -> str | None:
        """A line that a finding is about; None for others."""
        return self.lines.get((file, number))


class FailureKind(StrEnum):
    """Why an artifact has no report."""

    NO_ARTIFACT = "no-artifact"
    NOT_READ = "not-read"
    TIME_LIMIT = "time-limit"
    MEMORY_LIMIT = "memory-limit"
    WORKER_ENDED = "worker-ended"
    DEFECT = "defect"

    @property
    def exit_code(self) -> ExitCode:
        """What a command ends with that has such a failure."""
        match self:
            case FailureKind.NO_ARTIFACT:
                return ExitCode.NO_ARTIFACT
            case FailureKind.DEFECT | FailureKind.WORKER_ENDED:
                return ExitCode.DEFECT
            case _:
                return ExitCode.NOT_DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An artifact that could not be checked.

    Attributes:
        artifact: as the caller named it.
        message: one sentence on why.
        hint: one sentence on what to do, or an empty text.
        details: what a developer needs of a defect.
    """

    artifact: str
    kind: FailureKind
    message: str
    hint: str = ""
    details: str = ""


Outcome = Checked | Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one artifact of many.

    Attributes:
        path: the artifact.
        again: whether it was taken from a journal instead of being checked.
    """

    path: Path
    outcome: Outcome
    again: bool = False
