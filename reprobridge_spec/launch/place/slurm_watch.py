"""Looks after jobs that were handed in: hears what they tell, asks Slurm how they are, and answers who waits."""

import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from reprobridge_spec.errors import NotDoneError, RrspecError
from reprobridge_spec.launch.attempt import Attempted, came_to
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_claim, slurm_evidence, slurm_job
from reprobridge_spec.launch.place.base import LostError
from reprobridge_spec.launch.place.slurm_control import Control, Ended, Life, Seen
from reprobridge_spec.launch.place.slurm_jobs import Handed, fault_of, interrupted, never_starts, why_never
from reprobridge_spec.launch.place.slurm_told import Told, heard
from reprobridge_spec.launch.prepare import WORK_PREFIX

_SLOWEST = 15
"""By how much more seldom Slurm is asked in the end than at first: it serves many."""
_SETTLE_SECONDS = 15.0
"""How long the end of a job is waited for after the end of its only run, for what Slurm says of it."""
_SILENCE_SECONDS = 1_800.0
"""How long Slurm may give no answer before the jobs are given up; daemons are restarted."""
_STOP_SECONDS = 90.0
"""How long a cancelled job is waited for, at the usual pace."""


class Watch:
    """Looks after jobs, in a thread of its own.

    Args:
        control: asks Slurm.
        said: told what a person should know.
        patience: seconds in which what a job wrote reaches this machine.
        pace: seconds between two questions to Slurm, at first.
    """

    def __init__(self, control: Control, *, said: Callable[[str], None], patience: float, pace: float) -> None:
        self._control = control
        self._said = said
        self._patience = patience
        self._pace = pace
        self._jobs: dict[str, Handed] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._answered = time.monotonic()
        self._next = 0.0
        self._pause = pace
        self._told: set[str] = set()

    def add(self, job: Handed) -> None:
        """Look after a job, or after one more run of a job that is known."""
        with self._lock:
            known = self._jobs.setdefault(job.token, job)
            known.open.update(job.open)
            self._soon()
            if self._thread is None:
                self._answered = time.monotonic()
                self._thread = threading.Thread(target=self._run, name="rrspec-slurm", daemon=True)
                self._thread.start()

    def forget(self, job: Handed) -> None:
        """Look after a job no longer: Slurm did not take it."""
        with self._lock:
            self._jobs.pop(job.token, None)

    def count(self) -> int:
        """How many jobs wait or run."""
        with self._lock:
            return len(self._jobs)

    def stop(self) -> None:
        """Cancel every job; who waits for one hears that it was interrupted."""
        with self._lock:
            jobs = list(self._jobs.values())
            for job in jobs:
                job.cancelled = True
                job.since["stop"] = time.monotonic()
        for job in jobs:
            with suppress(OSError):
                slurm_job.end(job.folder)
        unknown = [job.name for job in jobs if job.id is None]
        try:
            self._control.cancel(ids=[job.id for job in jobs if job.id is not None], names=unknown)
            if unknown:
                # Slurm may have been taking it in just then
                time.sleep(1.0)
                self._control.cancel(names=unknown)
        except NotDoneError as error:
            self._said(f"jobs could not be cancelled: {error}")
        with self._lock:
            self._soon()

    def close(self) -> None:
        """End the thread, after the jobs whose runs have all ended."""
        deadline = time.monotonic() + _SETTLE_SECONDS
        while (
            not self._closed.is_set()
            and time.monotonic() < deadline
            and any(not job.open for job in list(self._jobs.values()))
        ):
            time.sleep(self._pace / 4)
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _soon(self) -> None:
        self._next, self._pause = 0.0, self._pace

    def _run(self) -> None:
        try:
            # a shared disk is asked for every job, some thirty times a second at most
            while not self._closed.wait(self._pace * max(0.25, len(self._jobs) / 30)):
                with self._lock:
                    for job in self._jobs.values():
                        self._hear(job)
                    if self._jobs and time.monotonic() >= self._next:
                        self._ask()
        finally:
            # nobody is to wait for an answer that no one will give
            self._give_up(NotDoneError("rrspec looks after its jobs no longer"))

    def _hear(self, job: Handed) -> None:
        for position, told in heard(job.folder).items():
            if position in job.open:
                self._take(job, position, told)

    def _take(self, job: Handed, position: int, told: Told) -> None:
        order, _ = job.open[position]
        if told.fault:
            kind = LostError if told.lost else NotDoneError
            self._answer(job, position, kind(told.fault, hint=told.hint))
            return
        first = position not in job.since
        if first and told.said:
            self._say_once(told.said)
        waited = time.monotonic() - job.since.setdefault(position, time.monotonic())
        if came_to(order.run) is None:
            if waited > self._patience:
                self._answer(job, position, LostError(f"what job {job.id} left in {order.run} does not reach here"))
        elif job.runs > 1 or waited > _SETTLE_SECONDS:
            self._answer(job, position, None)
        elif first:
            self._soon()

    def _ask(self) -> None:
        now = time.monotonic()
        self._next, self._pause = now + self._pause, min(self._pause * 1.3, self._pace * _SLOWEST)
        try:
            seen = self._control.jobs()
            self._answered = time.monotonic()
        except NotDoneError as error:
            if now - self._answered > _SILENCE_SECONDS:
                self._give_up(error)
            for job in list(self._jobs.values()):
                self._stop_waiting(job)
            return
        for job in list(self._jobs.values()):
            if job.id is not None:
                self._judge(job, seen.get(job.id))

    def _give_up(self, error: NotDoneError) -> None:
        for job in self._jobs.values():
            self._answer_all(job, lambda _: error, over=False)

    def _judge(self, job: Handed, seen: Seen | None) -> None:
        if seen is None or seen.life not in {Life.WAITS, Life.RUNS}:
            self._over(job, seen)
            return
        job.since.pop("over", None)
        if seen.life is Life.WAITS and job.life is Life.RUNS:
            self._said(
                f"{job.label}: Slurm took job {job.id} back into the queue (a lost node, a preemption or a requeue); "
                "it is attempted again"
            )
        job.life = seen.life
        if never_starts(seen) and not job.cancelled:
            self._control.cancel(ids=[job.id or ""])
            self._answer_all(job, lambda _: why_never(job, seen))
        self._stop_waiting(job)

    def _stop_waiting(self, job: Handed) -> None:
        """A caller who wants to stop does not wait for ever for a job that does not end."""
        if job.cancelled and time.monotonic() - job.since["stop"] > _STOP_SECONDS * self._pace:
            self._said(f"{job.label}: job {job.id} was cancelled and is not seen to end")
            self._answer_all(job, interrupted, over=False)
            del self._jobs[job.token]

    def _over(self, job: Handed, seen: Seen | None) -> None:
        """The job has ended: what it told may still be on its way."""
        waited = time.monotonic() - job.since.setdefault("over", time.monotonic())
        told = all(came_to(order.run) is not None for order, _ in job.open.values())
        hurry = told or job.cancelled or (seen is not None and seen.life in {Life.TAKEN, Life.CANCELLED})
        # where its own output is seen, the rest is not far
        if not hurry and waited < (min(5.0, self._patience) if job.log.exists() else self._patience):
            self._soon()
            return
        ended = self._control.ended(job.id or "")
        state = ended.state if ended else seen.state if seen else ""
        for order, _ in job.open.values():
            self._note(job, order, ended)
        self._answer_all(job, lambda order: interrupted(order) if job.cancelled else fault_of(job, order, state))
        del self._jobs[job.token]
        self._clear_work(job)
        if not job.went_wrong:
            shutil.rmtree(job.folder, ignore_errors=True)
            with suppress(OSError):
                job.folder.parent.rmdir()  # the last one

    @staticmethod
    def _clear_work(job: Handed) -> None:
        """Remove the working copy of an earlier campaign, if no other job uses it."""
        state = job.folder.parent.parent
        used = {claim.work for _, claim in slurm_claim.claimed(state)}
        if job.work is not None and str(job.work) not in used and job.work in set(state.glob(f"{WORK_PREFIX}*")):
            shutil.rmtree(job.work, ignore_errors=True)

    def _note(self, job: Handed, order: Order, ended: Ended | None) -> None:
        if ended is None or ended.accounting is None or ended.accounting.source != "sacct":
            self._say_once("Slurm keeps no accounting here: records do not say how much memory a job took")
        try:
            slurm_evidence.put_in_place(order.run, ended if job.runs == 1 else None)
        except (RrspecError, OSError) as error:
            self._said(f"{order.label}: what Slurm says of job {job.id} cannot be kept: {error}")

    def _say_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._said(text)

    def _answer_all(
        self, job: Handed, otherwise: Callable[[Order], Attempted | Exception], *, over: bool = True
    ) -> None:
        """Answer for every open run: what it came to where that is there, else `otherwise`."""
        for position, (order, _) in list(job.open.items()):
            self._answer(job, position, None if came_to(order.run) is not None else otherwise(order), over=over)

    def _answer(self, job: Handed, position: int, what: Attempted | Exception | None, *, over: bool = True) -> None:
        order, future = job.open.pop(position)
        if over:
            slurm_claim.drop(order.run)
        what = what or came_to(order.run) or LostError(f"what job {job.id} left in {order.run} is gone")
        if isinstance(what, Exception):
            job.went_wrong = True
            future.set_exception(what)
            return
        future.set_result(what)
