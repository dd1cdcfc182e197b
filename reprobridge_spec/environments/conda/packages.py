"""The packages that a conda lock names, brought into the cache by their digests."""

import hashlib
import http.client
import os
import re
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from reprobridge_spec import digest
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock.conda_channels import PUBLIC
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.conda_locks import CondaLock

ALIAS = "CONDA_CHANNEL_ALIAS"
"""conda's own variable for a mirror of the public channels."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+!-]*\.(conda|tar\.bz2)")
_WHEEL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+!-]*\.whl")
_CHUNK = 1 << 20
_SECONDS_OF_SILENCE = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """One package of a lock.

    Attributes:
        name: in the lock's spelling.
        url: its public address.
        file: the last part of that.
        sha256: digest of the file, in small hex digits.
        is_wheel: whether it is for pip.
        line: its line in the lock.
    """

    name: str
    version: str
    url: str
    file: str
    sha256: str
    is_wheel: bool
    line: int


def packages_of(lock: CondaLock) -> list[Package]:
    """The packages of the lock's platform, in its order.

    Raises:
        ArtifactError: one has no SHA-256, or an address that names no package.
    """
    return [_package(lock, index, data) for index, data in lock.packages()]


def _package(lock: CondaLock, index: int, data: Mapping[str, Any]) -> Package:
    name, version, url = str(data.get("name")), str(data.get("version")), str(data.get("url")).partition("#")[0]
    is_wheel = data.get("manager") == "pip"
    file = url.rpartition("/")[2]
    hashes = data.get("hash")
    sha256 = str(hashes.get("sha256", "")) if isinstance(hashes, dict) else ""
    place = f"{lock.path}:{lock.line(index)}"
    if not _SHA256.fullmatch(sha256):
        raise ArtifactError(
            f"{name} {version} has no SHA-256 in the lock", hint=f"Run `rrspec lock {lock.environment}`.", place=place
        )
    form = _WHEEL if is_wheel else _FILE
    if not url.startswith(("https://", "http://")) or not form.fullmatch(file):
        raise ArtifactError(
            f"{name} {version} is locked to `{url}`, which is no package at a web address",
            hint=f"Run `rrspec lock {lock.environment}`.",
            place=place,
        )
    return Package(
        name=name, version=version, url=url, file=file, sha256=sha256, is_wheel=is_wheel, line=lock.line(index)
    )


class PackageCache:
    """Packages of conda in the cache, each in a folder that its digest names.

    Args:
        cache: folder of all that is kept.
        environ: variables; a mirror of the public channels is taken from there.
        progress: told what takes long.
    """

    def __init__(self, cache: Path, *, environ: Mapping[str, str], progress: Progress) -> None:
        self._folder = cache / "conda-packages"
        self._environ = environ
        self._progress = progress

    def path(self, package: Package) -> Path:
        """Where the package lies, or will."""
        return self._folder / package.sha256 / package.file

    def missing(self, packages: Iterable[Package]) -> list[Package]:
        """Those that are not there, or not whole any more."""
        return [package for package in packages if not self._is_there(package)]

    def bring(self, packages: Iterable[Package], lock_path: str) -> None:
        """Downloads those that are missing.

        Raises:
            ArtifactError: one has another digest, or is gone.
            NotDoneError: an address cannot be reached, or the cache not be written.
        """
        missing = self.missing(packages)
        for number, package in enumerate(missing, start=1):
            self._progress(f"downloading {package.file} ({number} of {len(missing)})")
            try:
                self._download(package, f"{lock_path}:{package.line}")
            except OSError as error:
                raise NotDoneError(
                    f"{package.file} cannot be kept: {error.strerror or error}",
                    hint="Make room, or set RRSPEC_CACHE to a folder on another disk.",
                    place=str(self._folder),
                ) from error

    def _is_there(self, package: Package) -> bool:
        try:
            return digest.of_file(self.path(package)) == package.sha256
        except OSError:
            return False

    def _download(self, package: Package, place: str) -> None:
        target = self.path(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        hashed = hashlib.sha256()
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as sink:
            part = Path(sink.name)
            try:
                for chunk in self._chunks(package, place):
                    hashed.update(chunk)
                    sink.write(chunk)
                sink.flush()
                if hashed.hexdigest() != package.sha256:
                    raise ArtifactError(
                        f"{package.file} does not have the digest of the lock: expected {package.sha256}, found "
                        f"{hashed.hexdigest()}",
                        hint="Trust neither: compare with another copy of the package, then make the lock anew.",
                        place=place,
                    )
                os.replace(part, target)  # noqa: PTH105 (the same on all systems)
            finally:
                part.unlink(missing_ok=True)

    def _chunks(self, package: Package, place: str) -> Iterator[bytes]:
        address = self._address(package.url)
        try:
            request = urllib.request.Request(address, headers={"User-Agent": "rrspec"})  # noqa: S310 (looked at above)
            with urllib.request.urlopen(request, timeout=_SECONDS_OF_SILENCE) as answer:  # noqa: S310 (the same)
                while chunk := answer.read(_CHUNK):
                    yield chunk
        except urllib.error.HTTPError as error:
            error.close()
            kind = ArtifactError if error.code in {404, 410} else NotDoneError
            hint = "The channel has it no more; make the lock anew." if kind is ArtifactError else "Try again later."
            raise kind(f"{package.url} answers {error.code}", hint=hint, place=place) from error
        except (urllib.error.URLError, TimeoutError, ConnectionError, http.client.HTTPException) as error:
            raise NotDoneError(
                f"{package.url} cannot be read: {error}",
                hint=f"Look at the network, or name a mirror of the channels in {ALIAS}.",
                place=place,
            ) from error

    def _address(self, url: str) -> str:
        mirror = self._environ.get(ALIAS)
        return f"{mirror.rstrip('/')}/{url.removeprefix(PUBLIC)}" if mirror and url.startswith(PUBLIC) else url
