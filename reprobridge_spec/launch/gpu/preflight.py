"""Before the first long job on a card: has the environment's build kernels for it. Asked once, in the run's sandbox."""

import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from reprobridge_spec import digest, process
from reprobridge_spec.errors import RrspecError
from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.launch.gpu.kernels import Kernels, Preflight, judged
from reprobridge_spec.launch.gpu.visible import device_nodes, variables
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox
from reprobridge_spec.replacement import replacing_file

SECONDS = 180.0
"""The first start of a framework on a disk of a network may take minutes."""
_LOG_BYTES = 1 << 20
_ANSWER, _ANSWER_BYTES = "first-kernel.json", 1 << 16
_LINE_BYTES = 300
NOTHING: Mapping[str, str] = MappingProxyType({})


class Preflights:
    """Checks, each kept for as long as environment, card and driver are the same.

    Args:
        kept: folder in which they are kept; rrspec's own, in its cache.
        time_limit: seconds that one check may take.
    """

    def __init__(self, kept: Path, *, time_limit: float = SECONDS) -> None:
        self._kept = kept
        self._time_limit = time_limit

    def check(
        self,
        card: Card,
        fingerprint: str,
        sandbox: Sandbox,
        folders: Folders,
        place: Path,
        *,
        declared: Mapping[str, str] = NOTHING,
    ) -> Preflight:
        """Whether the environment's frameworks compute on `card`; what cannot be found out is *not checked*.

        Args:
            card: a card that is leased.
            fingerprint: of the environment as it was built.
            sandbox: keeps the check apart as it keeps the run.
            folders: those of the run; nothing is written into them.
            place: a new folder for the length of the check.
            declared: variables of the run.

        Raises:
            OSError: `place` cannot be written.
        """
        note = self._kept / f"{_key(card, fingerprint)}.json"
        if (known := _read(note)) is not None:
            return known
        own = {name: place / name for name in ("output", "home", "temporary")}
        shutil.rmtree(place, ignore_errors=True)
        for folder in own.values():
            folder.mkdir(parents=True)
        try:
            found = self._run(card, sandbox, replace(folders, inputs={}, **own), place / "log", declared)
        finally:
            shutil.rmtree(place, ignore_errors=True)
        if found.lasting:
            _write(note, found)
        return found

    def _run(self, card: Card, sandbox: Sandbox, folders: Folders, log: Path, declared: Mapping[str, str]) -> Preflight:
        # -I: nothing of the artifact's code stands in for a framework
        command = ["python", "-I", "-c", _program()]
        given = {**declared, **variables([card]), "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
        try:
            wrapped = sandbox.wrap(command, folders, given, devices=device_nodes([card]))
            ended = process.run(
                wrapped.command,
                cwd=wrapped.cwd,
                environment=wrapped.environment,
                log=log,
                time_limit=self._time_limit,
                log_limit=_LOG_BYTES,
                limits=wrapped.limits,
                scoped=wrapped.scoped,
            )
        except RrspecError as error:
            return _not_checked(f"the first kernel could not be tried: {error}")
        finally:
            sandbox.clean(folders)
        if (facts := _facts(folders.output / _ANSWER)) is not None:
            return judged(facts, card)
        if ended.ending is process.Ending.TIME_LIMIT:
            return _not_checked(f"the first kernel did not end within {self._time_limit:g} s")
        return _not_checked(f"the first kernel told nothing and ended with {ended.exit_code}{_last_line(log)}")


def _program() -> str:
    return files("reprobridge_spec.launch.gpu").joinpath("first_kernel.py").read_text(encoding="utf-8")


def _key(card: Card, fingerprint: str) -> str:
    return digest.of_value([fingerprint, card.uuid, card.model, card.capability, card.driver])


def _facts(answer: Path) -> dict[str, dict[str, object]] | None:
    """What was told; None where it is nothing. A program of the environment wrote it."""
    try:
        with answer.open("rb") as file:
            read: Any = json.loads(file.read(_ANSWER_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(read, dict) or not all(isinstance(facts, dict) for facts in read.values()):
        return None
    return read


def _last_line(log: Path) -> str:
    with suppress(OSError), log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _LINE_BYTES))
        lines = file.read().decode("utf-8", "replace").splitlines()
        last = "".join(sign for sign in (lines[-1] if lines else "") if sign.isprintable())
        return f": {last.strip()}" if last.strip() else ""
    return ""


def _not_checked(why: str) -> Preflight:
    return Preflight(kernels=Kernels.NOT_CHECKED, said=why, lasting=False)


def _read(place: Path) -> Preflight | None:
    try:
        kept = json.loads(place.read_text(encoding="utf-8"))
        return Preflight(kernels=Kernels(kept["kernels"]), said=str(kept["said"]), lasting=True)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(place: Path, found: Preflight) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with replacing_file(place) as file:
            file.write(json.dumps({"kernels": found.kernels.value, "said": found.said}).encode())
    except (OSError, RrspecError):
        return  # it is asked again next time
