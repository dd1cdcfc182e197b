"""Packs an artifact's folder into one file to hand over. What is in it has been validated elsewhere."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.archive import content, names
from reprobridge_spec.archive.ro_crate import ro_crate
from reprobridge_spec.archive.source import FileSource
from reprobridge_spec.archive.writer import Progress, Source, silent, write_package
from reprobridge_spec.documents.files import Entry, FolderFiles
from reprobridge_spec.errors import ArtifactError, NoArtifactError, NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.rules.odd_entries import faults_in

_ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A package that was written.

    Attributes:
        path: where it is.
        files: number of files in it, generated ones included.
        bytes: its size.
        artifact_digest: SHA-256 of its `MANIFEST.sha256`.
        content_digest: the same without what is generated and without evidence, save the references.
    """

    path: Path
    files: int
    bytes: int
    artifact_digest: str
    content_digest: str


def file_name(manifest: Manifest) -> str:
    """The name that a package has unless somebody chooses another: `<id>-<version>.rra.zip`."""
    return _top(manifest) + content.PACKAGE_SUFFIX


def pack(root: Path, manifest: Manifest, output: Path, progress: Progress = silent) -> Packed:
    """Write the package of the artifact in `root`.

    Left out are what `content.belongs` leaves out, and `output` itself. The same content gives the same bytes,
    whatever the files' dates and whatever the umask.

    Args:
        root: the artifact's folder.
        manifest: its manifest.
        output: the package; or an existing folder, in which it gets the name `file_name(manifest)`.
        progress: told bytes done and bytes in all.

    Raises:
        NoArtifactError: `root` is no folder.
        ArtifactError: files cannot be packed, each of which is named; or one changes while it is read.
        UsageError: `output` lies in no folder, or a file stands there that is no package.
        NotDoneError: a file cannot be read, or the package cannot be written.
    """
    target = output / file_name(manifest) if output.is_dir() else output
    _refuse_foreign(target)
    entries = _entries(root, target)
    _refuse_unpackable(entries, root)
    sources: dict[str, Source] = {
        path: FileSource(file=f"{root}/{path}", size=entry.size, executable=entry.executable)
        for path, entry in entries.items()
    }
    crate = ro_crate(manifest, {path: entry.size for path, entry in entries.items()})
    sources[content.RO_CRATE] = crate
    written = write_package(target, _top(manifest), sources, progress)
    return Packed(
        path=target,
        files=len(written.digests) + 1,
        bytes=written.size,
        artifact_digest=written.artifact_digest,
        content_digest=content.content_digest_of(written.digests),
    )


def _refuse_foreign(target: Path) -> None:
    """Only an earlier package is replaced: nobody means to lose a manifest or code."""
    if not target.is_file():
        return
    try:
        with target.open("rb") as file:
            is_package = file.read(len(_ZIP)) == _ZIP
    except OSError:
        return  # nothing is there, or writing will say what is wrong
    if not is_package:
        raise UsageError(
            "a file stands there that is no package, and it is not replaced",
            hint="Name a new file, such as one that ends in .rra.zip.",
            place=str(target),
        )


def _top(manifest: Manifest) -> str:
    return f"{manifest.id}-{manifest.version}"


def _entries(root: Path, target: Path) -> dict[str, Entry]:
    if not root.is_dir():
        raise NoArtifactError("there is no such folder", hint="Check the path.", place=str(root))
    try:
        entries = FolderFiles(root).entries
    except OSError as error:
        raise NotDoneError(
            f"the folder cannot be read: {error.strerror or error}",
            hint="Make it readable, or move it out of the artifact.",
            place=str(error.filename or root),
        ) from error
    own = _path_inside(root, target)
    return {
        path: entry
        for path, entry in entries.items()
        if content.belongs(path) and path not in content.GENERATED and path != own
    }


def _path_inside(root: Path, target: Path) -> str | None:
    place = target.parent.resolve() / target.name
    try:
        return place.relative_to(root.resolve()).as_posix()
    except ValueError:
        return None


def _refuse_unpackable(entries: Mapping[str, Entry], root: Path) -> None:
    faults = {path: f"{path!r} {fault}" for path, fault in names.clashes([*content.GENERATED, *entries]).items()}
    for path in entries:
        if fault := artifact_path.fault_in(path) or artifact_path.portability_fault_in(path):
            faults[path] = f"{path!r} {fault}"
    faults |= {odd.file: odd.message for odd in faults_in(entries)}
    if faults:
        listed = "; ".join(faults[path] for path in sorted(faults))
        count = "1 file" if len(faults) == 1 else f"{len(faults)} files"
        raise ArtifactError(
            f"{count} cannot be packed: {listed}",
            hint="Put real files in the place of links, and rename what other systems cannot hold.",
            place=str(root),
        )
