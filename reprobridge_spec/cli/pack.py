"""`rrspec pack`."""

from pathlib import Path

import click

from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import LEVELS, format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.handover.pack import file_name, pack
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.validation.load import find_root


@click.command("pack")
@click.argument("directory", type=click.Path(path_type=Path), default=Path(), metavar="[DIR]")
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="File to make.")
@click.option(
    "--level", type=click.Choice(LEVELS), default="executed", show_default=True, help="Level that it must have."
)
@format_option("text", "json")
@click.pass_obj
def command(output: Output, directory: Path, target: Path | None, level: str) -> int | None:
    """Make one archive of the artifact in DIR.

    The artifact is validated first, and what the level asks for must hold. The same content gives the same
    bytes, whoever packs it and whenever. Nothing in DIR is changed.
    """
    root = find_root(directory)
    checked = gate(output, root, Level(level), tell_next=True)
    if checked.context is None:
        return checked.code
    manifest = checked.context.manifest
    packed = pack(root, manifest, target or Path.cwd() / file_name(manifest))
    if output.is_json:
        output.json(
            {
                "file": str(packed.path),
                "files": packed.files,
                "bytes": packed.bytes,
                "artifact_digest": packed.artifact_digest,
                "content_digest": packed.content_digest,
            }
        )
    else:
        output.lines(
            [
                f"{packed.path}: {packed.files} files, {packed.bytes:,} bytes",
                f"artifact digest {packed.artifact_digest}",
                f"content digest  {packed.content_digest}",
            ]
        )
    return None
