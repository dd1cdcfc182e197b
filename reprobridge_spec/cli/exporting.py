"""What `rrspec export` tells its caller, and where what was exported goes."""

from pathlib import Path
from typing import Any

import click

from reprobridge_spec.audit.evidence import witnesses
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.findings import Severity
from reprobridge_spec.handover.export.base import Exporter, FileOf, Source
from reprobridge_spec.handover.export.place import Home, refuse_file, refuse_folder
from reprobridge_spec.handover.export.secrets_leaving import refuse_secrets
from reprobridge_spec.handover.export.write import is_there, write_file, write_folder
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.document_files import document_files
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import find_root, open_artifact


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
        raise UsageError(
            f"whether it is of this artifact cannot be told: {error}",
            hint="Leave --witness away, or mend what `rrspec validate` names.",
            place=str(path),
        ) from error
    if verification.package.content_digest != content:
        raise UsageError(
            f"{path} is a verification of another content",
            hint=f"This content is {content}; `rrspec verify` makes one of it.",
        )
    return verification


class TargetPath(click.Path):
    """Where a result goes; `-` is standard output, as is nothing at all."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 (as in click)
        """The path; None for standard output."""
        if value == "":
            self.fail("an empty name is no place: name a file, or `-` for standard output.", param, ctx)
        return None if value == "-" else super().convert(value, param, ctx)


def home_of(artifact: Path, context: Context) -> Home:
    """Where an artifact lies that could be opened."""
    is_folder = artifact.is_dir() or artifact.name == MANIFEST_FILE
    return Home(find_root(artifact), document_files(context)) if is_folder else Home(artifact)


def deliver(
    output: Output, exporter: Exporter, source: Source, target: Path | None, *, home: Home, replace: bool
) -> None:
    """Make the result and put it where the caller wants it; what the format misses goes to standard error.

    Raises:
        ArtifactError: the artifact does not say what the format cannot do without, or a secret would leave with it.
        UsageError: something stands in the place, or it lies among the files of the artifact.
        NotDoneError: a file cannot be read or written.
    """
    if source.anonymous and (source.agent or source.authors):
        raise UsageError("an anonymous artifact names nobody", hint="Leave out --agent and --author.")
    if exporter.needs_folder and target is not None:
        refuse_folder(target, exporter, home)
    try:
        contents = exporter.files(source)
    except OSError as error:
        raise NotDoneError(
            f"a file of the artifact cannot be read: {error.strerror or error}",
            hint="Make it readable.",
            place=str(error.filename or ""),
        ) from error
    if unsearched := refuse_secrets(source.context, contents):
        output.progress(f"not searched for secrets: {unsearched}")
    for gap in (*source.unstated, *exporter.gaps(source)):
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
    if is_there(place, data):
        output.lines([f"{place}: {len(data):,} bytes, which stood there already"])
        return
    refuse_file(place, exporter, home, replace=replace)
    write_file(place, data)
    output.lines([f"{place}: {len(data):,} bytes"])
