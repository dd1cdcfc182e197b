"""One execution of a launcher for a run, and what is kept of it in the run's folder.

An attempt notes itself as cut off before it starts: whatever is killed when, the run has had it. What the last attempt
came to is kept until the run has its record, so that a campaign that was killed in between need not execute it again.
"""

import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.environments.sealed import fingerprint
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import leftover, machine, working_copy
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.site import moment
from reprobridge_spec.model.run_record import Attempt, Hardware

LOG_LIMIT = 256 << 20
_ATTEMPTS, _CAME_TO = "attempts", "came-to.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempted:
    """What an attempt came to.

    Attributes:
        attempts: it and those before it.
        ended: how the launcher ended.
        outside: what it wrote outside its folders.
        hardware: the machine on which it ran.
    """

    attempts: tuple[Attempt, ...]
    ended: process.Ended
    outside: tuple[str, ...]
    hardware: Hardware


def attempt(order: Order, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Attempted:
    """Execute the launcher of `order` once more, on this machine.

    Raises:
        NotDoneError: the program cannot be started.
        OSError: the run's folder cannot be written.
    """
    earlier = attempts_of(order.run)
    number = len(earlier) + 1
    started = moment(clock())
    running = Attempt(number=number, started=started, ended=started, exit_code=137, ending="interrupted")
    _write(order.run / _ATTEMPTS / f"{number}.json", _as_json(running))
    ended = _launch(order, number)
    made = running.model_copy(
        update={"ended": moment(clock()), "exit_code": ended.exit_code, "ending": ended.ending.value}
    )
    _write(order.run / _ATTEMPTS / f"{number}.json", _as_json(made))
    outside = () if order.sandbox.isolation.read_only else tuple(_written_outside(order))
    attempted = Attempted(
        attempts=(*earlier, made), ended=ended, outside=outside, hardware=machine.hardware(order.salt)
    )
    if ended.ending is not process.Ending.INTERRUPTED:
        _write(order.run / _CAME_TO, _came_to(attempted))
    return attempted


def attempts_of(run: Path) -> tuple[Attempt, ...]:
    """The attempts that a run has had, those that were cut off too, in their order."""
    files = sorted((run / _ATTEMPTS).glob("*.json"), key=lambda file: int(file.stem))
    return tuple(Attempt.model_validate(json.loads(file.read_text(encoding="utf-8"))) for file in files)


def came_to(run: Path) -> Attempted | None:
    """What the last attempt of a run came to, where it ended of itself and the run has no record yet."""
    try:
        kept = json.loads((run / _CAME_TO).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    ended = kept["ended"]
    return Attempted(
        attempts=attempts_of(run),
        ended=process.Ended(**{**ended, "ending": process.Ending(ended["ending"])}),
        outside=tuple(kept["outside"]),
        hardware=Hardware.model_validate(kept["hardware"]),
    )


def _came_to(attempted: Attempted) -> str:
    return json.dumps(
        {
            "ended": asdict(attempted.ended),
            "outside": attempted.outside,
            "hardware": json.loads(_as_json(attempted.hardware)),
        }
    )


def _launch(order: Order, number: int) -> process.Ended:
    folders = order.folders
    _fresh(folders.home)
    _fresh(folders.temporary)
    wrapped = order.sandbox.wrap(
        order.command, folders, {**order.variables, "RRA_ATTEMPT": str(number), "CUDA_VISIBLE_DEVICES": ""}
    )
    try:
        return process.run(
            wrapped.command,
            cwd=wrapped.cwd,
            environment=wrapped.environment,
            log=order.run / "log",
            time_limit=order.time_limit,
            log_limit=LOG_LIMIT,
            stop=order.stop.exists,
        )
    finally:
        if not order.sandbox.isolation.read_only:
            leftover.end_below(folders.output)
        shutil.rmtree(folders.home, ignore_errors=True)
        shutil.rmtree(folders.temporary, ignore_errors=True)


def _written_outside(order: Order) -> Sequence[str]:
    """What differs from before the first run: nothing that runs after a change measures the declared code."""
    found = working_copy.changed(order.pristine, working_copy.snapshot(order.folders.work))
    sealed = fingerprint(order.folders.environment) == order.environment_fingerprint
    return found if sealed else [*found, "the environment"]


def _fresh(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


def _as_json(document: Attempt | Hardware) -> str:
    return document.model_dump_json(by_alias=True, exclude_defaults=True)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    temporary = file.with_name(f"{file.name}.new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, file)  # noqa: PTH105 (atomic, and named so)
