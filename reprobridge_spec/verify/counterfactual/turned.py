"""A sandbox in which one thing is turned."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reprobridge_spec.launch.sandbox.base import Folders, Sandbox, Wrapped
from reprobridge_spec.verify.counterfactual.turns import Turn


class Turned(Sandbox):
    """Keeps a run apart as another sandbox does, save for one turn.

    Args:
        sandbox: the other one.
        turn: what is turned.
    """

    def __init__(self, sandbox: Sandbox, turn: Turn) -> None:
        self._sandbox = sandbox
        self._turn = turn
        self.kind = sandbox.kind
        self.version = sandbox.version

    @property
    def read_only(self) -> bool:
        """As the other sandbox."""
        return self._sandbox.read_only

    def held_by(self, limits_by: str) -> str:
        """As the other sandbox."""
        return self._sandbox.held_by(limits_by)

    def wrap(
        self,
        command: Sequence[str],
        folders: Folders,
        variables: Mapping[str, str],
        **given: Any,  # noqa: ANN401 (whatever the other sandbox takes)
    ) -> Wrapped:
        """The command behind the turn's shell, inside the other sandbox."""
        wrapped = self._sandbox.wrap(
            ["/bin/sh", "-c", self._turn.script, "launcher", *command],
            folders,
            {**variables, **self._turn.variables},
            **given,
        )
        return replace(wrapped, command=tuple(_with_options(wrapped.command, self._turn.options)))

    @property
    def is_counted(self) -> bool:
        """As in the other sandbox."""
        return self._sandbox.is_counted

    def clean(self, folders: Folders) -> None:
        """As the other sandbox."""
        self._sandbox.clean(folders)


def _with_options(command: Sequence[str], options: Mapping[str, str]) -> list[str]:
    changed = list(command)
    for name, value in options.items():
        # the sandbox's own options stand before the launcher's words
        changed[changed.index(name) + 1] = value
    return changed
