"""What processes did with files, told as where each file comes from."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import assert_never

from reprobridge_spec import digest
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.ancestry.events import Began, Dated, Event, Linked, Moved, Opened, Poured, Split
from reprobridge_spec.launch.ancestry.inside import ELSEWHERE
from reprobridge_spec.model.ancestry import Ancestry, Making

_MOST_READS = 20
_COPIERS = frozenset(("cp", "mv", "install", "dd", "cat", "tar", "unzip", "gzip", "gunzip", "xz", "bzip2", "zstd"))
"""Programs that write what they read from a file."""
_NO_DATA = (ELSEWHERE, "environment/")


@dataclass(frozen=True, slots=True)
class _Made:
    process: int
    at: float
    making: Making
    first: float
    source: str | None = None
    handed_on: bool = False


class Lineage:
    """Where files come from, as far as the events of one attempt tell."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._files: dict[str, _Made] = {}
        self._dated: dict[str, _Made] = {}
        self._programs: dict[int, list[Began]] = {}
        self._parents: dict[int, Split] = {}
        self._reads: dict[int, dict[str, float]] = {}
        ordered = sorted(events, key=lambda event: event.at)
        self._start = ordered[0].at if ordered else 0.0
        for event in ordered:
            self._take(event)

    def told(self, file: str, ancestry: Ancestry) -> Ancestry:
        """What was seen of `file`, such as `output/scores.json`, beside what its file system says of it."""
        made = self._files.get(file) or (self._dated.get(file) if ancestry.existed else None)
        if made is None:
            return ancestry
        program = self._program(made)
        reads = self._read_before(made, program)
        making, source = made.making, made.source
        if making is Making.WRITTEN and program is not None and program.program in _COPIERS and reads:
            making, source = Making.COPIED, self._origin(reads[-1])
        told = [name for name in dict.fromkeys(reads) if not name.startswith(_NO_DATA)]
        return ancestry.model_copy(
            update={
                "making": making,
                "writer": program.program if program else None,
                "arguments": digest.of_value(list(program.arguments)) if program and program.arguments else None,
                "seconds": Decimal(f"{max(made.first - self._start, 0.0):.3f}"),
                "source": source,
                "reads": told[:_MOST_READS],
                "more_reads": max(len(told) - _MOST_READS, 0),
            }
        )

    def _take(self, event: Event) -> None:
        match event:
            case Began():
                self._programs.setdefault(event.process, []).append(event)
            case Split():
                self._parents[event.child] = event
            case Opened():
                self._open(event)
            case Moved():
                self._move(event)
            case Linked():
                made = self._files.get(event.old)
                self._files[event.new] = made or self._brought(event, Making.LINKED, event.old)
            case Poured():
                self._pour(event)
            case Dated():
                if event.file not in self._files:
                    self._dated[event.file] = self._brought(event, Making.TOUCHED, None)
            case _:
                assert_never(event)

    def _open(self, event: Opened) -> None:
        if not event.writes:
            self._reads.setdefault(event.process, {}).setdefault(event.file, event.at)
            return
        earlier = self._files.get(event.file)
        first = earlier.first if earlier else event.at
        self._files[event.file] = _Made(event.process, event.at, Making.WRITTEN, first, handed_on=event.handed_on)

    def _move(self, event: Moved) -> None:
        made = self._files.pop(event.old, None)
        inside = [name for name in self._files if name.startswith(f"{event.old}/")]
        for name in inside:
            self._files[event.new + name.removeprefix(event.old)] = self._files.pop(name)
        if made is not None or not inside:
            self._files[event.new] = made or self._brought(event, Making.MOVED, event.old)

    def _pour(self, event: Poured) -> None:
        earlier = self._files.get(event.target)
        copied = self._brought(event, Making.COPIED, self._origin(event.source))
        self._files[event.target] = replace(copied, first=earlier.first if earlier else event.at)

    @staticmethod
    def _brought(event: Moved | Linked | Poured | Dated, making: Making, source: str | None) -> _Made:
        return _Made(event.process, event.at, making, event.at, source=source)

    def _origin(self, file: str) -> str:
        """The file that `file` was copied from, if it was; it itself where a process of the run wrote it."""
        made = self._files.get(file)
        return made.source if made is not None and made.source is not None else file

    def _program(self, made: _Made) -> Began | None:
        """The program that made a file: of what was handed on, the one that it was handed to."""
        process, at = made.process, made.at
        if made.handed_on:
            later = [program for program in self._programs.get(process, ()) if program.at > at]
            if later:
                return later[0]
        for _ in range(len(self._parents) + 1):
            before = [program for program in self._programs.get(process, ()) if program.at <= at]
            if before:
                return before[-1]
            if process not in self._parents:
                return None
            split = self._parents[process]
            process, at = split.process, split.at
        return None

    def _read_before(self, made: _Made, program: Began | None) -> list[str]:
        """What the process read that made a file, and those whose thread or child it is, since its program began."""
        since = program.at if program else self._start
        until = float("inf") if program is not None and program.at > made.at else made.at
        found: list[tuple[float, str]] = []
        process = made.process
        for _ in range(len(self._parents) + 1):
            found += [(at, name) for name, at in self._reads.get(process, {}).items() if since <= at <= until]
            split = self._parents.get(process)
            if split is None or split.at < since:
                break
            process = split.process
        return [name for _, name in sorted(found)]
