"""`rrspec status`."""

from pathlib import Path

import click

from reprobridge_spec.cli.options import artifact_option, format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.render import status as render
from reprobridge_spec.report.status import status
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import find_root, open_artifact


@click.command("status")
@artifact_option
@format_option("text", "json")
@click.pass_obj
def command(output: Output, artifact: Path) -> None:
    """Tell how far each task is: planned, smoke, scored, stale, compatible.

    It reads records alone: no score is extracted anew, and nothing is checked that `validate` and `audit` check. Runs
    that were cut off and wait in `.rrspec/` are listed, and so is the next command to type.
    """
    root = find_root(artifact)
    opened = open_artifact(FolderFiles(root))
    if opened.context is None or opened.rest is not None:
        raise ArtifactError(
            "it has not the right form", hint="`rrspec validate` says what is wrong.", place=MANIFEST_FILE
        )
    found = status(opened.context, root)
    if output.is_json:
        output.json(found.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.text(found, output.out))
