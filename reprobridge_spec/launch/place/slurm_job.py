"""What a job does on its node: its runs one after the other, each an attempt like everywhere else.

It is called by submitit, once more whenever Slurm puts the job back into the queue. Signals by which Slurm takes the
node away end the launcher as interrupted, and the run has had an attempt more.
"""

import json
import os
import pickle
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType

from reprobridge_spec import __version__
from reprobridge_spec.errors import NotDoneError, RrspecError
from reprobridge_spec.launch.attempt import attempt, attempts_of, came_to
from reprobridge_spec.launch.gpu.devices import look
from reprobridge_spec.launch.gpu.granted import NONE
from reprobridge_spec.launch.gpu.preflight import Preflights
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_claim, slurm_evidence
from reprobridge_spec.launch.place.base import LostError
from reprobridge_spec.launch.place.first_kernels import check_kernels
from reprobridge_spec.launch.place.slurm_cards import granted
from reprobridge_spec.launch.place.slurm_told import Told, heard, tell
from reprobridge_spec.process import Ended, Ending

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2)
"""By which Slurm and submitit tell that a job is to end."""
_SIGNAL_SECONDS = 1.0
"""How much later than at the launcher a signal of Slurm may be here."""
_KERNELS = "first-kernels"
_STOP, _BEGUN, _KEYS = "stop", "begun-", "keys.json"


def work(version: str, token: str, folder: str, runs: int, payload: bytes) -> None:
    """Make the runs of a job that are not made yet, and tell of each what came of it.

    Args:
        version: of the rrspec that handed the job in.
        token: of the job.
        folder: the job's folder.
        runs: how many it makes.
        payload: their orders, pickled.

    Raises:
        RrspecError: the folder cannot be written.
    """
    here = Path(folder)
    stop = _begun(here, int(os.environ.get("SLURM_RESTART_COUNT") or 0))
    _stop_at_signals(stop)
    if version != __version__:
        fault = f"the node has rrspec {__version__}, and the job was handed in by {version}"
        for position in range(runs):
            tell(here, position, Told(fault=fault, hint="Install one rrspec where all nodes see it."))
        return
    os.environ.update(keys_in(here))
    orders: Sequence[Order] = pickle.loads(payload)  # noqa: S301 (our own, from the job's folder)
    for position, order in enumerate(orders):
        if stop.exists() or (here / _STOP).exists():
            return
        if position in heard(here):
            continue
        told = _made(order, token, stop, runs)
        if told is not None:
            tell(here, position, told)


def end(folder: Path) -> None:
    """Have a job end its launcher, and begin no other; for the case that no signal reaches it.

    Raises:
        OSError: it cannot be written.
    """
    (folder / _STOP).touch()
    for begun in list(folder.glob(f"{_BEGUN}*")):
        (folder / f"{_STOP}-{begun.name.removeprefix(_BEGUN)}").touch()


def keep_keys(folder: Path, keys: Mapping[str, str]) -> None:
    """Leave values of the caller's variables that runs get for a job, for nobody else to read.

    Raises:
        OSError: they cannot be written.
    """
    if keys:
        with os.fdopen(os.open(folder / _KEYS, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(dict(keys), file)


def keys_in(folder: Path) -> dict[str, str]:
    """What `keep_keys` left."""
    try:
        found: dict[str, str] = json.loads((folder / _KEYS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found


def pack(orders: Sequence[Order]) -> bytes:
    """Orders as they travel to `work`."""
    return pickle.dumps(tuple(orders))


def _begun(folder: Path, restarts: int) -> Path:
    """The file that ends this start of the job; those before it are ended now.

    Slurm takes a node for lost that it cannot reach, and gives the job to another while the first goes on.
    """
    (folder / f"{_BEGUN}{restarts}").touch()
    for earlier in range(restarts):
        (folder / f"{_STOP}-{earlier}").touch()
    return folder / f"{_STOP}-{restarts}"


def _made(order: Order, token: str, stop: Path, runs: int) -> Told | None:
    """What is to be told of a run; None where it was interrupted: what that means, Slurm knows."""
    try:
        _check_place(order, token)
        said = ""
        if came_to(order.run) is None:
            ending, said = _attempt(order, stop, runs)
            if ending is Ending.INTERRUPTED:
                return None
        slurm_evidence.put_in_place(order.run)
    except RrspecError as error:
        return Told(fault=str(error), hint=error.hint, lost=isinstance(error, LostError))
    except OSError as error:
        where = error.filename2 or error.filename or order.run
        return Told(fault=f"{error.strerror or error}: {where}", hint="Make room, or mend the folder.")
    return Told(said=said)


def _attempt(order: Order, stop: Path, runs: int) -> tuple[Ending, str]:
    """How the launcher ended, and what could not be checked before it began."""
    given, not_checked = granted(order, os.environ, look()) if order.resources.gpus else (NONE, "")
    check_kernels(order, given.cards, Preflights(stop.parent.parent / _KERNELS))
    # an attempt before this one may have been cut off before it had its job
    slurm_evidence.put_in_place(order.run)
    number = len(attempts_of(order.run)) + 1
    slurm_evidence.note(order.run, number, slurm_evidence.this_job(os.environ, order.salt, runs))
    ended = attempt(replace(order, stop=stop), granted=given).ended
    if ended.ending in {Ending.EXIT, Ending.SIGNAL} and _was_ended_by_slurm(ended, stop):
        slurm_evidence.take_back(order.run, number)
        return Ending.INTERRUPTED, not_checked
    return ended.ending, not_checked


def _was_ended_by_slurm(ended: Ended, stop: Path) -> bool:
    """Whether a launcher ended because Slurm's signal reached it too, which goes to every process of a job."""
    deadline = time.monotonic() + (_SIGNAL_SECONDS if ended.exit_code else 0)
    while not stop.exists():
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.05)
    return True


def _check_place(order: Order, token: str) -> None:
    claim = slurm_claim.read(order.run)
    folders = order.folders
    needed = (order.run, folders.work, folders.environment, folders.python_prefix, *folders.inputs.values())
    absent = next((path for path in needed if not path.exists()), order.run if claim is None else None)
    if absent is not None:
        raise NotDoneError(
            f"the node does not see {absent} as it is where the job was handed in",
            hint="Put artifact, RRSPEC_CACHE and Python on a disk that all nodes see, and name it as `shared`.",
        )
    if claim is not None and claim.token != token:
        raise NotDoneError("a later job has the place of this one")


def _stop_at_signals(stop: Path) -> None:
    def begin_to_end(_number: int, _frame: FrameType | None) -> None:
        stop.touch()

    for number in SIGNALS:
        signal.signal(number, begin_to_end)
