"""Which isolation a run gets on this machine."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import assert_never

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox import apptainer, bubblewrap, podman
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.launch.sandbox.said import said

NONE_HINT = "or decide for `--isolation none`, which is recorded: the launchers can then read and write what you can."


class IsolationChoice(StrEnum):
    """What the caller asks for."""

    AUTO = "auto"
    BUBBLEWRAP = "bubblewrap"
    APPTAINER = "apptainer"
    PODMAN = "podman"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Chosen:
    """An isolation, and one line that says what is in force."""

    sandbox: Sandbox
    said: str


def choose(asked: IsolationChoice) -> Chosen:
    """The isolation for `asked`; `auto` takes the first of bubblewrap, apptainer and podman that works.

    Raises:
        NotDoneError: what was asked for does not work here, or nothing does; nothing weaker is taken silently.
    """
    match asked:
        case IsolationChoice.NONE:
            return Chosen(NoSandbox(), "isolation: none, as asked; the launchers can read and write what you can")
        case IsolationChoice.AUTO:
            return _first()
        case IsolationChoice.BUBBLEWRAP | IsolationChoice.APPTAINER | IsolationChoice.PODMAN:
            try:
                sandbox = _found(asked)
            except NotDoneError as error:
                raise NotDoneError(
                    f"{asked} does not work here: {error}", hint=f"Install {asked}, {NONE_HINT}"
                ) from error
            return Chosen(sandbox, said(sandbox.isolation))
    assert_never(asked)


def _first() -> Chosen:
    reasons: list[str] = []
    for kind in (IsolationChoice.BUBBLEWRAP, IsolationChoice.APPTAINER, IsolationChoice.PODMAN):
        try:
            sandbox = _found(kind)
        except NotDoneError as error:
            reasons.append(f"{kind}: {error}")
        else:
            return Chosen(sandbox, said(sandbox.isolation))
    raise NotDoneError(
        f"no isolation works here ({'; '.join(reasons)})", hint=f"Install bubblewrap, apptainer or podman, {NONE_HINT}"
    )


def _found(kind: IsolationChoice) -> Sandbox:
    names = {IsolationChoice.BUBBLEWRAP: ("bwrap",), IsolationChoice.PODMAN: ("podman",)}
    for name in names.get(kind, ("apptainer", "singularity")):
        if program := which(name):
            return _TRIED[kind](program)
    raise NotDoneError(f"{names.get(kind, ('apptainer',))[0]} is not on this machine")


def _in_folder(found: Callable[[str, Path], Sandbox]) -> Callable[[str], Sandbox]:
    def tried(program: str) -> Sandbox:
        with TemporaryDirectory(prefix="rrspec-", ignore_cleanup_errors=True) as folder:
            return found(program, Path(folder))

    return tried


_TRIED: dict[IsolationChoice, Callable[[str], Sandbox]] = {
    IsolationChoice.BUBBLEWRAP: bubblewrap.found,
    IsolationChoice.APPTAINER: _in_folder(apptainer.found),
    IsolationChoice.PODMAN: _in_folder(podman.found),
}
