"""`rrspec pack`."""

import os
from collections.abc import Callable
from pathlib import Path

import click

from reprobridge_spec.archive.package_form import PackageForm
from reprobridge_spec.archive.writer import Written
from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import LEVELS, format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.progress import bytes_told
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.handover.pack import file_name, pack
from reprobridge_spec.handover.venue import refusals
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.render import refusals as render
from reprobridge_spec.rules.context import Context
from reprobridge_spec.validation.load import find_root
from reprobridge_spec.validation.profiles import profile


@click.command("pack")
@click.argument("directory", type=click.Path(path_type=Path), default=Path(), metavar="[DIR]")
@click.option("-o", "--output", "target", metavar="PATH", help="File to make, or a folder for it.")
@click.option(
    "--form",
    type=click.Choice([form.value for form in PackageForm]),
    help="What is made; what the name of the file says, or zip.",
)
@click.option("--level", type=click.Choice(LEVELS), help="Level that it must have; executed, or the venue's.")
@click.option("--venue", metavar="VENUE", help="What this venue asks for must hold; `rrspec venue list` names them.")
@click.option("--force", is_flag=True, help="Pack in spite of errors; the package says so.")
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    directory: Path,
    target: str | None,
    form: str | None,
    level: str | None,
    venue: str | None,
    force: bool,
) -> int | None:
    """Make one archive of the artifact in DIR.

    The artifact is validated first, and what the level asks for must hold. The same content gives the same
    bytes, whoever packs it and whenever. Nothing in DIR is changed.
    """
    if venue is not None and level:
        raise UsageError("a venue says the level itself", hint="Leave `--level` away, or `--venue`.")
    asking = profile(venue) if venue is not None else None
    root = find_root(directory)
    checked = gate(
        output, root, None if asking else Level(level or Level.EXECUTED), tell_next=True, force=force, venue=asking
    )
    if checked.context is None:
        return checked.code
    made = PackageForm(form) if form else None
    name = file_name(checked.context.manifest, made or PackageForm.ZIP)
    file = _file(target) if target is not None else _usual_folder(root) / name
    with bytes_told("packing", seen=not output.is_json) as progress:
        packed = pack(
            root,
            file,
            progress,
            form=made,
            context=checked.context,
            accept=_venue(output, asking, file, checked.context),
            forced=checked.forced,
        )
    for folder in checked.files.empty_folders:
        output.progress(f"not packed: the empty folder {folder}; a launcher that needs it has to make it")
    if output.is_json:
        output.json(
            {
                "file": str(packed.path),
                "form": packed.form,
                "files": packed.files,
                "bytes": packed.bytes,
                "artifact_digest": packed.artifact_digest,
                "content_digest": packed.content_digest,
                "forced": checked.forced,
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


def _file(target: str) -> Path:
    if target.endswith(("/", os.sep)) and not Path(target).is_dir():
        raise UsageError("there is no such folder", hint="Make it first, or name a file.", place=target)
    return Path(target)


def _usual_folder(root: Path) -> Path:
    """Where the caller is; the artifact's root where that is inside it, since there a package is no part of it."""
    here = Path.cwd()
    return root if here.is_relative_to(root) else here


def _venue(output: Output, asking: Profile | None, file: Path, context: Context) -> Callable[[Written], None]:
    def accept(written: Written) -> None:
        found = refusals(asking, file.name, written.size, written.packed, context) if asking else ()
        if not (asking and found):
            return
        for line in render.text(found, output.err):
            output.progress(line)
        hint = "Mend what is said above, or pack without --venue."
        raise ArtifactError(f"`{asking.id}` would not take it, so no package is made", hint=hint, place=str(file))

    return accept
