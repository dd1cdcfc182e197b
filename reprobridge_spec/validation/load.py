"""An artifact's documents, read once; what is wrong with their form is a finding."""

from pathlib import Path
from typing import Any, TypeVar

from reprobridge_spec.archive.content import content_digest
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.files import Kind as FileKind
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.errors import ArtifactError, NoArtifactError
from reprobridge_spec.findings import Finding
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.globs import matches
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.codes import UNREADABLE
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.load import Loaded, load
from reprobridge_spec.schemas.readable import Readable

M = TypeVar("M", bound=Model)

MAX_DOCUMENT_BYTES = 64 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """An artifact whose documents were read.

    Attributes:
        context: what rules look at; None where nothing can be told of the manifest.
        findings: faults of form, of all documents.
        claimed: the level that the manifest claims; None where that cannot be told.
        rest: what the manifest says besides its faulty places, of which the context is then made; None where it has
            none.
    """

    context: Context | None
    findings: tuple[Finding, ...]
    claimed: Level | None
    rest: Readable[Manifest] | None = None


def find_root(start: Path) -> Path:
    """The artifact at `start`: the folder itself, or the nearest one upwards that holds `rra.yaml`.

    Raises:
        NoArtifactError: there is none.
    """
    if start.is_file() and start.name == kinds.MANIFEST_FILE:
        start = start.parent
    if not start.is_dir():
        raise NoArtifactError(f"there is no folder {start}", hint="Give the folder that holds rra.yaml.")
    resolved = start.resolve()
    for folder in (resolved, *resolved.parents):
        if (folder / kinds.MANIFEST_FILE).is_file():
            return folder
    raise NoArtifactError(
        f"no {kinds.MANIFEST_FILE} in {start} or above it",
        hint="Give the artifact's folder, or make one with `rrspec new python`.",
    )


def open_artifact(files: ArtifactFiles, level: Level | None = None, asked: Asked | None = None) -> Opened:
    """Read the documents of an artifact for the checks of `level` (the claimed one where it is None)."""
    manifest = _load(kinds.MANIFEST, kinds.MANIFEST_FILE, files)
    if manifest is None:
        raise NoArtifactError(f"no {kinds.MANIFEST_FILE} in it", hint="An artifact has one at its root.")
    body = manifest.model or (manifest.rest.model if manifest.rest else None)
    if body is None or manifest.tree is None:
        return Opened(context=None, findings=manifest.findings, claimed=None)
    decisions = _named(kinds.DECISIONS, body.guide.decisions if body.guide else None, files)
    changes = _named(kinds.CHANGES, body.codebase.changes if body.codebase else None, files)
    references = _named(kinds.REFERENCES, kinds.REFERENCES_FILE, files)
    records = _all(kinds.RUN_RECORD, f"{kinds.RUNS_FOLDER}/*/run.json", files)
    verifications = _all(kinds.VERIFICATION, f"{kinds.VERIFICATIONS_FOLDER}/*.json", files)
    reviews = _all(kinds.REVIEW, f"{kinds.REVIEWS_FOLDER}/*.yaml", files)
    documents: list[Loaded[Any] | None] = [manifest, decisions, changes, references]
    documents += [*records, *verifications, *reviews]
    context = Context(
        level=level or body.level,
        files=files,
        manifest=body,
        manifest_tree=manifest.tree,
        decisions=decisions,
        changes=changes,
        references=references,
        records={loaded.file: loaded.model for loaded in records if loaded.model},
        verifications={loaded.file: loaded.model for loaded in verifications if loaded.model},
        reviews=tuple(reviews),
        content_digest=lambda: _content_digest(files),
        asked=asked or Asked(),
    )
    findings = tuple(finding for loaded in documents if loaded for finding in loaded.findings)
    return Opened(
        context=context,
        findings=findings,
        claimed=body.level,
        rest=manifest.rest,
    )


def readable(files: ArtifactFiles, package: str) -> Context:
    """The documents of an artifact that came in a package.

    Raises:
        NoArtifactError: it has no manifest.
        ArtifactError: nothing can be told of its manifest.
    """
    context = open_artifact(files).context
    if context is None:
        raise ArtifactError(
            f"the files are those of its list, and its {kinds.MANIFEST_FILE} has not the right form",
            hint="`rrspec validate` says what is wrong.",
            place=package,
        )
    return context


def context_of_files(files: ArtifactFiles, level: Level, asked: Asked | None = None) -> Context:
    """What rules about files alone look at where the manifest cannot be read: an artifact that says nothing."""
    said = {"rra": kinds.SPEC_VERSION, "id": "unread", "version": "0", "title": "unread", "level": Level.DRAFT.value}
    return Context(
        level=level,
        files=files,
        manifest=Manifest.model_validate(said),
        manifest_tree=Tree(said),
        decisions=None,
        changes=None,
        references=None,
        records={},
        verifications={},
        content_digest=lambda: _content_digest(files),
        asked=asked or Asked(),
    )


def _content_digest(files: ArtifactFiles) -> str:
    try:
        return content_digest(files)
    except ArtifactError as error:
        raise Unchecked(f"the content digest cannot be taken: {error}") from error


def _named(kind: Kind[M], path: str | None, files: ArtifactFiles) -> Loaded[M] | None:
    return _load(kind, path, files) if path else None


def _all(kind: Kind[M], pattern: str, files: ArtifactFiles) -> list[Loaded[M]]:
    paths = [path for path in files.entries if matches(path, [pattern])]
    return [loaded for path in paths if (loaded := _load(kind, path, files))]


def _load(kind: Kind[M], path: str, files: ArtifactFiles) -> Loaded[M] | None:
    if path not in files.entries:
        return None
    try:
        if files.entries[path].kind is FileKind.OTHER:
            raise ValueError(f"{path} is no plain file")  # noqa: TRY301 (a pipe would be waited for)
        data = files.read(path, MAX_DOCUMENT_BYTES)
    except (OSError, ValueError) as error:
        finding = UNREADABLE.finding(f"it cannot be read: {error}", "Make it a readable file.", path)
        return Loaded(file=path, model=None, tree=None, findings=(finding,))
    return load(kind, data, path)
