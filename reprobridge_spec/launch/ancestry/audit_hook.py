"""Watching with Python's audit hook, inside the launcher's own processes.

It sees what Python code does, in all Python processes of a launcher. It sees neither C code nor other programs, and a
launcher that wants to can deceive it: the trace is a file that it may write.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from posixpath import basename

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.ancestry.base import Tracer
from reprobridge_spec.launch.ancestry.before import Before, untold
from reprobridge_spec.launch.ancestry.events import Began, Dated, Event, Linked, Moved, Opened, Poured
from reprobridge_spec.launch.ancestry.inside import ELSEWHERE, Inside, inside
from reprobridge_spec.launch.ancestry.lineage import Lineage
from reprobridge_spec.launch.sandbox.base import Wrapped
from reprobridge_spec.model.ancestry import Ancestry, Tracing

HOOK = Path(__file__).parent / "hook"
_PLACE, _TRACE_PLACE = "/rra/trace/hook", "/rra/trace/events"
_LONGEST_LINE = 1 << 17
_MOST_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class AuditHook(Tracer):
    """Watches with Python's audit hook.

    Attributes:
        reason: why nothing watches from outside.
    """

    reason: str

    @property
    def tracing(self) -> Tracing:
        """It, and why none better."""
        return Tracing(by="audit-hook", reason=self.reason)

    def wrap(self, wrapped: Wrapped, trace: Path) -> Wrapped:
        """The command with the hook on the module path of each Python that it starts."""
        trace.write_bytes(b"")
        if wrapped.seen_cwd in {"", str(wrapped.cwd)}:  # no sandbox calls its folders otherwise
            more = {"RRA_TRACE": str(trace), "PYTHONPATH": _joined(str(HOOK), wrapped.environment.get("PYTHONPATH"))}
            return replace(wrapped, environment={**wrapped.environment, **more})
        command = wrapped.command
        end = command.index("--remount-ro")
        own = next((command[n + 2] for n in range(end - 2) if command[n : n + 2] == ("--setenv", "PYTHONPATH")), None)
        options = (
            *("--ro-bind", str(HOOK), _PLACE, "--bind", str(trace), _TRACE_PLACE),
            *("--setenv", "RRA_TRACE", _TRACE_PLACE, "--setenv", "PYTHONPATH", _joined(_PLACE, own)),
        )
        return replace(wrapped, command=(*command[:end], *options, *command[end:]))

    def read(self, trace: Path, output: Path, wrapped: Wrapped, before: Before) -> dict[str, Ancestry]:
        """What Python told, beside what the file system says."""
        found = untold(output, before)
        try:
            with trace.open("rb") as lines:
                lineage = Lineage(events(_bounded(lines), inside(wrapped)))
        except OSError:
            return found
        return {path: lineage.told(f"output/{path}", ancestry) for path, ancestry in found.items()}


def _joined(hook: str, own: str | None) -> str:
    return f"{hook}:{own}" if own else hook


def _bounded(lines: Iterable[bytes]) -> Iterator[bytes]:
    left = _MOST_BYTES
    for line in lines:
        left -= len(line)
        if left < 0:
            return
        yield line


def events(lines: Iterable[bytes], folders: Inside) -> Iterator[Event]:
    """What the lines of a trace tell; those that a launcher may have written itself are passed over.

    Args:
        lines: the trace.
        folders: the run's folders.
    """
    copies: dict[tuple[int, str], Poured] = {}
    for line in lines:
        try:
            process, at, kind, *rest = json.loads(line) if len(line) < _LONGEST_LINE else []
            event = _event(int(process), float(at), kind, rest, folders)
        except (ValueError, TypeError, RecursionError):
            continue
        if isinstance(event, Poured):
            copies[event.process, event.target] = event  # it is told before its files are opened
        elif event is not None:
            yield event
            if isinstance(event, Opened) and event.writes and (copy := copies.pop((event.process, event.file), None)):
                yield Poured(copy.process, event.at, copy.source, copy.target)


def _event(process: int, at: float, kind: object, rest: list[object], folders: Inside) -> Event | None:
    def name(place: int) -> str:
        return folders.name_of(str(rest[place])) or ELSEWHERE

    match kind, len(rest):
        case "begin", 1 if isinstance(rest[0], list) and rest[0]:
            words = tuple(map(str, rest[0]))
            return Began(process, at, basename(words[0]), words)
        case "open", 2:
            return Opened(process, at, name(0), rest[1] is True, handed_on=False)
        case "rename", 2:
            return Moved(process, at, name(0), name(1))
        case "link", 2:
            return Linked(process, at, name(0), name(1))
        case "copy", 2:
            return Poured(process, at, name(0), name(1))
        case "date", 1:
            return Dated(process, at, name(0))
        case _:
            return None
