"""The program that reads a score, run as the launcher was: same sandbox and variables, new HOME and TMPDIR."""

import os
import shutil
import stat
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import leftover
from reprobridge_spec.launch.measure.base import MeasureError, shown
from reprobridge_spec.launch.measure.program import OUTPUT_LIMIT, TIME_LIMIT, Printed, altered
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox

_SHOWN_PATHS = 3
_ERRORS_BYTES = 4096
# a file of its own for standard error, in the one folder that is at hand inside and outside
_ERRORS_APART = 'exec "$@" 2>"$HOME/errors"'

Status = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxedProgram:
    """Runs a program beside the outputs of one run; a `Program`.

    Attributes:
        sandbox: what kept the run apart.
        folders: what the run's launcher saw; `home` and `temporary` are made anew and removed.
        variables: what the launcher got besides the folders.
        declared: SHA-256 of each file of the working copy, as the method digest has them.
        printed: a file for what the program prints, outside of `folders`; it is removed.
        limits: what the program may use.
        stop: asked some times a second; when it says yes, the program is ended.
        time_limit: seconds after which the program is ended.
    """

    sandbox: Sandbox
    folders: Folders
    variables: Mapping[str, str]
    declared: Mapping[str, str]
    printed: Path
    limits: process.Limits = process.NO_LIMITS
    stop: Callable[[], bool] = lambda: False
    time_limit: float = TIME_LIMIT

    def __call__(self, command: Sequence[str]) -> Printed:
        """What came of `command`.

        Raises:
            MeasureError: a file of the working copy is not the declared one, so the program may be another.
            NotDoneError: the program cannot be started, or the run's folder cannot be written.
        """
        try:
            self._refuse_altered()
            before = _state(self.folders.output)
            ended, output, errors = self._run(command)
            changed = _differing(before, _state(self.folders.output))
        except OSError as error:
            raise NotDoneError(
                f"{command[0]} cannot be run to measure: {error.strerror or error}: {error.filename}"
            ) from error
        return Printed(
            ending=ended.ending,
            exit_code=ended.exit_code,
            output=output,
            errors=errors,
            changed=changed[:_SHOWN_PATHS],
        )

    def _refuse_altered(self) -> None:
        found = altered(self.folders.work, self.declared)
        if not found:
            return
        listed = ", ".join(map(shown, found[:_SHOWN_PATHS]))
        rest = f" and {len(found) - _SHOWN_PATHS} more" if len(found) > _SHOWN_PATHS else ""
        raise MeasureError(
            f"the working copy is not the declared one any more, so no program of it is run: {listed}{rest}",
            hint="let the launcher write below RRA_OUTPUT_DIR, HOME and TMPDIR only",
        )

    def _run(self, command: Sequence[str]) -> tuple[process.Ended, bytes, str]:
        own = (self.folders.home, self.folders.temporary)
        for folder in own:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        wrapped = self.sandbox.wrap(
            ("/bin/sh", "-c", _ERRORS_APART, "measure", *command),
            self.folders,
            {**self.variables, "CUDA_VISIBLE_DEVICES": ""},
            limits=self.limits,
        )
        try:
            ended = process.run(
                wrapped.command,
                cwd=wrapped.cwd,
                environment=wrapped.environment,
                log=self.printed,
                time_limit=self.time_limit,
                log_limit=OUTPUT_LIMIT,
                limits=wrapped.limits,
                stop=self.stop,
                scoped=wrapped.scoped,
            )
            if not self.sandbox.read_only:
                leftover.end_below(self.folders.output)
            return ended, _head(self.printed), _last_line(self.folders.home / "errors")
        finally:
            self.printed.unlink(missing_ok=True)
            self.sandbox.clean(self.folders)
            for folder in own:
                shutil.rmtree(folder, ignore_errors=True)


def _head(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(OUTPUT_LIMIT + 1)


def _last_line(file: Path) -> str:
    """The last line of standard error, in which programs say what they died of."""
    try:
        # not followed, nor waited for: the program may have put anything in place of its file
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return ""
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return ""
        data = os.pread(descriptor, _ERRORS_BYTES, max(0, status.st_size - _ERRORS_BYTES))
    finally:
        os.close(descriptor)
    lines = data.decode("utf-8", "replace").splitlines()
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _state(folder: Path) -> dict[str, Status]:
    """What tells that a file was touched; nobody sets the time of last change of its entry back."""
    found: dict[str, Status] = {}
    for base, folders, names in os.walk(folder):
        for name in [*folders, *names]:
            path = os.path.join(base, name)  # noqa: PTH118 (many files; a Path each is slow)
            status = os.lstat(path)
            found[os.path.relpath(path, folder)] = (
                status.st_ino,
                status.st_size,
                status.st_mtime_ns,
                status.st_ctime_ns,
            )
    return found


def _differing(before: Mapping[str, Status], after: Mapping[str, Status]) -> list[str]:
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
