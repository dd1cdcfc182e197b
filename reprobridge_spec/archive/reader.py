"""The one safe reader of packages, of every kind: looks into them, checks them, unpacks them.

Nothing that a package says is believed before it is compared, no name of it is used before all are judged, and
nothing is written outside the new folder. Digests say nothing about the bit that makes a file executable: that bit is
taken as the package has it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.archive import comparison, content, new_file
from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.held import Held
from reprobridge_spec.archive.kinds_of_archive import open_held
from reprobridge_spec.archive.own_name import own_name
from reprobridge_spec.archive.package_files import PackageFiles, refuse_without_artifact, top_of
from reprobridge_spec.archive.refusal import refusal
from reprobridge_spec.archive.zip_contents import ZipContents
from reprobridge_spec.documents import ignore_list
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.documents.ignore_list import IGNORE_FILE, IgnoreList
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.replacement import PARTIAL_SUFFIX, folder_to_be_named, new_folder

_HINT = "Ask for a package that `rrspec pack` made."
_SPOOL = f"contents{PARTIAL_SUFFIX}"
"""Where contents wait for their names; no package may hold a file that is called so."""


Judge = Callable[[ArtifactFiles], None]
"""Looks at what was unpacked, and raises what keeps it from its place."""


class PackageReader(PackageFiles):
    """The artifact in a package: a ZIP file, or a tar archive that is plain or compressed by gzip or zstd.

    It is an `ArtifactFiles` of the package that anybody may have made, read where it lies. `look` asks what anybody's
    package must hold; `check` and `unpack` ask for one that is as it was handed over, by its own list.
    """

    def __init__(self, path: Path, limits: Limits | None = None) -> None:
        """Open the package at `path`, without unpacking anything; use it in a `with` block.

        A ZIP file is judged here, and a tar archive when something of it is first asked for.

        Args:
            path: the package.
            limits: the most that is taken.

        Raises:
            NoArtifactError: there is no file at `path`.
            ArtifactError: it is no package, is damaged, or holds what is refused; every such member is named.
            NotDoneError: it cannot be read.
        """
        super().__init__(open_held(path, limits))

    @property
    def top(self) -> str:
        """Name of the one top folder, `<id>-<version>` as packages are written.

        Raises:
            ArtifactError: there is none, or there are several.
        """
        return top_of(self._held)

    @property
    def artifact_digest(self) -> str:
        """SHA-256 of `MANIFEST.sha256`.

        Raises:
            ArtifactError: there is none, or its bytes are damaged.
        """
        self._refuse_without_list(self.entries)
        return self.sha256(content.MANIFEST)

    def look(self) -> None:
        """Read every byte once, and refuse what is damaged or holds not one artifact.

        Raises:
            NoArtifactError: there is no artifact in it.
            ArtifactError: it is damaged, holds what is refused, or several artifacts.
            NotDoneError: it cannot be read.
        """
        self._held.look()
        refuse_without_artifact(self._held)

    def refuse_other_files(self) -> None:
        """Compare the files of the artifact with `MANIFEST.sha256`; what lies beside them, nobody listed.

        Raises:
            ArtifactError: there is no list; or files are missing, not listed or others than listed.
        """
        entries = dict.fromkeys(self.entries)
        listed = self._listed(entries)
        del entries[content.MANIFEST]
        if faults := comparison.faults_in(entries, listed, self.sha256):
            raise comparison.differs(self.file, faults)

    def check(self) -> int:
        """Compare every file of the package with `MANIFEST.sha256`.

        Returns:
            The number of files that were compared.

        Raises:
            ArtifactError: members cannot be unpacked safely on every system, each of which is named; or files are
                missing, not listed, damaged or others than listed, of which ten are named.
        """
        places = self._judged()
        listed = self._listed(places)
        count = self._compare(places, listed)
        self._refuse_left_out(places, self._ignore_list)
        return count

    def unpack(self, target: Path, judge: Judge | None = None) -> int:
        """Write the files into a new folder, comparing each with `MANIFEST.sha256` on the way.

        What the package has in its top folder is in `target` afterwards; if anything goes wrong, nothing is.

        Args:
            target: the new folder.
            judge: looks at the files before the folder gets its name, and raises what keeps it from that.

        Returns:
            The number of files that were compared.

        Raises:
            UsageError: something stands at `target` that is no empty folder, or it lies in none.
            NoArtifactError: there is no artifact in it for the `judge`.
            ArtifactError: as `check` does.
            NotDoneError: the files cannot be written.
        """
        with new_folder(target) as folder:
            return self._unpack_into(folder, judge)

    def unpack_within(self, parent: Path, judge: Judge | None = None) -> tuple[Path, int]:
        """Unpack into a new folder in `parent` that is called as the artifact's manifest says: `<id>-<version>`.

        Returns:
            The folder, and the number of files that were compared.

        Raises:
            UsageError: something stands there that is no empty folder, or `parent` is none.
            NoArtifactError: there is no artifact in it.
            ArtifactError: as `check` does; or the manifest says no name.
            NotDoneError: the files cannot be written.
        """
        if isinstance(self._held, ZipContents):
            # the name can be read by itself, so nothing is done in vain where it is taken
            refuse_without_artifact(self._held)
            target = parent / own_name(self, self.file)
            return target, self.unpack(target, judge)
        with folder_to_be_named(parent) as new:
            count = self._unpack_into(new.folder, judge)
            refuse_without_artifact(self._held)
            new.name = own_name(FolderFiles(new.folder), self.file)
        return parent / new.name, count

    def _unpack_into(self, folder: Path, judge: Judge | None) -> int:
        spool = folder / _SPOOL
        spool.mkdir()
        self._held.bring(spool)
        if judge is not None:
            refuse_without_artifact(self._held)
        places = self._judged()
        listed = self._listed(places)
        new_file.make_folders(folder, places)
        self._held.write(places[content.MANIFEST], f"{folder}/{content.MANIFEST}")
        count = self._compare(places, listed, folder)
        self._refuse_left_out(places, ignore_list.of_folder(str(folder)))
        spool.rmdir()
        if judge is not None:
            judge(FolderFiles(folder))
        return count

    def _compare(self, places: dict[str, str], listed: dict[str, str], folder: Path | None = None) -> int:
        def sha256_of(path: str) -> str:
            if folder is None:
                return self._held.sha256(places[path])
            return self._held.write(places[path], f"{folder}/{path}")

        # in the order of their bytes in the package, which is how disks read fastest
        there = [path for path in places if path != content.MANIFEST]
        if faults := comparison.faults_in(there, listed, sha256_of):
            raise comparison.differs(self.file, faults)
        return len(there)

    def _refuse_left_out(self, places: Iterable[str], listed: IgnoreList) -> None:
        left_out = [path for path in places if listed.step_of(path) is not None]
        if left_out:
            raise comparison.differs(self.file, dict.fromkeys(left_out, f"no part of an artifact, says {IGNORE_FILE}"))

    def _judged(self) -> dict[str, str]:
        """Places in the package by their paths below the one top folder; all can be files on every system."""
        faults = dict(self._held.unusual)
        if faults:
            raise refusal(self.file, faults)
        top = self.top
        places = {place[len(top) + 1 :]: place for place in self._held.entries}
        for path, place in places.items():
            if fault := artifact_path.fault_in(path) or artifact_path.portability_fault_in(place):
                faults[place] = fault
        if faults:
            raise refusal(self.file, faults)
        return places

    def _listed(self, there: Iterable[str]) -> dict[str, str]:
        self._refuse_without_list(there)
        try:
            return comparison.read_list(self)
        except ArtifactError as error:
            if not error.place.startswith(content.MANIFEST):
                raise
            raise ArtifactError(str(error), hint=error.hint, place=f"{self.file}: {error.place}") from error

    def _refuse_without_list(self, there: Iterable[str]) -> None:
        if content.MANIFEST not in there:
            raise ArtifactError(
                f"it has no {content.MANIFEST} in its top folder, so nothing can be compared",
                hint=_HINT,
                place=self.file,
            )


def open_package(path: Path, limits: Limits | None = None) -> PackageReader:
    """The artifact in the package at `path`, each byte of which was read once; use it in a `with` block.

    Raises:
        NoArtifactError: there is no file, or no artifact in it.
        ArtifactError: it is no package, is damaged, or holds what is refused; every such member is named.
        NotDoneError: it cannot be read.
    """
    reader = PackageReader(path, limits)
    try:
        reader.look()
    except BaseException:
        reader.close()
        raise
    return reader


def open_archive(path: Path, limits: Limits | None = None, *, is_release: bool = False) -> Held:
    """The members of any archive that packages may be made as, each byte of which was read once; the caller closes it.

    Args:
        path: the archive.
        limits: the most that is taken.
        is_release: whether it may also be compressed as no package is, by xz or bzip2.

    Raises:
        NoArtifactError: there is no file.
        ArtifactError: it is no archive that is read, is damaged, or holds what is refused.
        NotDoneError: it cannot be read.
    """
    held = open_held(path, limits, is_release=is_release)
    try:
        held.look()
    except BaseException:
        held.close()
        raise
    return held
