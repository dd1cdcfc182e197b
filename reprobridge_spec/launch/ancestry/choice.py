"""What can watch a launcher on this machine."""

import os
import stat
from enum import StrEnum
from shutil import which

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.ancestry.audit_hook import AuditHook
from reprobridge_spec.launch.ancestry.base import NoTracer, Tracer
from reprobridge_spec.launch.ancestry.strace import Strace, fault

_WATCHED = ("bubblewrap", "none")
"""Isolations whose processes are all below the one that we start, and get no rights from files."""


class TraceChoice(StrEnum):
    """What the caller asks for."""

    AUTO = "auto"
    STRACE = "strace"
    HOOK = "audit-hook"
    NONE = "none"


def choose_tracer(
    asked: TraceChoice = TraceChoice.AUTO, *, isolation: str = "bubblewrap", path: str | None = None
) -> Tracer:
    """What watches launchers here: strace where it may, else Python's audit hook, else nothing and why.

    Args:
        asked: what the caller wants.
        isolation: the kind of the sandbox.
        path: where programs are looked for; `PATH` if None.

    Raises:
        NotDoneError: strace was asked for by name and cannot be had.
    """
    if asked is TraceChoice.NONE:
        return NoTracer("it was not asked for")
    if isolation not in _WATCHED:
        elsewhere = f"{isolation} starts its processes from elsewhere"
        if asked is TraceChoice.STRACE:
            raise _refused(elsewhere)
        return NoTracer(elsewhere)
    if asked is TraceChoice.HOOK:
        return AuditHook("it was asked for by name")
    strace = which("strace", path=path)
    reason = _fault(strace, which("bwrap", path=path) if isolation == "bubblewrap" else None)
    if strace and reason is None:
        return Strace(strace)
    if asked is TraceChoice.STRACE:
        raise _refused(reason or "")
    return AuditHook(reason or "")


def _refused(reason: str) -> NotDoneError:
    return NotDoneError(f"strace cannot be had here: {reason}", hint="Leave out `--trace strace`, or install strace.")


def _fault(strace: str | None, bwrap: str | None) -> str | None:
    """Why strace cannot watch here, in a few words; None where it can."""
    if strace is None:
        return "strace is not on this machine"
    if bwrap is not None and os.stat(bwrap).st_mode & (stat.S_ISUID | stat.S_ISGID):  # noqa: PTH116 (one look)
        return "bwrap has its rights from its file, which a traced program does not get"
    return fault(strace)
