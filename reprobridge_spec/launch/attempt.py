"""One execution of a launcher for a run, and what is kept of it in the run's folder.

An attempt notes itself as cut off before it starts: whatever is killed when, the run has had it. What the last attempt
came to is kept until the run has its record, so that a campaign that was killed in between need not execute it again.
"""

import errno
import json
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, field
from datetime import UTC, datetime
from pathlib import Path
from shutil import disk_usage
from typing import Any

from reprobridge_spec import process
from reprobridge_spec.environments.sealed import fingerprint
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import contract, leftover, machine, working_copy
from reprobridge_spec.launch.ancestry.base import joined
from reprobridge_spec.launch.ancestry.before import look
from reprobridge_spec.launch.gpu.granted import NONE, Granted
from reprobridge_spec.launch.gpu.recorded import recorded
from reprobridge_spec.launch.gpu.sampling import Sampler
from reprobridge_spec.launch.gpu.visible import VISIBLE, device_nodes
from reprobridge_spec.launch.handed_keys import kept_in, mask
from reprobridge_spec.launch.log_tail import tail
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.removal import remove
from reprobridge_spec.launch.site import moment
from reprobridge_spec.model.ancestry import Ancestry, Tracing
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.hardware import GpuUse, Hardware
from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.run_record import Attempt

LOG_LIMIT = 256 << 20
_PAGE = 4096
_ATTEMPTS, _ANCESTRY, _CAME_TO = "attempts", "ancestry.json", "came-to.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempted:
    """What an attempt came to.

    Attributes:
        attempts: it and those before it.
        ended: how the launcher ended.
        outside: what it wrote outside its folders.
        keys_in: outputs that held a key which it was handed; they are gone.
        isolation: what kept it apart, and within which limits.
        hardware: the machine on which it ran, with its cards.
        gpus: what it made of the cards.
        ancestry: where each file of the output folder comes from, by its path there.
        tracing: who watched that.
    """

    attempts: tuple[Attempt, ...]
    ended: process.Ended
    outside: tuple[str, ...]
    keys_in: tuple[str, ...]
    isolation: Isolation
    hardware: Hardware
    gpus: tuple[GpuUse, ...] = ()
    ancestry: Mapping[str, Ancestry] = field(default_factory=dict)
    tracing: Tracing | None = None


def attempt(
    order: Order, *, granted: Granted = NONE, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Attempted:
    """Execute the launcher of `order` once more, on this machine.

    Args:
        order: the run.
        granted: the cards that it has for as long as this lasts.
        clock: gives the present moment.

    Raises:
        NotDoneError: the program cannot be started, or had no room on the disk.
        OSError: the run's folder cannot be written.
    """
    earlier = attempts_of(order.run)
    number = len(earlier) + 1
    started = moment(clock())
    running = Attempt(number=number, started=started, ended=started, exit_code=137, ending="interrupted")
    _write(order.run / _ATTEMPTS / f"{number}.json", _as_json(running))
    launched = _launch(order, number, granted)
    ended = launched.ended
    if launched.full:
        raise NotDoneError(
            f"{order.label}: the disk that holds {order.run} is full",
            hint="What was finished is kept; make room, then `rrspec run --resume`.",
        )
    made = running.model_copy(
        update={"ended": moment(clock()), "exit_code": ended.exit_code, "ending": ended.ending.value}
    )
    _write(order.run / _ATTEMPTS / f"{number}.json", _as_json(made))
    ancestry = joined(_ancestry_of(order.run), launched.ancestry)
    _write(order.run / _ANCESTRY, json.dumps({path: _plain(found) for path, found in ancestry.items()}))
    attempted = Attempted(
        attempts=(*earlier, made),
        ended=ended,
        outside=() if order.sandbox.read_only else tuple(_written_outside(order)),
        keys_in=launched.keys_in,
        isolation=order.sandbox.isolation_of(
            network=bool(order.hosts),
            hosts=order.hosts,
            limits=launched.limits,
            limits_by=ended.limits_by,
            time_limit=order.time_limit,
            log_limit=LOG_LIMIT,
        ),
        hardware=machine.hardware(order.salt, recorded(granted.cards, order.salt, shared=granted.shared)),
        gpus=launched.gpus,
        ancestry=ancestry,
        tracing=launched.tracing,
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
        keys_in=tuple(kept["keys_in"]),
        isolation=Isolation.model_validate(kept["isolation"]),
        hardware=Hardware.model_validate(kept["hardware"]),
        gpus=tuple(map(GpuUse.model_validate, kept["gpus"])),
        ancestry=_ancestry_of(run),
        tracing=Tracing.model_validate(kept["tracing"]) if kept["tracing"] else None,
    )


def _came_to(attempted: Attempted) -> str:
    return json.dumps(
        {
            "ended": asdict(attempted.ended),
            "outside": attempted.outside,
            "keys_in": attempted.keys_in,
            "isolation": _plain(attempted.isolation),
            "hardware": _plain(attempted.hardware),
            "gpus": list(map(_plain, attempted.gpus)),
            "tracing": _plain(attempted.tracing) if attempted.tracing else None,
        }
    )


def _ancestry_of(run: Path) -> dict[str, Ancestry]:
    """Where the files come from that earlier attempts left."""
    try:
        kept = json.loads((run / _ANCESTRY).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {path: Ancestry.model_validate(found) for path, found in kept.items()}


@dataclass(frozen=True, slots=True)
class _Launched:
    ended: process.Ended
    gpus: tuple[GpuUse, ...]
    ancestry: dict[str, Ancestry]
    tracing: Tracing
    limits: process.Limits
    keys_in: tuple[str, ...]
    full: bool


def _launch(order: Order, number: int, granted: Granted) -> _Launched:
    folders = order.folders
    _fresh(folders.home)
    _fresh(folders.temporary)
    limits = contract.limits(order.resources, folders.writable, machine_memory=machine.memory_bytes())
    secrets = {name: os.environ.get(name, "") for name in order.keys}
    wrapped = order.sandbox.wrap(
        order.command,
        folders,
        {**order.variables, "RRA_ATTEMPT": str(number), VISIBLE: granted.visible},
        network=bool(order.hosts),
        devices=device_nodes(granted.cards),
        limits=limits,
        secrets=secrets,
    )
    before, trace, tracer = look(folders.output), order.run / "trace", order.tracer.here()
    traced = tracer.wrap(wrapped, trace)
    try:
        with Sampler(granted.cards) as sampler:
            ended = process.run(
                traced.command,
                cwd=traced.cwd,
                environment=traced.environment,
                log=order.run / "log",
                time_limit=order.time_limit,
                log_limit=LOG_LIMIT,
                limits=traced.limits,
                stop=order.stop.exists,
                scoped=traced.scoped,
            )
        full = ended.exit_code != 0 and _is_full(order.run)
        ancestry = tracer.read(trace, folders.output, wrapped, before)
    finally:
        trace.unlink(missing_ok=True)
        if not order.sandbox.read_only:
            leftover.end_below(folders.output)
        order.sandbox.clean(folders)
        remove(folders.home)
        remove(folders.temporary)
    keys_in = _without_keys(order, secrets.values())
    return _Launched(ended, tuple(sampler.uses(order.salt)), ancestry, tracer.tracing, limits, keys_in, full)


def _without_keys(order: Order, keys: Collection[str]) -> tuple[str, ...]:
    """Keep none of the keys that a run was handed; the outputs that held one."""
    if not keys:
        return ()
    mask(order.run / "log", keys)
    found = tuple(kept_in(order.folders.output, keys))
    for path in found:
        (order.folders.output / path).unlink()
    return found


def _is_full(run: Path) -> bool:
    """Whether a launcher had no room: then neither it nor its artifact is at fault."""
    return disk_usage(run).free < _PAGE or os.strerror(errno.ENOSPC) in tail(run / "log")


def _written_outside(order: Order) -> Sequence[str]:
    """What differs from before the first run: nothing that runs after a change measures the declared code."""
    found = working_copy.changed(order.pristine, working_copy.snapshot(order.folders.work))
    sealed = fingerprint(order.folders.environment) == order.environment_fingerprint
    return found if sealed else [*found, "the environment"]


def _fresh(folder: Path) -> None:
    remove(folder)
    folder.mkdir()


def _as_json(document: Model) -> str:
    return document.model_dump_json(by_alias=True, exclude_defaults=True)


def _plain(document: Model) -> Any:  # noqa: ANN401 (any JSON value)
    return document.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    temporary = file.with_name(f"{file.name}.new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, file)  # noqa: PTH105 (atomic, and named so)
