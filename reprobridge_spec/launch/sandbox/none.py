"""No isolation: the command runs as the caller, with a new HOME and TMPDIR. Said, recorded, never silent."""

from collections.abc import Mapping, Sequence

from reprobridge_spec.launch.sandbox.base import Folders, Sandbox, Wrapped, input_variable
from reprobridge_spec.model.run_record import Isolation

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


class NoSandbox(Sandbox):
    """Runs the command as it is."""

    @property
    def isolation(self) -> Isolation:
        """Nothing is in force."""
        return Isolation(kind="none", network=True, read_only=False)

    def wrap(self, command: Sequence[str], folders: Folders, variables: Mapping[str, str]) -> Wrapped:
        """The command in the working copy, with the variables of the contract."""
        return Wrapped(
            # a program that is not there ends the run as it does inside a sandbox, not rrspec
            command=("/bin/sh", "-c", 'exec "$@"', "launcher", *command),
            cwd=folders.work,
            environment={
                "PATH": f"{folders.environment / 'bin'}:{SYSTEM_PATH}",
                "LANG": "C.UTF-8",
                "VIRTUAL_ENV": str(folders.environment),
                "HOME": str(folders.home),
                "TMPDIR": str(folders.temporary),
                "PYTHONDONTWRITEBYTECODE": "1",
                **variables,
                "RRA_OUTPUT_DIR": str(folders.output),
                **{input_variable(name): str(path) for name, path in folders.inputs.items()},
            },
        )
