"""A wheel built from a source distribution of strangers: in the sandbox, without a network, and seeing nothing else."""

import re
import tempfile
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock.built_wheel import WheelBuild
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.launch import removal
from reprobridge_spec.launch.log_tail import tail
from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.sandbox.choice import Chosen, IsolationChoice, choose

_SECONDS = 7200.0
_LOG_BYTES = 64 << 20
_VARIABLES = {
    # the first time that a ZIP file can tell: the same source becomes the same wheel at any hour
    "SOURCE_DATE_EPOCH": "315532800",
    "PYTHONHASHSEED": "0",
    "NO_COLOR": "1",
}
_FRAMED = re.compile(rb"lines of output\]\n(.*?)\[end of output\]", re.DOTALL)
_TEXT = re.compile(rb"^(?!\s*(?:note|hint): ).*[A-Za-z].*$", re.MULTILINE)
_OF_PIP = b"\nerror: metadata-generation-failed"
_COMMAND = (
    "exec python -I -m pip --disable-pip-version-check wheel --no-index --no-deps --no-build-isolation --no-cache-dir "
    '--no-input --progress-bar off --wheel-dir "$RRA_OUTPUT_DIR" "./$1"'
)


class SandboxedWheelMaker:
    """Builds wheels in the sandbox that works here; a `WheelMaker`.

    Args:
        progress: told which isolation is in force, before anything is built.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, build: WheelBuild) -> None:
        """Puts the wheel of `build` into its folder; see `WheelMaker`."""
        chosen = _chosen()
        self._progress(chosen.said)
        own = Path(tempfile.mkdtemp(prefix="rrspec-wheel-"))
        try:
            self._build(build, chosen, own)
        finally:
            removal.remove(own)

    def _build(self, build: WheelBuild, chosen: Chosen, own: Path) -> None:
        folders = Folders(
            work=own / "work",
            output=build.folder,
            home=own / "home",
            temporary=own / "temporary",
            environment=build.environment,
            python_prefix=build.base_prefix,
        )
        for folder in (folders.work, folders.home, folders.temporary):
            folder.mkdir()
        (folders.work / build.archive.name).write_bytes(build.archive.read_bytes())
        wrapped = chosen.sandbox.wrap(("/bin/sh", "-c", _COMMAND, "build", build.archive.name), folders, _VARIABLES)
        try:
            ended = process.run(
                wrapped.command,
                cwd=wrapped.cwd,
                environment=wrapped.environment,
                log=own / "log",
                time_limit=_SECONDS,
                log_limit=_LOG_BYTES,
                limits=wrapped.limits,
                scoped=wrapped.scoped,
            )
        finally:
            chosen.sandbox.clean(folders)
        if ended.exit_code != 0:
            raise ArtifactError(
                f"building it failed: {_why(own / 'log') or ended.ending}",
                hint="It has no network while it is built, and only what its pyproject.toml asks for: `--build-with "
                "REQUIREMENT` gives it more, or older, tools, and `--as-of DAY` those of a day. Or take a version that "
                "has a wheel.",
            )


def _why(log: Path) -> str:
    """What the build said last; pip has it in a frame, with words of its own around it."""
    own = log.with_name("own")
    told = log.read_bytes()
    framed = _FRAMED.findall(told)
    own.write_bytes(b"\n".join(_TEXT.findall(framed[-1] if framed else told.partition(_OF_PIP)[0])))
    return tail(own)


def _chosen() -> Chosen:
    try:
        return choose(IsolationChoice.AUTO)
    except NotDoneError as error:
        raise NotDoneError(
            str(error), hint="Install bubblewrap, apptainer or podman; nothing is built without."
        ) from error
