"""Inputs out of a wheel of the package index; the wheel is downloaded and never installed."""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec.archive.wheel import extract_members
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments import pip, tool_environment
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.pip import Cause
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.model.inputs import Package


class PackageFiles(InputSource):
    """Files of one wheel, which is known by its digest.

    Args:
        package: the wheel.
        environ: variables of the caller; what leads to an index is passed on.
        progress: told what takes long.
    """

    needs_network = True

    def __init__(self, package: Package, *, environ: Mapping[str, str], progress: Progress) -> None:
        self._package = package
        self._environ = environ
        self._progress = progress

    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Downloads the wheel and takes the files out; see `InputSource`."""
        with tempfile.TemporaryDirectory(prefix=".wheel-", dir=landing.folder) as own:
            wheel = self._download(Path(own))
            members = {file.path: landing.folder / file.sha256 for file in wanted if file.path is not None}
            extract_members(wheel, members)
            for file in wanted:
                place = landing.folder / file.sha256
                if file.path is None:
                    shutil.copyfile(wheel, place)
                landing.take(place, file)

    def _download(self, folder: Path) -> Path:
        package = self._package
        self._progress(f"downloading {package.name} {package.version}")
        pin = Pin(name=package.name, version=package.version, hashes=(package.sha256,), line=1)
        (folder / "wanted.txt").write_text(pin.text, encoding="utf-8")
        (folder / "wheels").mkdir()
        # its files are data here, whatever Python the package is for
        loose = ("--no-deps", "--ignore-requires-python")
        code, output = pip.run(
            ["download", "--quiet", *loose, *pip.WHEELS_ONLY, "--require-hashes", "-d", "wheels", "-r", "wanted.txt"],
            environment=tool_environment.variables(self._environ),
            cwd=folder,
        )
        if code != 0:
            raise self._error(pip.failure(output))
        return next((folder / "wheels").iterdir())

    def _error(self, failure: pip.Failure) -> RrspecError:
        wheel = f"the wheel of {self._package.name} {self._package.version}"
        match failure.cause:
            case Cause.HASH:
                return ArtifactError(
                    f"{wheel} for this Python and platform does not have the digest that is declared: {failure.detail}",
                    hint="Declare the digest of a wheel that is for every platform, if there is one.",
                    place="rra.yaml",
                )
            case Cause.NOT_OFFERED:
                return ArtifactError(
                    f"{wheel} is not offered for this Python and platform; {failure.detail}",
                    hint="Correct the version.",
                    place="rra.yaml",
                )
            case Cause.DISK_FULL:
                return NotDoneError("the disk is full", hint="Make room, or set RRSPEC_CACHE elsewhere.")
            case Cause.NOTHING_OFFERED:
                return NotDoneError(
                    f"no index that was asked offers {wheel}", hint="Set the index that has it in pip's configuration."
                )
            case Cause.NETWORK | Cause.CONFLICT | Cause.OTHER:
                return NotDoneError(
                    f"{wheel} cannot be downloaded: {failure.detail}",
                    hint="Look at the network and at pip's configuration.",
                )
