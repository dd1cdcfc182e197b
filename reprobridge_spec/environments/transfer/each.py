"""Several files, a few at a time: small files wait for answers longer than they take to come."""

import queue
import threading
from collections.abc import Sequence
from dataclasses import replace

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.transfer.address import host_of, shown
from reprobridge_spec.environments.transfer.download import Line, Target, announce, download
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.frozen import dataclass

AT_ONCE = 4
"""Files that are downloaded side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A file, and where it is: at the first of its targets that has it."""

    file: Wanted
    targets: tuple[Target, ...]


Failed = list[tuple[Job, RrspecError]]


def bring_each(jobs: Sequence[Job], landing: Landing, line: Line, *, at_once: int = AT_ONCE) -> Failed:
    """Downloads files, each from the first target that has it; those that no target gave, with the reason.

    Raises:
        OSError: a file cannot be written.
    """
    if len(jobs) <= 1 or at_once <= 1:
        return [(job, error) for job in jobs if (error := _bring(job, landing, line, alone=True)) is not None]
    hosts = dict.fromkeys(host_of(job.targets[0].address) for job in jobs if job.targets)
    line.progress(shown(f"downloading {len(jobs)} files from {', '.join(hosts)}"))
    return _Crew(jobs, landing, line).work(at_once)


def worst(errors: Sequence[RrspecError]) -> RrspecError:
    """What could not be told outweighs what is wrong: the file may be there."""
    first = next((error for error in errors if isinstance(error, NotDoneError)), errors[0])
    kind = NotDoneError if isinstance(first, NotDoneError) else ArtifactError
    text = "; ".join(dict.fromkeys(str(error) for error in errors))
    return kind(text, hint=first.hint, place=first.place)


def refuse_failed(failed: Failed) -> None:
    """Nothing where no file failed.

    Raises:
        ArtifactError: a source does not have what the manifest says.
        NotDoneError: a file could not be had.
    """
    if not failed:
        return
    first = worst([error for _, error in failed[:1]])
    if any(isinstance(error, NotDoneError) for _, error in failed):
        first = next(error for _, error in failed if isinstance(error, NotDoneError))
    more = f"; and {len(failed) - 1} more of its files could not be had" if len(failed) > 1 else ""
    kind = NotDoneError if isinstance(first, NotDoneError) else ArtifactError
    raise kind(f"{first}{more}", hint=first.hint, place=first.place)


def _bring(job: Job, landing: Landing, line: Line, *, alone: bool) -> RrspecError | None:
    errors: list[RrspecError] = []
    with landing.partial(job.file.sha256) as partial:
        # another process may have brought it meanwhile
        if landing.has(job.file):
            partial.begin(None)
            return None
        for target in job.targets:
            try:
                if alone:
                    announce(target, partial, line)
                download(target, partial, line, sha256=job.file.sha256)
            except (ArtifactError, NotDoneError) as error:
                errors.append(error)
            else:
                landing.keep(partial, job.file)
                return None
    return worst(errors)


class _Crew:
    """Threads that take one job after the other; they end with the process, as one may wait for an answer."""

    def __init__(self, jobs: Sequence[Job], landing: Landing, line: Line) -> None:
        self._given_up = threading.Event()
        self._landing = landing
        self._line = replace(line, stopped=lambda: self._given_up.is_set() or line.stopped())
        self._left: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[Job, BaseException | None]] = queue.SimpleQueue()
        self._count = len(jobs)
        for job in jobs:
            self._left.put(job)

    def work(self, at_once: int) -> Failed:
        for _ in range(min(at_once, self._count)):
            threading.Thread(target=self._take_jobs, name="rrspec-fetch", daemon=True).start()
        failed: Failed = []
        try:
            for _ in range(self._count):
                job, fault = self._done.get()
                if isinstance(fault, RrspecError):
                    failed.append((job, fault))
                elif fault is not None:
                    raise fault
        finally:
            self._given_up.set()
        return failed

    def _take_jobs(self) -> None:
        while not self._given_up.is_set():
            try:
                job = self._left.get_nowait()
            except queue.Empty:
                return
            try:
                self._done.put((job, _bring(job, self._landing, self._line, alone=False)))
            except BaseException as fault:  # noqa: BLE001 (raised where the caller waits)
                self._done.put((job, fault))
                return
