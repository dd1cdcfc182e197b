"""Bars on standard error for long work, where a person looks at it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from reprobridge_spec.batch.outcome import Result
from reprobridge_spec.batch.run import Progress, Silent

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

_STEPS = 200
"""A bar moves so many times at most: there may be very many small pieces of work."""


class _Bar:
    """Shows how many are done, how fast, and how long the rest will take."""

    def __init__(self) -> None:
        self._bar: ProgressBar[int] | None = None

    def begin(self, total: int) -> None:
        """Show the empty bar."""
        self._bar = click.progressbar(length=total, label="artifacts", file=sys.stderr, show_pos=True)
        self._bar.render_progress()

    def done(self, result: Result) -> None:  # noqa: ARG002 (one is as good as another)
        """Move on by one."""
        if self._bar is not None:
            self._bar.update(1)
            if self._bar.finished:
                self._bar.render_finish()


def progress_on(*, seen: bool) -> Progress:
    """A bar where it is `seen` and standard error is a terminal; else nothing."""
    return _Bar() if seen and sys.stderr.isatty() else Silent()


@contextmanager
def bytes_told(label: str, *, seen: bool) -> Iterator[Callable[[int, int], None]]:
    """What work on bytes tells how many are done, of how many in all; a bar with the rate and the time left.

    Nothing is shown where it is not `seen`, or standard error is no terminal.
    """
    if not seen or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    begun = time.monotonic()
    bar: ProgressBar[int] = click.progressbar(
        length=1, label=label, file=sys.stderr, item_show_func=lambda rate: f"{rate} MB/s" if rate else None
    )

    def tell(done: int, total: int) -> None:
        bar.length = max(1, total)
        if done - bar.pos >= total // _STEPS or done == total:
            bar.update(done - bar.pos, int(done / 1e6 / max(1e-9, time.monotonic() - begun)))

    with bar:
        yield tell


@contextmanager
def files_told(label: str, *, seen: bool) -> Iterator[Callable[[int, int], None]]:
    """What work on files tells how many are done, of how many; a bar where it is `seen`, on a terminal."""
    if not seen or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    bar: ProgressBar[int] = click.progressbar(length=1, label=label, file=sys.stderr, show_pos=True)

    def tell(done: int, total: int) -> None:
        bar.length = max(1, total)
        bar.update(done - bar.pos)

    with bar:
        yield tell
