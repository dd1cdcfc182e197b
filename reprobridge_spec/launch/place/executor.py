"""Any `concurrent.futures` executor as a place: threads, processes, or those of a cluster's library."""

from concurrent.futures import Executor, Future

from reprobridge_spec.launch.attempt import Attempted, attempt
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import Place, refuse_claimed
from reprobridge_spec.model.experiment import Resources


class ExecutorPlace(Place):
    """Attempts on the workers of an executor, which sees the artifact's folders under the same names.

    Args:
        executor: runs `attempt(order)`; both travel by pickle where its workers are processes.
        at_once: how many attempts it is given at a time.
    """

    def __init__(self, executor: Executor, at_once: int) -> None:
        self._executor = executor
        self._left = at_once

    def refuses(self, resources: Resources) -> str:
        """GPUs are not handed out here: an executor knows nothing of cards."""
        if resources.gpus is not None:
            return f"it needs {resources.gpus.count} GPU(s), and this executor hands out none"
        return ""

    def start(self, order: Order) -> Future[Attempted] | None:
        """Give the order to the executor, if one more fits.

        Raises:
            NotDoneError: a cluster makes the run.
        """
        refuse_claimed(order)
        if not self._left:
            return None
        self._left -= 1
        future = self._executor.submit(attempt, order)
        future.add_done_callback(self._ended)
        return future

    def close(self) -> None:
        """Shut the executor down."""
        self._executor.shutdown()

    def _ended(self, _: Future[Attempted]) -> None:
        self._left += 1
