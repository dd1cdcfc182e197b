"""Checks many artifacts: those that a journal knows are taken from it, the others are checked side by side."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from reprobridge_spec.batch.journal import Journal
from reprobridge_spec.batch.limits import WorkLimits, processors
from reprobridge_spec.batch.outcome import Outcome, Result
from reprobridge_spec.batch.pool import Pool
from reprobridge_spec.batch.worker import Check


class Progress(Protocol):
    """Told how far the work is."""

    def begin(self, total: int) -> None:
        """So many artifacts are to be looked at."""

    def done(self, result: Result) -> None:
        """One more is done; not in the order of the artifacts."""


class Silent:
    """Says nothing."""

    def begin(self, total: int) -> None:
        """Pass over."""

    def done(self, result: Result) -> None:
        """Pass over."""


_SILENT = Silent()


def check_all(
    artifacts: Sequence[Path],
    check: Check,
    *,
    jobs: int | None = None,
    limits: WorkLimits | None = None,
    journal: Journal | None = None,
    progress: Progress = _SILENT,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Result]:
    """What comes of each artifact, in the order given, each as soon as those before it are done.

    A broken artifact, a crash, a worker that is killed or takes too long is that artifact's own outcome. When the
    iterator is closed or interrupted, no process is left, and what is done stands in the journal.

    Args:
        artifacts: folders and packages.
        check: looks at one of them; it travels to other processes.
        jobs: processes; as many as there are processors for us where it is None.
        limits: what one artifact may cost.
        journal: where outcomes are taken from and kept.
        progress: told what is done.
        clock: seconds, for the time limit.

    Raises:
        NotDoneError: no process can be started, or the journal cannot be written.
    """
    progress.begin(len(artifacts))
    states = [journal.state(path) if journal else "" for path in artifacts]
    done: dict[int, Result] = {}
    for index, path in enumerate(artifacts):
        if journal and (outcome := journal.known(path, states[index])):
            done[index] = Result(path=path, outcome=outcome, again=True)
            progress.done(done[index])
    left = [index for index in range(len(artifacts)) if index not in done]
    found = _fresh([artifacts[index] for index in left], check, jobs, limits, clock)
    following = 0
    try:
        while following < len(artifacts):
            if following in done:
                yield done.pop(following)
                following += 1
                continue
            position, outcome = next(found)
            index = left[position]
            done[index] = Result(path=artifacts[index], outcome=outcome)
            if journal:
                journal.add(artifacts[index], states[index], outcome)
            progress.done(done[index])
    finally:
        found.close()


def _fresh(
    paths: Sequence[Path],
    check: Check,
    jobs: int | None,
    limits: WorkLimits | None,
    clock: Callable[[], float],
) -> Generator[tuple[int, Outcome], None, None]:
    with Pool(check, jobs or processors(), limits or WorkLimits(), clock) as pool:
        yield from pool.run(paths)
