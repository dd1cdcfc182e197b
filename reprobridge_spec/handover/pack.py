"""Packs an artifact's folder into one file to hand over. What is in it has been validated elsewhere."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.archive import content, names
from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.own_name import top_name
from reprobridge_spec.archive.package_form import PackageForm
from reprobridge_spec.archive.ro_crate import Stated, ro_crate
from reprobridge_spec.archive.source import FileSource
from reprobridge_spec.archive.writer import Accept, Progress, Source, Written, anything, silent, write_package
from reprobridge_spec.documents.files import ArtifactFiles, Entry, FolderFiles
from reprobridge_spec.errors import ArtifactError, NoArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.package_place import form_for, refuse_place
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.odd_entries import faults_in
from reprobridge_spec.validation.load import open_artifact


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A package that was written.

    Attributes:
        path: where it is.
        form: what it is.
        files: number of files in it, generated ones included.
        bytes: its size.
        artifact_digest: SHA-256 of its `MANIFEST.sha256`.
        content_digest: the same without what is generated and without evidence, save the references.
    """

    path: Path
    form: PackageForm
    files: int
    bytes: int
    artifact_digest: str
    content_digest: str


def file_name(manifest: Manifest, form: PackageForm = PackageForm.ZIP) -> str:
    """The name that a package has unless somebody chooses another: `<id>-<version>.rra.zip`."""
    return top_name(manifest) + form.suffix


def pack(
    root: Path,
    output: Path,
    progress: Progress = silent,
    *,
    form: PackageForm | None = None,
    context: Context | None = None,
    accept: Accept = anything,
    forced: str = "",
) -> Packed:
    """Write the package of the artifact in `root`.

    Left out is what `content.belongs` leaves out. The same content gives the same bytes,
    whatever the files' dates and whatever the umask.

    Args:
        root: the artifact's folder.
        output: the package; or an existing folder, in which it gets the name `file_name(manifest, form)`.
        progress: told bytes done and bytes in all.
        form: what is made; what the name of `output` says if not given, and a ZIP file where it says nothing.
        context: what stands in `root`, where it has been read.
        accept: told what was written before it takes its place; what it raises is raised, and nothing takes the place.
        forced: errors in spite of which it is packed; the package says so.

    Raises:
        NoArtifactError: `root` is no folder, or holds no manifest.
        ArtifactError: the manifest cannot be read; files cannot be packed, each of which is named; or one changes while
            it is read.
        UsageError: `output` lies in no folder or where it would be a part of the artifact, has a name of no form or
            another, or a file stands there that is no package.
        NotDoneError: a file cannot be read, or the package cannot be written.
    """
    refuse_place(root, output)
    context = context or _read(root)
    manifest = context.manifest
    target = output / file_name(manifest, form or PackageForm.ZIP) if output.is_dir() else output
    refuse_place(root, target)
    made = form_for(target, form)
    entries = _entries(context.files, root)
    _refuse_unpackable(entries, root)
    sources: dict[str, Source] = {
        path: FileSource(file=f"{root}/{path}", size=entry.size, executable=entry.executable)
        for path, entry in entries.items()
    }
    sizes = {path: entry.size for path, entry in entries.items()}
    sources[content.RO_CRATE] = ro_crate(manifest, sizes, context.records, Stated(forced=forced))
    total = sum(len(source) if isinstance(source, bytes) else source.size for source in sources.values())

    def judge(written: Written) -> None:
        _refuse_unreadable(written, total, target)
        accept(written)

    written = write_package(target, top_name(manifest), sources, progress, form=made, accept=judge)
    return Packed(
        path=target,
        form=made,
        files=len(written.digests) + 1,
        bytes=written.size,
        artifact_digest=written.artifact_digest,
        content_digest=content.content_digest_of(written.digests),
    )


def _read(root: Path) -> Context:
    if not root.is_dir():
        raise NoArtifactError("there is no such folder", hint="Check the path.", place=str(root))
    opened = open_artifact(FolderFiles(root))
    if opened.context is None or opened.rest:
        raise ArtifactError(
            "its manifest has not the right form", place=str(root), hint="`rrspec validate` says what is wrong."
        )
    return opened.context


def _entries(files: ArtifactFiles, root: Path) -> dict[str, Entry]:
    try:
        entries = files.entries
    except OSError as error:
        raise NotDoneError(
            f"the folder cannot be read: {error.strerror or error}",
            hint="Make it readable, or move it out of the artifact.",
            place=str(error.filename or root),
        ) from error
    return {path: entry for path, entry in entries.items() if content.belongs(path) and path not in content.GENERATED}


def _refuse_unreadable(written: Written, total: int, target: Path) -> None:
    """What our own reader takes for a bomb helps nobody."""
    limits = Limits()
    if len(written.packed) > limits.entries or total > limits.unpacked(written.size):
        raise ArtifactError(
            f"no reader would unpack it: {len(written.packed):,} files with {total:,} bytes in a package of"
            f" {written.size:,} bytes; {limits.entries:,} files and {limits.unpacked(written.size):,} bytes are taken",
            hint="Let files that are nearly empty space, or very many, be fetched as inputs, or made by the launcher.",
            place=str(target),
        )


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
