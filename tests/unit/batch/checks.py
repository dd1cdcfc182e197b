"""Checks that stand for rrspec's own; what they do is in the name of the path."""

import os
import signal
import time
from pathlib import Path

from reprobridge_spec.batch.outcome import Checked
from reprobridge_spec.errors import NoArtifactError, NotDoneError
from reprobridge_spec.findings import Finding, Report, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.render.shown import Shown


def answer(path: Path) -> Checked:
    """A report with one error; what else happens is said by the name."""
    match path.name.rstrip("0123456789"):
        case "crash":
            raise ValueError("a rule is wrong")
        case "none":
            raise NoArtifactError("no rra.yaml in it", hint="Name its folder.")
        case "rights":
            raise PermissionError(13, "Permission denied", str(path))
        case "disk":
            raise NotDoneError("it cannot be read: I/O error", place=str(path))
        case "memory":
            bytearray(8 << 30)
        case "hang":
            time.sleep(600)
        case "exit":
            os._exit(3)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "slow":
            time.sleep(0.3)
    return checked(path.name)


def checked(name: str, *, severity: Severity = Severity.ERROR, rule: str = "RRM010") -> Checked:
    """A report with one finding."""
    finding = Finding(
        rule=rule,
        name="dangling-pointer",
        severity=severity,
        message="it points nowhere",
        advice="Mend it.",
        file="rra.yaml",
        mark=Mark(3, 5),
        path=("experiments", "a", 0),
    )
    report = Report(artifact=name, level="draft", claimed="draft", findings=(finding,), checked=1)
    return Checked(shown=Shown(report=report, folder=name, fingerprints=("0" * 32,)), lines={("rra.yaml", 3): "x: y"})
