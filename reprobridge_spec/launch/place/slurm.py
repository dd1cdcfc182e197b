"""A Slurm cluster as a place: one job for a run with GPUs or of some length, one job for several short ones."""

import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from reprobridge_spec.errors import NotDoneError, RrspecError, UsageError
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_claim, slurm_job
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.place.slurm_claim import Claim
from reprobridge_spec.launch.place.slurm_control import Control, Life
from reprobridge_spec.launch.place.slurm_jobs import Handed, interrupted
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile
from reprobridge_spec.launch.place.slurm_request import chunks, is_short, refused, time_limit
from reprobridge_spec.launch.place.slurm_watch import Watch
from reprobridge_spec.model.experiment import Resources

Submit = Callable[[Sequence[Order], str, str, Path, SlurmProfile, Mapping[str, str]], str]
"""Hands in a job for orders: its name, token, folder and profile, and the caller's variables; gives its id."""


class Slurm(Place):
    """Attempts in jobs of the Slurm that this machine belongs to.

    Args:
        profile: how the site wants jobs.
        environ: the caller's variables.
        nonce: draws 32 hex digits.
        said: told what a person should know while jobs wait and run.
        control: asks Slurm.
        submit: hands in a job; submitit's way if not given.
        patience: seconds in which what a job wrote reaches this machine.
        pace: seconds between two questions to Slurm, at first.

    Raises:
        NotDoneError: Slurm's programs or submitit are not here.
    """

    def __init__(
        self,
        profile: SlurmProfile,
        *,
        environ: Mapping[str, str],
        nonce: Callable[[], str],
        said: Callable[[str], None] = lambda _: None,
        control: Control | None = None,
        submit: Submit | None = None,
        patience: float = 60.0,
        pace: float = 1.0,
    ) -> None:
        self._profile = profile
        self._environ = environ
        self._nonce = nonce
        self._said = said
        self._control = control or Control()
        if missing := self._control.missing():
            raise NotDoneError(
                f"{missing} is not on this machine", hint="Call rrspec on a machine from which jobs are handed in."
            )
        self._submit = submit or _submitit()
        self._watch = Watch(self._control, said=said, patience=patience, pace=pace)
        self._gathered: list[tuple[Order, Future[Attempted]]] = []

    @property
    def shared_folder(self) -> Path | None:
        """The folder in which all has to lie that a job needs; None where the profile names none."""
        return Path(self._profile.shared) if self._profile.shared else None

    def refuses(self, resources: Resources) -> str:
        """Why the profile's site can never give a run its GPUs; what else is refused, Slurm says when it is asked."""
        return refused(resources, self._profile)

    def start(self, order: Order) -> Future[Attempted] | None:
        """Hand in a job, gather a short run for the next `flush`, or go on with the job that makes the run already.

        Raises:
            NotDoneError: Slurm refuses the job or does not answer, or something lies where no node sees it.
        """
        self._check_shared(order)
        claim = slurm_claim.read(order.run)
        if claim is not None and (id_ := self._alive(claim)):
            if claim.asked == slurm_claim.asked_of(order):
                return self._attach(order, claim, id_)
            # it makes something else in the same folder: nothing may begin there before it has ended
            self._control.cancel(ids=[id_])
            self.waiting = f"job {id_} makes it otherwise, and is being ended"
            return None
        room = self._profile.jobs - self._watch.count()
        if room <= 0 or len(self._gathered) >= room * self._profile.chunk:
            self.waiting = f"{self._profile.jobs} jobs are under way, as many as the profile lets"
            return None
        self.waiting = ""
        future: Future[Attempted] = Future()
        if is_short(order, self._profile):
            self._gathered.append((order, future))
        else:
            self._hand_in([(order, future)])
        return future

    def flush(self) -> None:
        """Hand in the short runs that were gathered."""
        futures = {order.run: future for order, future in self._gathered}
        for group in chunks([order for order, _ in self._gathered], self._profile):
            members = [(order, futures[order.run]) for order in group]
            try:
                self._hand_in(members)
            except RrspecError as error:
                for _, future in members:
                    future.set_exception(error)
        self._gathered.clear()

    def stop(self) -> None:
        """Cancel the jobs of this place, and no others."""
        for order, future in self._gathered:
            future.set_result(interrupted(order))
        self._gathered.clear()
        self._watch.stop()

    def close(self) -> None:
        """Stop looking after jobs; those that still run are found again by the next campaign."""
        self._watch.close()

    def _hand_in(self, members: Sequence[tuple[Order, Future[Attempted]]]) -> None:
        token = self._nonce()[:16]
        claims = [
            Claim(
                token=token,
                position=position,
                runs=len(members),
                asked=slurm_claim.asked_of(order),
                work=str(order.folders.work.parent),
            )
            for position, (order, _) in enumerate(members)
        ]
        folder = slurm_claim.job_folder(members[0][0].run, token)
        folder.mkdir(parents=True)
        wanted = {key for order, _ in members for key in order.keys}
        slurm_job.keep_keys(folder, {key: self._environ[key] for key in sorted(wanted) if key in self._environ})
        handed = Handed(
            token=token, name=claims[0].name, folder=folder, runs=len(members), open=dict(enumerate(members)), id=None
        )
        for claim, (order, _) in zip(claims, members, strict=True):
            slurm_claim.write(order.run, claim)
        # before the call: a job that is handed in when we are stopped is cancelled by its name
        self._watch.add(handed)
        limited = [replace(order, time_limit=time_limit(order, self._profile)) for order, _ in members]
        try:
            handed.id = self._submit(limited, handed.name, token, folder, self._profile, self._environ)
        except RrspecError:
            self._watch.forget(handed)
            for order, _ in members:
                slurm_claim.drop(order.run)
            raise
        for claim, (order, _) in zip(claims, members, strict=True):
            slurm_claim.write(order.run, replace(claim, id=handed.id))

    def _attach(self, order: Order, claim: Claim, id_: str) -> Future[Attempted]:
        future: Future[Attempted] = Future()
        folder = slurm_claim.job_folder(order.run, claim.token)
        self._said(f"{order.label}: goes on with job {id_}, which was handed in before")
        self._watch.add(
            Handed(
                token=claim.token,
                name=claim.name,
                folder=folder,
                runs=claim.runs,
                open={claim.position: (order, future)},
                id=id_,
                work=Path(claim.work),
            )
        )
        return future

    def _alive(self, claim: Claim) -> str:
        """The id of the job of a claim that waits or runs; empty where there is none any more."""
        for id_, seen in self._control.jobs().items():
            # by its name, which is of that job alone: a launcher that nothing kept apart may have written the note
            if seen.name == claim.name and seen.life in {Life.WAITS, Life.RUNS}:
                return id_
        return ""

    def _check_shared(self, order: Order) -> None:
        if self._profile.shared is None:
            return  # the job says so itself where it does not find something
        shared = Path(self._profile.shared)
        folders = order.folders
        needed = [order.run, folders.work, folders.environment, *folders.inputs.values()]
        # a system's own Python may be on every node
        needed += [] if sys.prefix == sys.base_prefix else [Path(sys.prefix)]
        outside = [path for path in needed if not path.resolve().is_relative_to(shared.resolve())]
        if outside:
            raise NotDoneError(
                f"{outside[0]} does not lie in {shared}, which the profile says that all nodes see",
                hint="Put artifact, RRSPEC_CACHE and the environment of rrspec there, or mend `shared`.",
            )


def _submitit() -> Submit:
    try:
        # it is slow to import, and needed nowhere else
        from reprobridge_spec.launch.place.slurm_submission import submit  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name not in {"submitit", "cloudpickle"}:
            raise
        raise UsageError(
            f"for Slurm there must be {error.name}, and it is not installed",
            hint='Install it: `pip install "reprobridge-spec[slurm]"`.',
        ) from error
    return submit
