"""A process that checks artifacts, one after the other, until nobody asks any more."""

import math
import os
import signal
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from reprobridge_spec.batch.limits import WorkLimits, limit_memory
from reprobridge_spec.batch.outcome import Checked, Failure, FailureKind, Outcome
from reprobridge_spec.errors import NoArtifactError, RrspecError

Check = Callable[[Path], Checked]
"""Checks the artifact at a path. It travels to other processes: a function of a module, or a value to pickle."""

_GRACE = 5
"""Seconds after which a worker ends itself whose time is over and whose caller is gone."""


def work(connection: Connection, check: Check, limits: WorkLimits, inherited: Sequence[Connection] = ()) -> None:
    """Answer each path that comes through `connection` with what came of its check; end when it is closed.

    Args:
        connection: to whoever asks.
        check: looks at one artifact.
        limits: what one may cost.
        inherited: ends of pipes that are not ours, and are closed.
    """
    for other in inherited:
        other.close()
    # Ctrl-C reaches the whole group; who started us ends us
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    limit_memory(limits.memory)
    connection.send(True)  # noqa: FBT003 (ready)
    while True:
        try:
            path = connection.recv()
        except (EOFError, OSError):
            return
        signal.alarm(math.ceil(limits.seconds) + _GRACE)
        outcome = outcome_of(path, check, limits)
        signal.alarm(0)
        try:
            connection.send(outcome)
        except OSError:
            return
        except MemoryError:
            # an answer that does not fit is an answer too; without one, our end says it
            os._exit(1)


def outcome_of(path: Path, check: Check, limits: WorkLimits) -> Outcome:
    """What comes of the check of the artifact at `path`, whatever it is: one artifact never stops the others."""
    try:
        return check(path)
    except RrspecError as error:
        kind = FailureKind.NO_ARTIFACT if isinstance(error, NoArtifactError) else FailureKind.NOT_READ
        where = f"{error.place}: " if error.place and error.place != str(path) else ""
        return Failure(artifact=str(path), kind=kind, message=f"{where}{error}", hint=error.hint)
    except MemoryError:
        return Failure(
            artifact=str(path),
            kind=FailureKind.MEMORY_LIMIT,
            message=f"it takes more than {limits.memory >> 20} MiB of memory to check it",
            hint="Give a higher `--memory` if you trust it.",
        )
    except OSError as error:
        message = f"it cannot be read: {error.strerror or error}"
        where = f" ({error.filename})" if error.filename else ""
        return Failure(artifact=str(path), kind=FailureKind.NOT_READ, message=message + where, hint="Check its rights.")
    except Exception as error:  # noqa: BLE001 (a defect in one check is that artifact's entry, and the rest goes on)
        return Failure(
            artifact=str(path),
            kind=FailureKind.DEFECT,
            message=f"a defect of rrspec: {error}",
            hint="Please report it.",
            details="".join(traceback.format_exception(error)),
        )
