"""The change record as it stands: its codebase, its entries, and the patches that can be read."""

from collections.abc import Sequence

from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.documents.patch.apply import PatchedFiles
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.findings import Finding
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.guide import Change
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.paper import Codebase, Relation, Release
from reprobridge_spec.rules.change_patches import ChangePatch, UnreadPatch, patches_of
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import Opened, open_artifact

_VALIDATE = "`rrspec validate` says what is wrong; mend it first."


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A change record.

    Attributes:
        manifest: the artifact's manifest.
        codebase: the code that the patches lead to.
        upstream: the release that they start from.
        file: path of the record in the artifact.
        changes: its entries, in order; none where the file is not there yet.
        patches: the patches of entries that name one which is there.
    """

    manifest: Manifest
    codebase: Codebase
    upstream: Release
    file: str
    changes: dict[str, Change]
    patches: dict[str, ChangePatch | UnreadPatch]


def record_of(files: ArtifactFiles) -> Record:
    """The change record of an artifact.

    Raises:
        NoArtifactError: there is no manifest.
        UsageError: no patches lead from a release to its code, or the manifest names no record.
        ArtifactError: manifest or record cannot be read.
    """
    opened = open_artifact(files)
    context = opened.context
    if context is None or (opened.rest and opened.rest.touches(("codebase",))):
        raise _faulty(MANIFEST_FILE, opened.findings)
    codebase, upstream = _codebase(context)
    if codebase.changes is None:
        raise UsageError(
            "the manifest names no change record",
            hint="Write `changes: guide/changes.yaml` under `codebase`.",
            place=MANIFEST_FILE,
        )
    return Record(
        manifest=context.manifest,
        codebase=codebase,
        upstream=upstream,
        file=codebase.changes,
        changes=_changes(context, opened),
        patches={patch.change: patch for patch in patches_of(context)},
    )


def applied(release: ArtifactFiles, patches: Sequence[ChangePatch]) -> PatchedFiles:
    """The release with patches.

    Raises:
        ArtifactError: one does not apply.
    """
    code = PatchedFiles(release)
    for patch in patches:
        patch.apply_to(code)
    return code


def _codebase(context: Context) -> tuple[Codebase, Release]:
    codebase = context.manifest.codebase
    if codebase is None or codebase.relation is not Relation.MODIFIED:
        what = codebase.relation.value if codebase else "not there"
        hint = "Only of a `modified` codebase do patches say what was changed."
        if codebase and codebase.relation is Relation.REIMPLEMENTATION:
            hint = f"{hint} Of this one the change record says what was checked against what."
        raise UsageError(f"the code is {what}: no patches lead from a release to it", hint=hint, place=MANIFEST_FILE)
    if codebase.upstream is None:
        raise UsageError(
            "the manifest pins no release",
            hint="Write `codebase.upstream` with a commit, or an archive and its digest.",
            place=MANIFEST_FILE,
        )
    return codebase, codebase.upstream


def _changes(context: Context, opened: Opened) -> dict[str, Change]:
    loaded = context.changes
    if loaded is None:
        return {}
    if context.files.entries[loaded.file].kind is not Kind.FILE:
        raise ArtifactError("the change record is no plain file", hint="Put a file in its place.", place=loaded.file)
    if loaded.model is not None:
        return loaded.model.changes
    data = loaded.tree.data if loaded.tree else None
    if isinstance(data, dict) and data.get("changes", "") is None:
        return {}  # as somebody leaves it who has yet to write the first entry
    raise _faulty(loaded.file, opened.findings)


def _faulty(file: str, findings: Sequence[Finding]) -> ArtifactError:
    first = next((finding for finding in findings if finding.file == file), None)
    mark = f":{first.mark.line}" if first and first.mark else ""
    what = f": {first.message}" if first else ""
    return ArtifactError(f"it has not the right form{what}", hint=_VALIDATE, place=f"{file}{mark}")
