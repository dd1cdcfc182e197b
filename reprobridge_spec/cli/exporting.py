"""What `rrspec export` tells its caller, and where what was exported goes."""

from pathlib import Path

from reprobridge_spec.audit.evidence import witnesses
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.findings import Severity
from reprobridge_spec.handover.export.base import Exporter, FileOf, Source
from reprobridge_spec.handover.export.write import write_file, write_folder
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import open_artifact


def readable(output: Output, files: ArtifactFiles, *, anonymous: bool) -> Context:
    """An artifact's documents; the caller is told of each that has not the right form, since nothing of it is exported.

    Raises:
        NoArtifactError: there is no manifest.
        ArtifactError: the manifest has not the right form.
    """
    found = open_artifact(files, asked=Asked(anonymous=anonymous))
    if found.context is None or found.rest is not None:
        raise ArtifactError(
            "it has not the right form, so nothing is exported",
            hint="`rrspec validate` says what is wrong.",
            place=MANIFEST_FILE,
        )
    for file in sorted({one.file for one in found.findings if one.severity is Severity.ERROR}):
        output.progress(f"{file} has not the right form, and nothing of it is exported; see `rrspec validate`.")
    return found.context


def verification_at(path: Path, artifact: Path, context: Context) -> Verification:
    """The verification at `path`.

    Raises:
        UsageError: it is none, lies in the artifact, or is of another content.
    """
    (verification,) = witnesses([path], artifact)
    try:
        content = context.content_digest()
    except Unchecked as error:
        raise UsageError(f"whether {path} is of this artifact cannot be told: {error}") from error
    if verification.package.content_digest != content:
        raise UsageError(
            f"{path} is a verification of another content",
            hint=f"This content is {content}; `rrspec verify` makes one of it.",
        )
    return verification


def deliver(output: Output, exporter: Exporter, source: Source, target: Path | None, *, replace: bool) -> None:
    """Make the result and put it where the caller wants it; what the format misses goes to standard error.

    Raises:
        ArtifactError: the artifact does not say what the format cannot do without.
        UsageError: something stands in the place.
        NotDoneError: a file cannot be read or written.
    """
    if source.anonymous and (source.agent or source.authors):
        raise UsageError("an anonymous artifact names nobody", hint="Leave out --agent and --author.")
    try:
        contents = exporter.files(source)
    except OSError as error:
        raise NotDoneError(
            f"a file of the artifact cannot be read: {error.strerror or error}",
            hint="Make it readable.",
            place=str(error.filename or ""),
        ) from error
    for gap in exporter.gaps(source):
        output.progress(f"left out: {gap}")
    if exporter.needs_folder and target is not None:
        write_folder(target, contents, source.files)
        output.lines([f"{target}: {len(contents)} files"])
        return
    data = contents[exporter.file_name]
    if isinstance(data, FileOf):
        data = b"".join(source.files.pieces(data.path))
    if target is None:
        output.raw(data)
        return
    place = target / exporter.file_name if target.is_dir() else target
    write_file(place, data, replace=replace)
    output.lines([f"{place}: {len(data):,} bytes"])
