"""One run, from a new output folder to its record; what is not finished stays in the state folder."""

import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from reprobridge_spec import process
from reprobridge_spec.environments.build import Built
from reprobridge_spec.environments.sealed import fingerprint
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import contract, leftover, working_copy
from reprobridge_spec.launch.reading import Reading, read
from reprobridge_spec.launch.record import Finished, Made, run_id, write
from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.site import Planned, Site, moment
from reprobridge_spec.model.run_record import Attempt, Outcome

LOG_LIMIT = 256 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted:
    """A run that was ended because the caller stopped; its folder is kept for another attempt."""

    planned: Planned


class Runner:
    """Executes runs of one site; several threads may use it at once."""

    def __init__(self, site: Site, stop: Callable[[], bool]) -> None:
        self._site = site
        self._stop = stop

    def run(self, planned: Planned) -> Finished | Interrupted:
        """Make the run and keep its record.

        Raises:
            NotDoneError: an input is not there, the program cannot be started, or the disk is full.
        """
        try:
            inputs = contract.inputs(self._site, planned)
            folder = _unfinished(self._site, planned) or self._new_folder(planned)
            return self._attempt(planned, folder, inputs)
        except OSError as error:
            raise NotDoneError(
                f"{planned.label}: {error.strerror or error}: {error.filename2 or error.filename or self._site.state}",
                hint="What was finished is kept; make room or mend the folder, then `rrspec run --resume`.",
            ) from error

    def _new_folder(self, planned: Planned) -> Path:
        nonce = self._site.nonce()
        folder = self._site.state / "runs" / nonce
        (folder / "output").mkdir(parents=True)
        _write_state(folder, {"nonce": nonce, "attempts": [], **_identity(self._site, planned)})
        return folder

    def _attempt(self, planned: Planned, folder: Path, inputs: Mapping[str, Path]) -> Finished | Interrupted:
        state = _read_state(folder)
        earlier = state["attempts"]
        started = moment(self._site.clock())
        running = {"number": len(earlier) + 1, "started": started}
        # written before the start: a run that is killed with us has had this attempt
        cut_off = {**running, "ended": started, "exit_code": 137, "ending": "interrupted"}
        _write_state(folder, {**state, "attempts": [*earlier, cut_off]})
        ended, outside = self._launch(planned, folder, inputs, len(earlier) + 1)
        attempt = {
            **running,
            "ended": moment(self._site.clock()),
            "exit_code": ended.exit_code,
            "ending": ended.ending.value,
        }
        _write_state(folder, {**state, "attempts": [*earlier, attempt]})
        if ended.ending is process.Ending.INTERRUPTED:
            return Interrupted(planned=planned)
        reading = read(self._site.experiments[planned.experiment], planned.mode, folder, ended, outside)
        attempts = tuple(Attempt.model_validate(item) for item in [*earlier, attempt])
        made = Made(planned=planned, nonce=str(state["nonce"]), attempts=attempts, ended=ended, reading=reading)
        return self._keep(made, folder)

    def _launch(
        self, planned: Planned, folder: Path, inputs: Mapping[str, Path], number: int
    ) -> tuple[process.Ended, list[str]]:
        experiment = self._site.experiments[planned.experiment]
        built = self._site.environments[experiment.environment or ""]
        folders = Folders(
            work=self._site.work,
            output=folder / "output",
            home=_fresh(folder / "home"),
            temporary=_fresh(folder / "tmp"),
            environment=built.path,
            python_prefix=built.base_prefix,
            inputs=inputs,
        )
        wrapped = self._site.sandbox.wrap(
            contract.command(experiment, planned.mode), folders, contract.variables(self._site, planned, number)
        )
        try:
            ended = process.run(
                wrapped.command,
                cwd=wrapped.cwd,
                environment=wrapped.environment,
                log=folder / "log",
                time_limit=contract.time_limit_seconds(experiment, planned.mode),
                log_limit=LOG_LIMIT,
                stop=self._stop,
            )
        finally:
            if not self._site.sandbox.isolation.read_only:
                leftover.end_below(folders.output)
            shutil.rmtree(folders.home, ignore_errors=True)
            shutil.rmtree(folders.temporary, ignore_errors=True)
        return ended, [] if self._site.sandbox.isolation.read_only else self._written_outside(built)

    def _written_outside(self, built: Built) -> list[str]:
        """What differs from before the first run: nothing that runs after a change measures the declared code."""
        found = working_copy.changed(self._site.pristine, working_copy.snapshot(self._site.work))
        return found if fingerprint(built.path) == built.fingerprint else [*found, "the environment"]

    def _keep(self, made: Made, folder: Path) -> Finished:
        self._keep_outputs(made.planned, made.reading, folder)
        chain = self._site.chain
        with chain.lock:
            finished = write(self._site, made, folder, chain.last)
            chain.last = finished.digest
        shutil.rmtree(folder, ignore_errors=True)
        return finished

    def _keep_outputs(self, planned: Planned, reading: Reading, folder: Path) -> None:
        """Put what later experiments take where they find it; the run's folder stays whole until it has its record."""
        declared = self._site.experiments[planned.experiment].outputs or {}
        target = self._site.outputs_of(planned.experiment, planned.mode, planned.index)
        # those of another method too: they would only fill the disk
        shutil.rmtree(target.parent, ignore_errors=True)
        if reading.outcome is not Outcome.MEASURED:
            return
        for relative in declared.values():
            _share(folder / "output" / relative, target / relative)


def _share(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, copy_function=_second_name, dirs_exist_ok=True)
    else:
        _second_name(str(source.resolve()), str(target))


def _second_name(source: str, target: str) -> None:
    if os.path.exists(target):  # noqa: PTH110 (the paths are texts: shutil gives them)
        return  # declared as a part of another output too
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)  # a disk without such names


def _fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


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
        if any(state.get(key) != value for key, value in wanted.items()):
            continue
        if not (site.records / run_id(planned, str(state["nonce"]))).exists():
            return folder
        # killed between its record and its end
        shutil.rmtree(folder, ignore_errors=True)
    return None


def _read_state(folder: Path) -> dict[str, Any]:
    state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    if not isinstance(state, dict):
        raise ValueError("no state")  # noqa: TRY004 (a damaged file, for the caller the same as no JSON)
    return state


def _write_state(folder: Path, state: object) -> None:
    temporary = folder / "state.json.new"
    temporary.write_text(json.dumps(state), encoding="utf-8")
    os.replace(temporary, folder / "state.json")  # noqa: PTH105 (atomic, and named so)
