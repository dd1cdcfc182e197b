"""No isolation: the command runs as the caller, with a new HOME and TMPDIR. Said, recorded, never silent."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox.base import NO_SECRETS, Folders, Sandbox, Wrapped, inside
from reprobridge_spec.launch.sandbox.inside import SYSTEM_PATH as SYSTEM_PATH  # noqa: PLC0414 (named here before)
from reprobridge_spec.launch.sandbox.kept import kept
from reprobridge_spec.process import NO_LIMITS, Limits


@dataclass(frozen=True, slots=True)
class NoSandbox(Sandbox):
    """Runs the command as it is, under a keeper that ends all that the command leaves behind."""

    kind = "none"
    version = ""

    @property
    def read_only(self) -> bool:
        """Nothing is in force."""
        return False

    def wrap(
        self,
        command: Sequence[str],
        folders: Folders,
        variables: Mapping[str, str],
        *,
        network: bool = False,  # noqa: ARG002 (nothing keeps anybody from it)
        devices: Sequence[Path] = (),  # noqa: ARG002 (all are there)
        limits: Limits = NO_LIMITS,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> Wrapped:
        """The command in the working copy, with the variables of the contract."""
        named = inside(folders, variables)
        environment = {
            **named.variables,
            **{name: named.declared.get(name, str(path)) for name, path in _own(folders).items()},
            "RRA_OUTPUT_DIR": str(folders.output),
            **{name: str(path) for name, path in named.inputs.items()},
        }
        return Wrapped(
            command=kept(command, limits.processes),
            cwd=folders.work,
            environment={**environment, **secrets},
            limits=limits,
            seen=environment,
            seen_cwd=str(folders.work),
        )


def _own(folders: Folders) -> dict[str, Path]:
    return {"HOME": folders.home, "TMPDIR": folders.temporary}
