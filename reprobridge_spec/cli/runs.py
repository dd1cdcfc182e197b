"""What the commands that run experiments share: what comes from outside, and a line for each run."""

import os
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from reprobridge_spec.cli.output import Output
from reprobridge_spec.environments.cache import default_cache
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.launch.campaign import NotRun, Result
from reprobridge_spec.launch.prepare import Surroundings
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.model.run_record import Outcome
from reprobridge_spec.model.verdict import TaskResult, Verdict
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable


def surroundings(output: Output, sandbox: Sandbox, *, offline: bool) -> Surroundings:
    """The caller's sandbox, cache, clock and chance."""
    return Surroundings(
        sandbox=sandbox,
        cache=default_cache(os.environ),
        environ=os.environ,
        offline=offline,
        clock=lambda: datetime.now(UTC),
        nonce=lambda: secrets.token_hex(16),
        progress=output.progress,
    )


class Lines:
    """A line on standard error for each run that ends, and where its log is if nothing was measured.

    Args:
        output: where lines go.
        root: the artifact, if its evidence gets the records.
    """

    def __init__(self, output: Output, root: Path | None = None) -> None:
        self._output = output
        self._root = root

    def start(self, planned: Planned) -> None:
        """Nothing: a line at the end says all."""

    def end(self, result: Result) -> None:
        """One line: which run, what came of it, how long it took."""
        label = result.planned.label
        if isinstance(result, NotRun):
            self._output.progress(f"  {label}: could not be done: {printable(result.reason)}")
            if result.hint:
                self._output.progress(f"    {printable(result.hint)}")
            return
        predicate = result.record.predicate
        seconds = f"{predicate.used.wall_seconds:.1f} s"
        if predicate.outcome is Outcome.MEASURED:
            scores = ", ".join(f"{name} {short(score.value)}" for name, score in predicate.scores.items())
            self._output.progress(f"  {label}: {scores or 'passed'} ({seconds})")
        else:
            words = "failed" if predicate.outcome is Outcome.FAILED else "could not be done"
            self._output.progress(f"  {label}: {words} ({seconds}): {printable(predicate.reason or '')}")
            if self._root:
                self._output.progress(f"    {result.folder.relative_to(self._root) / 'log'} has all that it printed.")


def exit_code(rows: Iterable[TaskResult]) -> ExitCode:
    """The exit code of tasks of which one at least does not hold."""
    open_rows = [
        row.judgement.verdict
        for row in rows
        if row.judgement.verdict not in {Verdict.COMPATIBLE, Verdict.BLOCKED} and not row.judgement.as_expected
    ]
    if not open_rows:
        return ExitCode.HOLDS
    only_not_done = all(verdict is Verdict.COULD_NOT_BE_DONE for verdict in open_rows)
    return ExitCode.NOT_DONE if only_not_done else ExitCode.FINDINGS
