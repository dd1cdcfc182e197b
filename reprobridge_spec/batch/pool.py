"""Workers that check artifacts side by side; one that dies, hangs or takes too much is replaced by a new one."""

import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Self

from reprobridge_spec.batch.limits import WorkLimits
from reprobridge_spec.batch.outcome import Failure, FailureKind, Outcome
from reprobridge_spec.batch.worker import Check, work
from reprobridge_spec.errors import NotDoneError

Clock = Callable[[], float]

_PRELOADED = ["reprobridge_spec.batch.worker", "reprobridge_spec.batch.check"]
_END_SECONDS = 5.0
_START_SECONDS = 120.0
_TRIES = 3


@dataclass(slots=True)
class _Worker:
    """A process; `index` is the artifact that it checks, and before it is `ready` it only starts."""

    process: BaseProcess
    connection: Connection
    deadline: float
    ready: bool = False
    index: int | None = None


class Pool:
    """Checks paths in up to `jobs` processes; use it in a `with` block, which leaves none of them."""

    def __init__(self, check: Check, jobs: int, limits: WorkLimits, clock: Clock = time.monotonic) -> None:
        self._check = check
        self._jobs = jobs
        self._limits = limits
        self._clock = clock
        # beside other threads a fork of the caller is not safe, but one of a small process of ours is
        self._forks = sys.platform == "linux" and threading.active_count() == 1
        if self._forks:
            self._process: type[BaseProcess] = multiprocessing.get_context("fork").Process
        else:
            server = multiprocessing.get_context("forkserver")
            server.set_forkserver_preload(_PRELOADED)
            self._process = server.Process
        self._workers: list[_Worker] = []
        self._failed_starts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()

    def run(self, paths: Sequence[Path]) -> Iterator[tuple[int, Outcome]]:
        """Position and outcome of each path, as they come.

        Raises:
            NotDoneError: no process can be started.
        """
        waiting = deque(range(len(paths)))
        while len(self._workers) < min(self._jobs, len(paths)):
            self._workers.append(self._start())
        while waiting or any(worker.index is not None for worker in self._workers):
            for worker in self._workers:
                if waiting and worker.ready and worker.index is None:
                    self._give(worker, waiting, paths)
            yield from self._answers(paths)

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(_END_SECONDS)
            worker.connection.close()
        self._workers.clear()

    def _start(self) -> _Worker:
        ours, theirs = multiprocessing.Pipe()
        # a fork holds what we hold: with our ends in it, no worker would see that we are gone
        inherited = [ours, *(worker.connection for worker in self._workers)] if self._forks else []
        process = self._process(target=work, args=(theirs, self._check, self._limits, inherited), daemon=True)
        try:
            with _no_main_module():
                process.start()
        except OSError as error:
            ours.close()
            raise NotDoneError(
                f"no process can be started: {error.strerror or error}", hint="Use `--jobs 1`, or close programs."
            ) from error
        finally:
            # the worker's end is its own, so that its death closes the pipe
            theirs.close()
        return _Worker(process, ours, self._clock() + _START_SECONDS)

    def _give(self, worker: _Worker, waiting: deque[int], paths: Sequence[Path]) -> None:
        try:
            worker.connection.send(paths[waiting[0]])
        except OSError:
            # it died between two artifacts, which is neither's fault
            self._replace(worker)
            return
        worker.index = waiting.popleft()
        worker.deadline = self._clock() + self._limits.seconds

    def _answers(self, paths: Sequence[Path]) -> Iterator[tuple[int, Outcome]]:
        expected = [worker for worker in self._workers if worker.index is not None or not worker.ready]
        if not expected:
            return
        left = min(worker.deadline for worker in expected) - self._clock()
        ready = {id(found) for found in wait([worker.connection for worker in expected], max(0.0, left))}
        for worker in expected:
            answers = id(worker.connection) in ready
            if not answers and self._clock() < worker.deadline:
                continue
            if worker.index is None:
                self._begin(worker, answers=answers)
                continue
            index = worker.index
            outcome = self._answer(worker, paths[index]) if answers else self._too_long(worker, paths[index])
            worker.index = None
            yield index, outcome

    def _begin(self, worker: _Worker, *, answers: bool) -> None:
        try:
            worker.ready = answers and worker.connection.recv()
        except (EOFError, OSError):
            worker.ready = False
        if worker.ready:
            self._failed_starts = 0
            return
        self._failed_starts += 1
        if self._failed_starts > _TRIES:
            raise NotDoneError("processes that check artifacts end as soon as they start", hint="Allow more memory.")
        self._replace(worker)

    def _answer(self, worker: _Worker, path: Path) -> Outcome:
        try:
            outcome: Outcome = worker.connection.recv()
        except (EOFError, OSError):
            return self._ended(worker, path)
        if isinstance(outcome, Failure) and outcome.kind is FailureKind.MEMORY_LIMIT:
            # what is left of its memory may be too little for the next
            self._replace(worker)
        return outcome

    def _ended(self, worker: _Worker, path: Path) -> Failure:
        worker.process.join(_END_SECONDS)
        code = worker.process.exitcode
        self._replace(worker)
        if code == -signal.SIGALRM:
            return self._late(path)
        how = f"by signal {-code} ({signal.strsignal(-code)})" if code and code < 0 else f"with exit code {code}"
        return Failure(
            artifact=str(path),
            kind=FailureKind.WORKER_ENDED,
            message=f"the process that checked it was ended {how}",
            hint="Check it alone with more memory; if that ends too, please report it.",
        )

    def _too_long(self, worker: _Worker, path: Path) -> Failure:
        self._replace(worker)
        return self._late(path)

    def _late(self, path: Path) -> Failure:
        return Failure(
            artifact=str(path),
            kind=FailureKind.TIME_LIMIT,
            message=f"it takes longer than {self._limits.seconds:g} s to check it",
            hint="Check it alone, or with a higher `--timeout`.",
        )

    def _replace(self, worker: _Worker) -> None:
        worker.process.kill()
        worker.process.join(_END_SECONDS)
        worker.connection.close()
        new = self._start()
        worker.process, worker.connection, worker.deadline = new.process, new.connection, new.deadline
        worker.ready = False


@contextmanager
def _no_main_module() -> Iterator[None]:
    """Keep a new process from importing the caller's program again, which takes time and need not be harmless."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
