"""How often and how long is asked again; the clock and chance come in here."""

import email.utils
import random
import threading
import time
from collections.abc import Callable
from datetime import UTC

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass

ENOUGH = 1 << 20
"""Bytes that have to come for a try to count as one that went on."""
LEAST_RATE = 512
"""Bytes a second, over the whole time of silence, below which a connection counts as stalled."""


class PassingError(NotDoneError):
    """What may be otherwise a little later.

    Attributes:
        wait: the seconds after which the server wants to be asked again; None where it does not say.
    """

    def __init__(self, message: str, *, hint: str = "", place: str = "", wait: float | None = None) -> None:
        super().__init__(message, hint=hint or "Run it again later; what came is kept.", place=place)
        self.wait = wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often and how long is asked again.

    Attributes:
        tries: how often in a row without anything that comes.
        most: how often in all, whatever comes.
        first: seconds before the second try; each further pause is twice as long.
        longest: the longest pause that is made; a server that asks for a longer one is left alone.
        silence: seconds without an answer after which a connection counts as broken.
        clock: seconds since 1970.
        pause: waits so many seconds.
        chance: a number from 0 to 1, so that those who broke off together do not come again together.
    """

    tries: int = 4
    most: int = 100
    first: float = 1.0
    longest: float = 120.0
    silence: float = 60.0
    clock: Callable[[], float] = time.time
    pause: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random

    def seconds_before(self, number: int, error: PassingError) -> float:
        """The pause before try `number`, which is counted from one.

        Raises:
            PassingError: the server asks for a longer one than is made.
        """
        if error.wait is None:
            return min(self.longest, self.first * 2.0 ** (number - 2)) * (0.5 + self.chance())
        if error.wait > self.longest:
            raise PassingError(
                f"{error}, and asks to wait {_minutes(error.wait)}", hint="Run it again then; what came is kept."
            ) from error
        return error.wait + self.chance()

    def asked_wait(self, said: str | None) -> float | None:
        """The seconds that a `Retry-After` asks for, in either of its forms; None where it says nothing readable."""
        if said is None:
            return None
        if said.strip().isascii() and said.strip().isdecimal():
            return float(said)
        try:
            moment = email.utils.parsedate_to_datetime(said)
        except (ValueError, TypeError, IndexError, OverflowError):
            return None
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(0.0, moment.timestamp() - self.clock())


class Courtesy:
    """What one process owes to each host: so many connections at a time, and the pauses that it asked for."""

    def __init__(self, patience: Patience, *, connections: int = 4) -> None:
        self._patience = patience
        self._connections = connections
        self._lock = threading.Lock()
        self._doors: dict[str, threading.BoundedSemaphore] = {}
        self._not_before: dict[str, float] = {}

    def door(self, host: str) -> threading.BoundedSemaphore:
        """What is held while a host is asked."""
        with self._lock:
            return self._doors.setdefault(host, threading.BoundedSemaphore(self._connections))

    def ask_for_pause(self, host: str, seconds: float) -> None:
        """Nobody asks the host for so many seconds."""
        with self._lock:
            until = self._patience.clock() + seconds
            self._not_before[host] = max(until, self._not_before.get(host, 0.0))

    def wait(self, host: str) -> None:
        """Waits until the host may be asked."""
        with self._lock:
            seconds = self._not_before.pop(host, 0.0) - self._patience.clock()
        if seconds > 0:
            self._patience.pause(min(seconds, self._patience.longest + 1))


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 180 else f"{seconds / 60:.0f} minutes"  # noqa: PLR2004 (three minutes)
