"""A run around its attempts: its folder and order before them, its record after them."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import contract, handing_on
from reprobridge_spec.launch.ancestry.base import NoTracer
from reprobridge_spec.launch.attempt import Attempted, came_to
from reprobridge_spec.launch.measure.sandboxed import SandboxedProgram
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.reading import read
from reprobridge_spec.launch.record import Finished, Made, write
from reprobridge_spec.launch.removal import remove
from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.site import Planned, Site
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.process import Ending

STATE = "state.json"
"""Name of the file in a run's folder that says which run it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted:
    """A run that was ended because the caller stopped; its folder is kept for another attempt."""

    planned: Planned


class Runner:
    """Makes the orders and the records of the runs of one site."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def tidy(self) -> None:
        """Remove the folders of runs that have their record, or never began: a kill may come between any two steps."""
        runs = self._site.state / "runs"
        for folder in list(runs.iterdir()) if runs.is_dir() else ():
            try:
                nonce = str(_read_state(folder)["nonce"])
            except (OSError, ValueError, KeyError):
                nonce = ""
            if not nonce or any(self._site.records.glob(f"*-{nonce[:8]}/run.json")):
                remove(folder)

    def order(self, planned: Planned) -> Order:
        """The order for a run, in the folder of an earlier attempt at it if there is one.

        Raises:
            NotDoneError: an input is not there, or the disk is full.
        """
        with self._told(planned):
            inputs = contract.inputs(self._site, planned)
            hosts = contract.hosts(self._site, planned)
            if hosts and self._site.offline:
                raise NotDoneError(
                    f"{planned.label} asks a service ({', '.join(hosts)}), and --offline was given",
                    hint="Leave out --offline; only such runs get the network.",
                )
            folder = _unfinished(self._site, planned) or self._new_folder(planned)
            experiment = self._site.experiments[planned.experiment]
            built = self._site.environments[experiment.environment or ""]
            folders = Folders(
                work=self._site.work,
                output=folder / "output",
                home=folder / "home",
                temporary=folder / "tmp",
                environment=built.path,
                python_prefix=built.base_prefix,
                inputs=inputs,
            )
            return Order(
                run=folder,
                label=planned.label,
                command=tuple(contract.command(experiment, planned.mode)),
                variables=contract.variables(self._site, planned),
                folders=folders,
                sandbox=self._site.sandbox,
                resources=contract.resources(experiment, planned.mode),
                hosts=hosts,
                keys=contract.keys(self._site, planned, os.environ),
                tracer=self._site.tracer
                if planned.mode is Mode.SCORED
                else NoTracer("nothing in a smoke run is a score"),
                time_limit=contract.time_limit_seconds(experiment, planned.mode),
                stop=self._site.stop,
                salt=str(_read_state(folder)["nonce"]),
                pristine=self._site.pristine,
                environment_fingerprint=built.fingerprint,
            )

    def has_ended(self, planned: Planned) -> bool:
        """Whether the run's launcher ended of itself, and its campaign could not keep the record any more."""
        folder = _unfinished(self._site, planned)
        return folder is not None and came_to(folder) is not None

    def finish(self, planned: Planned, order: Order, attempted: Attempted) -> Finished | Interrupted:
        """Read the scores of a run that has ended and keep its record.

        Raises:
            NotDoneError: the disk is full.
        """
        if attempted.ended.ending is Ending.INTERRUPTED:
            return Interrupted(planned=planned)
        with self._told(planned):
            experiment = self._site.experiments[planned.experiment]
            program = SandboxedProgram(
                sandbox=order.sandbox,
                folders=order.folders,
                variables={**order.variables, "RRA_ATTEMPT": str(len(attempted.attempts))},
                declared=self._site.plans.code,
                printed=order.run / "measured",
                stop=order.stop.exists,
            )
            reading = read(
                experiment,
                planned.mode,
                order.run,
                attempted.ended,
                attempted.outside,
                keys_in=attempted.keys_in,
                ancestry=attempted.ancestry,
                program=program,
            )
            return self._keep(Made(planned=planned, nonce=order.salt, attempted=attempted, reading=reading), order.run)

    def not_done(self, planned: Planned, error: OSError) -> NotDoneError:
        """What an error of the disk means for a run."""
        return NotDoneError(
            f"{planned.label}: {error.strerror or error}: {error.filename2 or error.filename or self._site.state}",
            hint="What was finished is kept; make room or mend the folder, then `rrspec run --resume`.",
        )

    @contextmanager
    def _told(self, planned: Planned) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self.not_done(planned, error) from error

    def _new_folder(self, planned: Planned) -> Path:
        nonce = self._site.nonce()
        folder = self._site.state / "runs" / nonce
        (folder / "output").mkdir(parents=True)
        _write_state(folder, {"nonce": nonce, **_identity(self._site, planned)})
        return folder

    def _keep(self, made: Made, folder: Path) -> Finished:
        measured = made.reading.outcome is Outcome.MEASURED
        handing_on.keep(self._site, made.planned, folder / "output", measured=measured)
        chain = self._site.chain
        with chain.lock:
            finished = write(self._site, made, folder, chain.last)
            chain.last = finished.digest
        remove(folder)
        return finished


def _identity(site: Site, planned: Planned) -> dict[str, object]:
    return {
        "experiment": planned.experiment,
        "mode": planned.mode.value,
        "seed": planned.seed,
        "index": planned.index,
        "method": site.plans.method(planned.experiment),
    }


def _unfinished(site: Site, planned: Planned) -> Path | None:
    """The folder of an earlier attempt at the same run of the same method, if one was cut off."""
    wanted = _identity(site, planned)
    runs = site.state / "runs"
    for folder in sorted(runs.iterdir()) if runs.is_dir() else ():
        try:
            state = _read_state(folder)
        except (OSError, ValueError):
            continue
        if all(state.get(key) == value for key, value in wanted.items()):
            return folder
    return None


def _read_state(folder: Path) -> dict[str, Any]:
    state = json.loads((folder / STATE).read_text(encoding="utf-8"))
    if not isinstance(state, dict):
        raise ValueError("no state")  # noqa: TRY004 (a damaged file, for the caller the same as no JSON)
    return state


def _write_state(folder: Path, state: object) -> None:
    temporary = folder / f"{STATE}.new"
    temporary.write_text(json.dumps(state), encoding="utf-8")
    os.replace(temporary, folder / STATE)  # noqa: PTH105 (atomic, and named so)
