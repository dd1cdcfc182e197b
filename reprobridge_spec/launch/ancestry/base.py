"""The interface of what watches a launcher from its start to its end, and tells where its files come from."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.launch.ancestry.before import Before, untold
from reprobridge_spec.launch.sandbox.base import Wrapped
from reprobridge_spec.model.ancestry import Ancestry, Tracing


class Tracer(ABC):
    """One way to watch. It holds data alone, so that it can travel to another machine."""

    @property
    @abstractmethod
    def tracing(self) -> Tracing:
        """Who watches, for the record."""

    def here(self) -> "Tracer":
        """What watches on the machine on which this is called, which may be another than where it was chosen."""
        return self

    @abstractmethod
    def wrap(self, wrapped: Wrapped, trace: Path) -> Wrapped:
        """The command that starts `wrapped` under watch: it ends as that one ends, with it, and never outlives us.

        Args:
            wrapped: a command with its sandbox around it.
            trace: a file of this attempt, not in a folder that the launcher may write; it is written anew.
        """

    @abstractmethod
    def read(self, trace: Path, output: Path, wrapped: Wrapped, before: Before) -> dict[str, Ancestry]:
        """Where each file of the output folder comes from, by its path there.

        Args:
            trace: what `wrap` was given.
            output: the output folder, on this machine.
            wrapped: what `wrap` was given.
            before: what `look` saw in the output folder before the attempt.
        """


class NoTracer(Tracer):
    """Watches nothing: all that is told is what the file system says before and after.

    Args:
        reason: why nothing watches.
    """

    def __init__(self, reason: str) -> None:
        self._reason = reason

    @property
    def tracing(self) -> Tracing:
        """Nobody, and why."""
        return Tracing(by="none", reason=self._reason)

    def wrap(self, wrapped: Wrapped, trace: Path) -> Wrapped:  # noqa: ARG002 (the interface)
        """The command as it is."""
        return wrapped

    def read(self, trace: Path, output: Path, wrapped: Wrapped, before: Before) -> dict[str, Ancestry]:  # noqa: ARG002 (the interface)
        """What was there before, and what was not."""
        return untold(output, before)


def joined(earlier: Mapping[str, Ancestry], later: Mapping[str, Ancestry]) -> dict[str, Ancestry]:
    """Where files come from after one more attempt: of what it left as it was, an earlier one tells."""
    kept = {path for path, found in later.items() if found.making == "kept"}
    return {path: earlier[path] if path in kept and path in earlier else found for path, found in later.items()}
