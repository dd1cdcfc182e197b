"""The interface of a place: orders go in, what their attempts came to comes out."""

from abc import ABC, abstractmethod
from concurrent.futures import Future
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_claim
from reprobridge_spec.model.experiment import Resources


class LostError(NotDoneError):
    """The machine of an attempt went away or took it back; another attempt at the same run may go well."""


def refuse_claimed(order: Order) -> None:
    """Whether a run may be executed here.

    Raises:
        NotDoneError: a job of a cluster makes it, which this place does not know of.
    """
    claim = slurm_claim.read(order.run)
    if claim is not None:
        raise NotDoneError(
            f"{order.label} is with job {claim.id or claim.name} of the cluster",
            hint="`rrspec run --resume --on slurm` waits for it; or cancel the job, and remove its job.json from "
            f"{order.run}.",
        )


class Place(ABC):
    """One way to have attempts executed.

    Attributes:
        waiting: what the last order waits for that `start` did not begin; empty where that is nothing unusual.
    """

    waiting = ""

    @property
    def shared_folder(self) -> Path | None:
        """Where folders must lie that its machines have to see; None where any folder will do."""
        return None

    @abstractmethod
    def refuses(self, resources: Resources) -> str:
        """Why this place can never give a run what it needs; empty where it can."""

    @abstractmethod
    def start(self, order: Order) -> Future[Attempted] | None:
        """Begin an attempt; None where there is no room now, and somebody has to end first.

        The future raises LostError, or NotDoneError where another attempt would not help.
        """

    def flush(self) -> None:  # noqa: B027 (most places gather nothing)
        """Begin what `start` has gathered, if this place gathers; called after each round of starts."""

    def stop(self) -> None:  # noqa: B027 (most attempts end by their stop file)
        """End what runs here and is not ended by its order's stop file."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the place holds; nothing runs in it any more."""
