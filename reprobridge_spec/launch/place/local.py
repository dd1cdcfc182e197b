"""This machine as a place: as many attempts at once as its cores allow."""

from concurrent.futures import Future, ThreadPoolExecutor

from reprobridge_spec.launch.attempt import Attempted, attempt
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.model.experiment import Resources


class Local(Place):
    """Attempts on this machine.

    Args:
        cores: how many the attempts may use together; one that needs more gets all of them.
    """

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._free = cores
        self._pool = ThreadPoolExecutor(max_workers=max(1, cores))

    def refuses(self, resources: Resources) -> str:
        """Why this machine can never give a run what it needs."""
        if resources.gpus is not None:
            return f"it needs {resources.gpus.count} GPU(s), and this version of rrspec schedules none"
        return ""

    def start(self, order: Order) -> Future[Attempted] | None:
        """Begin an attempt where its cores are free."""
        needed = min(order.resources.cpus, self._cores)
        if needed > self._free:
            return None
        self._free -= needed
        return self._pool.submit(self._attempt, order, needed)

    def close(self) -> None:
        """Wait for the threads."""
        self._pool.shutdown()

    def _attempt(self, order: Order, cores: int) -> Attempted:
        try:
            return attempt(order)
        finally:
            self._free += cores
