"""Which isolation a run gets on this machine."""

from enum import StrEnum
from shutil import which
from typing import assert_never

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap, fault
from reprobridge_spec.launch.sandbox.none import NoSandbox


class IsolationChoice(StrEnum):
    """What the caller asks for."""

    AUTO = "auto"
    BUBBLEWRAP = "bubblewrap"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Chosen:
    """An isolation, and what a person must know about it (empty where it is the good one)."""

    sandbox: Sandbox
    said: str


def choose(asked: IsolationChoice) -> Chosen:
    """The isolation for `asked`; `auto` takes bubblewrap where it works and says so where it does not.

    Raises:
        NotDoneError: bubblewrap was asked for by name and does not work here.
    """
    match asked:
        case IsolationChoice.NONE:
            return Chosen(NoSandbox(), "isolation: none, as asked; the launchers can read and write what you can")
        case IsolationChoice.BUBBLEWRAP | IsolationChoice.AUTO:
            program = which("bwrap")
            reason = fault(program) if program else "bwrap is not on this machine"
            if program and reason is None:
                return Chosen(Bubblewrap(program), "")
            if asked is IsolationChoice.AUTO:
                return Chosen(NoSandbox(), f"isolation: none ({reason}); the launchers can read and write what you can")
            raise NotDoneError(
                f"bubblewrap does not work here: {reason}",
                hint="Install bubblewrap, or decide for `--isolation none`, which is recorded.",
            )
    assert_never(asked)
