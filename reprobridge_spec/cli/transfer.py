"""One line on standard error for what comes over the network: how far it is, how fast, and how long the rest takes."""

import threading
import time
from collections.abc import Callable

from reprobridge_spec.cli.output import Output
from reprobridge_spec.render.amounts import duration, size

_EVERY = 0.2
"""Seconds between two lines."""


class Transfers:
    """Sums up the files of one call."""

    def __init__(self, output: Output, clock: Callable[[], float] = time.monotonic) -> None:
        self._output = output
        self._clock = clock
        self._lock = threading.Lock()
        self._files: dict[str, tuple[int, int | None]] = {}
        self._came = 0
        self._begun = clock()
        self._shown = 0.0

    def moved(self, address: str, done: int, total: int | None) -> None:
        """Tell how far the file at `address` is."""
        with self._lock:
            before = self._files[address][0] if address in self._files else done
            self._came += max(0, done - before)
            self._files[address] = (done, total)
            now = self._clock()
            if now - self._shown >= _EVERY:
                self._shown = now
                self._output.passing(self._line(now - self._begun))

    def end(self) -> None:
        """Take the line away."""
        self._output.passing("")

    def _line(self, seconds: float) -> str:
        done = sum(came for came, _ in self._files.values())
        totals = [total for _, total in self._files.values()]
        rate = self._came / max(seconds, _EVERY)
        name = next(reversed(self._files)).rpartition("/")[2] if len(self._files) == 1 else f"{len(self._files)} files"
        if any(total is None for total in totals):
            return f"{name}: {size(done)}, {size(int(rate))}/s"
        whole = sum(total or 0 for total in totals)
        left = f", {duration((whole - done) / rate)} left" if rate > 0 and whole > done else ""
        percent = f"{100 * done // max(1, whole)}%"
        return f"{name}: {size(done)} of {size(whole)} ({percent}), {size(int(rate))}/s{left}"
