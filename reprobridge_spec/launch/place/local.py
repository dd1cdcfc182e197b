"""This machine as a place: as many attempts at once as its cores and its cards allow."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from reprobridge_spec.launch.attempt import Attempted, attempt
from reprobridge_spec.launch.gpu.lease import Lease, Leases
from reprobridge_spec.launch.gpu.lock_folder import lock_folder
from reprobridge_spec.launch.gpu.preflight import Preflights
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import Place, refuse_claimed
from reprobridge_spec.launch.place.first_kernels import check_kernels
from reprobridge_spec.model.experiment import Resources


class Local(Place):
    """Attempts on this machine.

    Args:
        cores: how many the attempts may use together; one that needs more gets all of them.
        checks: folder in which is kept which environments have kernels for which cards.
        said: told what a person should know about the choice of cards, each thing once.
    """

    def __init__(self, cores: int, checks: Path, said: Callable[[str], None] = lambda _: None) -> None:
        self._cores = cores
        self._free = cores
        self._preflights = Preflights(checks)
        self._changing = threading.Lock()
        self._pool = ThreadPoolExecutor(max_workers=max(1, cores))
        self._leases: Leases | None = None
        self._say = said
        self._said: set[str] = set()

    def refuses(self, resources: Resources) -> str:
        """Why this machine can never give a run what it needs."""
        return self._cards().refuses(resources.gpus) if resources.gpus else ""

    def start(self, order: Order) -> Future[Attempted] | None:
        """Begin an attempt where its cores and cards are free.

        Raises:
            NotDoneError: cards cannot be leased here, or a cluster makes the run.
        """
        refuse_claimed(order)
        needed = min(order.resources.cpus, self._cores)
        if needed > self._free:
            return None
        lease = None
        if order.resources.gpus and (lease := self._cards().take(order.resources.gpus)) is None:
            self.waiting = self._cards().waiting
            return None
        self.waiting = ""
        self._tell(lease.said if lease else "")
        self._change(-needed)
        return self._pool.submit(self._attempt, order, needed, lease)

    def close(self) -> None:
        """Wait for the threads."""
        self._pool.shutdown()

    def _cards(self) -> Leases:
        if self._leases is None:
            folder = lock_folder()
            self._tell(folder.said)
            self._leases = Leases(folder.path)
        return self._leases

    def _attempt(self, order: Order, cores: int, lease: Lease | None) -> Attempted:
        try:
            if lease is None:
                return attempt(order)
            with lease:
                check_kernels(order, lease.cards, self._preflights, self._tell)
                return attempt(order, granted=lease.granted)
        finally:
            self._change(cores)

    def _tell(self, text: str) -> None:
        with self._changing:
            if text and text not in self._said:
                self._said.add(text)
                self._say(text)

    def _change(self, cores: int) -> None:
        with self._changing:
            self._free += cores
