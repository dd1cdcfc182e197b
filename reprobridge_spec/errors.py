"""Inability to work, by who must act; what is wrong with an artifact is a finding, not one of these."""

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """What every command ends with; where several apply, the first one below wins."""

    INTERRUPTED = 130
    DEFECT = 5
    USAGE = 2
    NO_ARTIFACT = 3
    FINDINGS = 1
    NOT_DONE = 4
    HOLDS = 0


class RrspecError(Exception):
    """Base of all errors that a person can act on.

    Attributes:
        hint: one sentence on what to do, or an empty text.
        place: `file`, `file:line` or `file:line:column`, or an empty text.
    """

    exit_code: ClassVar[ExitCode]

    def __init__(self, message: str, *, hint: str = "", place: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.place = place


class UsageError(RrspecError):
    """The caller asked for something that does not exist or does not go together."""

    exit_code = ExitCode.USAGE


class NoArtifactError(RrspecError):
    """No artifact is where the caller said it would be."""

    exit_code = ExitCode.NO_ARTIFACT


class ArtifactError(RrspecError):
    """The artifact or the package is at fault: damaged, hostile, or not able to do what it declares."""

    exit_code = ExitCode.FINDINGS


class NotDoneError(RrspecError):
    """It could not be done through no fault of the artifact: machine, network, missing tool, access."""

    exit_code = ExitCode.NOT_DONE
