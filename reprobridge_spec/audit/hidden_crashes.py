"""Crashes at the end of logs that the launcher itself keeps from its exit code."""

from collections.abc import Sequence
from dataclasses import replace

from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_CRASH, _HIDDEN = "RRV017", "RRL015"


def with_hidden_crashes(subject: Subject, signs: Sequence[Sign]) -> list[Sign]:
    """The same signs; a crash contradicts where the run's own command or launcher visibly hides exit codes."""
    hiding = [sign for sign in signs if sign.rule == _HIDDEN]
    return [
        replace(sign, bearing=Bearing.CONTRADICTS)
        if sign.rule == _CRASH
        and sign.bearing is Bearing.LEAVES_OPEN
        and any(_starts(subject, run.said.experiment, hidden) for run in sign.runs for hidden in hiding)
        else sign
        for sign in signs
    ]


def _starts(subject: Subject, experiment: str, hidden: Sign) -> bool:
    """Whether runs of an experiment begin with what hides exit codes: the launcher that its command names, or that."""
    body = subject.context.experiments.get(experiment)
    if body is None:
        return False
    if hidden.file == MANIFEST_FILE:
        return hidden.path[:2] == ("experiments", experiment)
    return any(hidden.file in argument for argument in body.command or ())
