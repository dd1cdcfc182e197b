"""Packages of conda (`.conda`, `.tar.bz2`), which are archives of strangers: unpacked into a folder, nothing executed.

What a package says about itself stands below `info/`, beside what is to be installed.
"""

import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from reprobridge_spec.archive.refusal import damaged, refuse_above
from reprobridge_spec.archive.zstd_frame import WIDEST_WINDOW
from reprobridge_spec.errors import ArtifactError

MAX_BYTES = 64 << 30
"""The most that one package may hold once it is unpacked."""
_MOST_ENTRIES = 500_000
_CHUNK = 1 << 20


def unpack(package: Path, folder: Path, *, most: int = MAX_BYTES) -> None:
    """Writes the files, folders and links of `package` below `folder`.

    No entry is written outside `folder` or through a link, no link leads out of it, and none stands twice.

    Args:
        package: the file, whose digest was compared.
        folder: an empty folder.
        most: bytes that it may hold.

    Raises:
        ArtifactError: it is damaged, larger than `most`, or holds what a package must not.
        OSError: a file cannot be written.
    """
    target = _Target(package.name, folder, most)
    try:
        for stream in _streams(package):
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                for entry in archive:
                    target.take(archive, entry)
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeError) as error:
        raise damaged(package.name, f"it is no readable package of conda: {error}") from error
    except OSError as error:
        if error.errno is not None:
            raise
        # so bz2 says that bytes are not its own
        raise damaged(package.name, f"it is no readable package of conda: {error}") from error


def _streams(package: Path) -> Iterator[IO[bytes]]:
    """The archives in a package: one, or those of `info` and of the rest."""
    if package.name.endswith(".conda"):
        with zipfile.ZipFile(package) as outer:
            inner = [name for name in outer.namelist() if name.endswith(".tar.zst")]
            if sorted(name.partition("-")[0] for name in inner) != ["info", "pkg"]:
                raise damaged(package.name, "it has not the two parts of a package of conda")
            for name in inner:
                with outer.open(name) as packed, _unzstd(packed, package.name) as stream:
                    yield stream
        return
    import bz2  # noqa: PLC0415 (only for packages of the older form)

    with bz2.open(package) as stream:
        yield cast("IO[bytes]", stream)


@contextmanager
def _unzstd(packed: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    import zstandard  # noqa: PLC0415 (only for packages of the newer form)

    reader = zstandard.ZstdDecompressor(max_window_size=WIDEST_WINDOW).stream_reader(packed, read_across_frames=True)
    try:
        yield cast("IO[bytes]", reader)
    except zstandard.ZstdError as error:
        raise damaged(name, "it cannot be decompressed") from error


class _Target:
    """A folder that is filled; it knows what it was given."""

    def __init__(self, name: str, folder: Path, most: int) -> None:
        self._name = name
        self._folder = folder
        self._most = most
        self._size = 0
        self._taken: set[str] = set()
        self._links: set[str] = set()

    def take(self, archive: tarfile.TarFile, entry: tarfile.TarInfo) -> None:
        path = self._path(entry)
        if path in {"", "."}:
            return
        place = self._folder / path
        if entry.isdir():
            place.mkdir(parents=True, exist_ok=True)
            return
        self._taken.add(path)
        refuse_above(len(self._taken), _MOST_ENTRIES, "entries", self._name)
        place.parent.mkdir(parents=True, exist_ok=True)
        if entry.issym():
            self._link(path, entry.linkname)
        elif entry.islnk():
            self._same(path, entry)
        elif entry.isreg():
            self._size += entry.size
            refuse_above(self._size, self._most, "bytes when it is unpacked", self._name)
            self._write(archive, entry, place)
        else:
            raise self._refused(entry.name, "is neither a file nor a folder nor a link")

    def _path(self, entry: tarfile.TarInfo) -> str:
        steps = [step for step in entry.name.split("/") if step not in {"", "."}]
        path = "/".join(steps)
        if entry.name.startswith("/") or ".." in steps or "\0" in entry.name:
            raise self._refused(entry.name, "leads out of the package")
        if any("/".join(steps[:depth]) in self._links for depth in range(1, len(steps))):
            raise self._refused(entry.name, "lies behind a link")
        if path in self._taken:
            raise self._refused(entry.name, "stands twice")
        return path

    def _link(self, path: str, target: str) -> None:
        depth = path.count("/")
        for step in target.split("/"):
            depth += {"..": -1, ".": 0, "": 0}.get(step, 1)
            if depth < 0 or target.startswith("/") or not target:
                raise self._refused(path, f"is a link that leads out, to {target!r}")
        self._links.add(path)
        (self._folder / path).symlink_to(target)

    def _same(self, path: str, entry: tarfile.TarInfo) -> None:
        """A second name of a file that came before it."""
        source = "/".join(step for step in entry.linkname.split("/") if step not in {"", "."})
        if source not in self._taken or source in self._links:
            raise self._refused(entry.name, f"is the same file as {entry.linkname!r}, which is not before it")
        self._size += (self._folder / source).stat().st_size
        refuse_above(self._size, self._most, "bytes when it is unpacked", self._name)
        shutil.copy(self._folder / source, self._folder / path)

    def _write(self, archive: tarfile.TarFile, entry: tarfile.TarInfo, place: Path) -> None:
        content = archive.extractfile(entry)
        if content is None:
            raise self._refused(entry.name, "has no content")
        with place.open("xb") as sink:
            shutil.copyfileobj(content, sink, _CHUNK)
        # no right to write for others, and no other user than who unpacks
        place.chmod(0o755 if entry.mode & stat.S_IXUSR else 0o644)

    def _refused(self, name: str, why: str) -> ArtifactError:
        return ArtifactError(
            f"{name!r} {why}",
            hint="Trust it no more than any other; take the package from elsewhere.",
            place=self._name,
        )
