"""One of the artifacts that are compared: a folder or a package, whatever is wrong with it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from reprobridge_spec.archive.content import GENERATED, belongs
from reprobridge_spec.archive.content import MANIFEST as LIST
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.errors import ArtifactError, NoArtifactError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.difference import ComparedArtifact
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST, MANIFEST_FILE
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.load import MAX_DOCUMENT_BYTES, find_root, open_artifact


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """An artifact with what can be told of it.

    Attributes:
        place: where it lies, as the caller named it.
        files: all its files.
        context: its documents; None where the manifest does not tell.
        tree: the manifest's data; None where it cannot be read at all.
        is_whole: whether the manifest has no fault of form, so that plans can be told.
        faults: faults of form, of all documents.
        unlike_list: how a package is not as its own list says, in one entry; empty where it is.
    """

    place: str
    files: ArtifactFiles
    context: Context | None
    tree: Tree | None
    is_whole: bool
    faults: tuple[Finding, ...]
    unlike_list: tuple[str, ...] = ()

    @property
    def said(self) -> ComparedArtifact:
        """The artifact in words."""
        manifest = self.context.manifest if self.context else None
        return ComparedArtifact(
            place=self.place,
            artifact=f"{manifest.id} {manifest.version}" if manifest else None,
            level=manifest.level if manifest else None,
            content_digest=self._content_digest(),
            faults=len(self.faults),
        )

    def _content_digest(self) -> str | None:
        try:
            return self.context.content_digest() if self.context else None
        except (Unchecked, OSError):
            return None


@contextmanager
def opened_files(path: Path) -> Iterator[ArtifactFiles]:
    """The files of the artifact at `path`: its folder, or a package that is read where it lies.

    Raises:
        NoArtifactError: there is none.
        ArtifactError: the package is damaged, or holds what is refused.
        NotDoneError: it cannot be read.
    """
    with ExitStack() as held:
        if path.is_dir() or path.name == MANIFEST_FILE:
            yield FolderFiles(find_root(path))
        elif path.is_file():
            # a folder needs nothing of what reads packages
            from reprobridge_spec.archive.reader import open_package  # noqa: PLC0415

            yield held.enter_context(open_package(path))
        else:
            raise NoArtifactError(f"there is no {path}", hint="Give a package, or an artifact's folder.")


def side_of(files: ArtifactFiles, place: str) -> Side:
    """What can be told of an artifact.

    Raises:
        NoArtifactError: it has no manifest.
    """
    opened = open_artifact(files)
    tree = opened.context.manifest_tree if opened.context else _tree_alone(files)
    errors = tuple(finding for finding in opened.findings if finding.severity is Severity.ERROR)
    return Side(
        place=place,
        files=files,
        context=opened.context,
        tree=tree,
        is_whole=opened.context is not None and opened.rest is None,
        faults=errors,
        unlike_list=tuple(_unlike_list(files, place)),
    )


def is_compared(path: str) -> bool:
    """Whether a file belongs to an artifact: neither what packing makes anew, nor what lies beside it by chance."""
    return belongs(path) and path not in GENERATED


def _tree_alone(files: ArtifactFiles) -> Tree | None:
    try:
        return load(MANIFEST, files.read(MANIFEST_FILE, MAX_DOCUMENT_BYTES), MANIFEST_FILE).tree
    except (OSError, ValueError):
        return None


def _unlike_list(files: ArtifactFiles, place: str) -> Iterator[str]:
    from reprobridge_spec.archive.reader import PackageReader  # noqa: PLC0415 (a folder needs nothing of it)

    if isinstance(files, PackageReader) and LIST in files.entries:
        try:
            files.refuse_other_files()
        except ArtifactError as error:
            yield f"{place} is not as its own list says: {error}"
