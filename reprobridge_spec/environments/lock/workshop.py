"""Where one wheel is built: an environment with what builds it, and a folder that is looked at afterwards."""

import email.parser
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version

from reprobridge_spec import digest
from reprobridge_spec.archive.wheel import extract_members, refuse_unsafe
from reprobridge_spec.documents.lock_file import LockFile, Pin
from reprobridge_spec.environments import pip, tool_environment, wheel_build
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.lock.built_wheel import Needs, SourceDistribution, WheelBuild, WheelMaker
from reprobridge_spec.environments.python import Interpreter, current_platform
from reprobridge_spec.environments.sealed import remove
from reprobridge_spec.errors import ArtifactError

_METADATA_BYTES = 16 << 20


class Workshop:
    """Builds wheels, and keeps them.

    Args:
        maker: what builds, apart from everything else.
        cache: folder of all that is kept.
        environ: variables of the caller; what leads to an index is passed on to what fetches.
        progress: told what takes long.
    """

    def __init__(self, maker: WheelMaker, *, cache: Path, environ: Mapping[str, str], progress: Progress) -> None:
        self._maker = maker
        self._cache = cache
        self._environ = environ
        self._progress = progress

    def wheel_of(self, source: SourceDistribution, archive: Path, tools: LockFile, interpreter: Interpreter) -> Path:
        """The wheel that the same tools built before on this machine, or else a new one.

        Args:
            source: what it is built from.
            archive: the file of that.
            tools: what builds it, with digests.
            interpreter: the Python that builds it.

        Raises:
            ArtifactError: it cannot be built, or what came is not its wheel.
            NotDoneError: what builds it cannot be had, or nothing keeps the build apart.
            OSError: something cannot be written.
        """
        key = digest.of_value(
            {
                "source": source.sha256,
                "tools": [pin.text for pin in tools.pins],
                "python": f"{interpreter.implementation} {interpreter.version}",
                "installer": pip.version(),
            }
        )
        folder = self._cache / "built" / key
        with held(folder.with_suffix(".lock"), self._progress):
            if not folder.is_dir():
                self._build(source, archive, tools, interpreter, folder)
            return next(folder.iterdir())

    def _build(
        self, source: SourceDistribution, archive: Path, tools: LockFile, interpreter: Interpreter, folder: Path
    ) -> None:
        self._progress(f"building a wheel of {source.name} {source.version} in the sandbox")
        # the whole key would make paths too long for the first line of a script
        own = folder.with_name(f".{folder.name[:16]}")
        remove(own)  # what a killed process left
        environment, made, checked = (own / name for name in ("environment", "made", "checked"))
        try:
            variables = tool_environment.variables(self._environ)
            lock = Lock(path="what builds it", sha256="", content=tools, wheels=made)
            wheel_build.fill(environment, lock, interpreter, current_platform(), environment=variables, sources=[])
            pip.copy_into(environment / "lib" / f"python{interpreter.minor}" / "site-packages")
            made.mkdir()
            self._maker(
                WheelBuild(archive=archive, environment=environment, base_prefix=interpreter.base_prefix, folder=made)
            )
            checked.mkdir()
            shutil.copyfile(wheel := _only_wheel(made, source), checked / wheel.name, follow_symlinks=False)
            checked.replace(folder)
        finally:
            remove(own)


def needs_of(pin: Pin, wheel: Path) -> Needs:
    """What the metadata of a wheel says that it needs.

    Raises:
        ArtifactError: it has no such metadata that can be read.
        OSError: there is no room to look.
    """
    stem = "-".join(wheel.name.split("-")[:2])
    with tempfile.TemporaryDirectory(prefix="rrspec-metadata-") as own:
        target = Path(own, "METADATA")
        extract_members(wheel, {f"{stem}.dist-info/METADATA": target}, limit=_METADATA_BYTES)
        said = email.parser.BytesHeaderParser().parsebytes(target.read_bytes())
    requires = tuple(str(one) for one in said.get_all("Requires-Dist", []))
    for one in requires:
        _refuse_foreign(one)
    return Needs(
        name=pin.name,
        version=pin.version,
        requires=requires,
        extras=tuple(canonicalize_name(str(one)) for one in said.get_all("Provides-Extra", [])),
        python=str(said.get("Requires-Python", "")),
    )


def _refuse_foreign(requirement: str) -> None:
    try:
        where = Requirement(requirement).url
    except InvalidRequirement as error:
        raise ArtifactError(
            f"it needs `{requirement}`, which is no requirement that can be read", hint="Take another version of it."
        ) from error
    if where:
        raise ArtifactError(
            f"it needs `{requirement}`, which is at an address and not at an index", hint="Take another version of it."
        )


def _only_wheel(folder: Path, source: SourceDistribution) -> Path:
    """The wheel that was built; what built it may have put anything there."""
    found = sorted(folder.iterdir())
    if len(found) != 1 or found[0].is_symlink() or not found[0].is_file():
        raise ArtifactError("what builds it made no wheel, or something beside it", hint="Take another version of it.")
    try:
        name, version, _, _ = parse_wheel_filename(found[0].name)
    except InvalidWheelFilename as error:
        raise ArtifactError(f"what builds it made no wheel: {error}", hint="Take another version of it.") from error
    if (name, version) != (source.name, Version(source.version)):
        raise ArtifactError(
            f"what builds it made a wheel of {name} {version}", hint="Take another version of it; this one says two."
        )
    refuse_unsafe(found[0])
    return found[0]
