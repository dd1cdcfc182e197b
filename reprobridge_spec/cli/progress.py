"""A bar on standard error for work on many artifacts, where a person looks at it."""

import sys
from typing import TYPE_CHECKING

import click

from reprobridge_spec.batch.outcome import Result
from reprobridge_spec.batch.run import Progress, Silent

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


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
