"""What the commands that run experiments share: what comes from outside, and a line for each run."""

import os
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from reprobridge_spec.cli.output import Output
from reprobridge_spec.environments.cache import default_cache
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.launch.ancestry.choice import choose_tracer
from reprobridge_spec.launch.campaign import NotRun, Result, Watch
from reprobridge_spec.launch.machine import cores
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.place.choice import choose_place
from reprobridge_spec.launch.prepare import Surroundings
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.model.inputs import ServiceSource
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.run_record import Outcome
from reprobridge_spec.model.verdict import TaskResult, Verdict
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable
from reprobridge_spec.rules.context import Context
from reprobridge_spec.signing import ssh


def surroundings(output: Output, sandbox: Sandbox, *, offline: bool, key: Path | None = None) -> Surroundings:
    """The caller's sandbox, tracer, key, cache, clock and chance.

    Raises:
        UsageError: nothing can be signed with the key, which is tried before anything is run.
    """
    if key is not None:
        ssh.try_key(key, ssh.Namespace.RECORD)
    return Surroundings(
        sandbox=sandbox,
        tracer=choose_tracer(isolation=sandbox.kind),
        key=key,
        cache=default_cache(os.environ),
        environ=os.environ,
        offline=offline,
        clock=lambda: datetime.now(UTC),
        nonce=lambda: secrets.token_hex(16),
        progress=output.progress,
    )


def tell_network(output: Output, context: Context) -> None:
    """Say which experiments get the network, and for whom."""
    for name, body in context.experiments.items():
        found = [context.manifest.inputs.get(reference_text(reference)) for reference in inputs_of(body)]
        hosts = [one.source.service.host for one in found if one and isinstance(one.source, ServiceSource)]
        if hosts:
            listed = ", ".join(hosts)
            output.progress(f"network: {name} gets it, for {listed}; other hosts are not kept from its runs")


@contextmanager
def placed(output: Output, on: str) -> Iterator[Place]:
    """The place that the caller names, for as long as runs are made there.

    Raises:
        UsageError: there is no such place.
        NotDoneError: it is not at hand.
    """
    place = choose_place(
        on,
        cores=cores(),
        cache=default_cache(os.environ),
        environ=os.environ,
        nonce=lambda: secrets.token_hex(16),
        said=output.progress,
    )
    with closing(place):
        yield place


class Lines:
    """A line on standard error for each run that ends, and on a terminal one below them on what is under way.

    Args:
        output: where lines go.
        root: the artifact, if its evidence gets the records.
    """

    def __init__(self, output: Output, root: Path | None = None) -> None:
        self._output = output
        self._root = root
        self._begun = time.monotonic()
        self._left: list[Planned] = []
        self._running: list[Planned] = []
        self._ended = 0
        self._waiting = ""

    @property
    def watch(self) -> Watch:
        """What a campaign tells."""
        return Watch(
            on_plan=self._plan, on_start=self._start, on_end=self._end, on_wait=self._wait, on_again=self._again
        )

    def _plan(self, planned: Sequence[Planned]) -> None:
        self._begun = time.monotonic()
        self._left, self._running, self._ended = [*planned], [], 0

    def _start(self, planned: Planned) -> None:
        self._running.append(planned)
        self._output.passing(self._under_way())

    def _end(self, result: Result) -> None:
        self._ended += 1
        for runs in (self._left, self._running):
            if result.planned in runs:
                runs.remove(result.planned)
        self._tell(result)
        self._output.passing(self._under_way() if self._left else "")

    def _wait(self, planned: Planned, reason: str) -> None:
        if reason != self._waiting:
            self._waiting = reason
            self._output.progress(f"  {planned.label} waits: {printable(reason)}")

    def _again(self, planned: Planned, attempts: int) -> None:
        what = f"after attempt {attempts}, which was cut off or left no record"
        self._output.progress(f"  {planned.label} goes on {what}")

    def _under_way(self) -> str:
        """`12 of 30 runs · italy seed 3, gunpoint seed 1 · about 4 min left`."""
        total = self._ended + len(self._left)
        parts = [f"{self._ended} of {total} runs", ", ".join(planned.label for planned in self._running)]
        if self._ended:
            parts.append(f"about {_rough((time.monotonic() - self._begun) / self._ended * len(self._left))} left")
        return " · ".join(part for part in parts if part)

    def _tell(self, result: Result) -> None:
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


_MINUTE, _HOUR = 60, 3600


def _rough(seconds: float) -> str:
    """A time that is only guessed: `40 s`, `4 min`, `2.5 h`."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < 2 * _HOUR else f"{seconds / _HOUR:.1f} h"


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
