"""`rrspec changes make`."""

from collections.abc import Sequence
from pathlib import Path

import click

from reprobridge_spec.archive.release import open_release
from reprobridge_spec.cli.options import artifact_option, format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.handover.change_record.keep import entry_for, keep
from reprobridge_spec.handover.change_record.make import make, named_or_last
from reprobridge_spec.handover.change_record.record import record_of
from reprobridge_spec.handover.change_record.said import said_of
from reprobridge_spec.handover.change_record.selection import Selection
from reprobridge_spec.handover.change_record.target import target_of
from reprobridge_spec.model.guide import ChangeKind
from reprobridge_spec.render import change_record as render
from reprobridge_spec.validation.load import find_root


@click.command("make")
@click.argument("change", metavar="[CHANGE-ID]", required=False)
@artifact_option
@click.option(
    "--release", required=True, type=click.Path(path_type=Path), help="The pinned release: a clone, or the archive."
)
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="GLOB",
    help="Only these files of the code folder, such as `train.py` or `src/**`; may be given again.",
)
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in ChangeKind]),
    help="Kind of a new entry; one to be looked at if not given.",
)
@click.option("--why", default="", metavar="TEXT", help="Reason of a new entry; a placeholder if not given.")
@click.option("--force", is_flag=True, help="Make the patch anew that the change has already.")
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would be written.")
@click.option("--diff", "show", is_flag=True, help="Write nothing; print the patch.")
@format_option("text", "json")
@click.pass_obj
def make_command(
    output: Output,
    change: str | None,
    artifact: Path,
    release: Path,
    paths: Sequence[str],
    kind: str | None,
    why: str,
    force: bool,
    dry_run: bool,
    show: bool,
) -> int:
    """Write what no change covers yet as the patch of CHANGE-ID.

    What differs between the code folder and the pinned release with the patches of the record becomes
    guide/changes/CHANGE-ID.patch. An id that the record does not know becomes its last entry, whose kind and reason
    you write; without an id it is the last entry that is there. With --path, several changes share what differs: the
    first call takes its files, the next ones what is left. Before anything is written the patch is read again and
    applied, and what comes out is compared with the code folder byte for byte. Nothing is executed.
    """
    root = find_root(artifact)
    files = FolderFiles(root)
    record = record_of(files)
    target = target_of(record, named_or_last(record, change), may_replace=force)
    with open_release(release, record.upstream) as released:
        made = make(files, released, record, target, Selection(tuple(paths)))
    entry = entry_for(files, record, made, ChangeKind(kind) if kind else None, why) if made.patch else None
    writes = bool(made.patch) and not (dry_run or show)
    if writes:
        keep(root, record, made, entry)
    for name in target.unpatched if made.patch else ():
        output.progress(f"change {name} has no patch: what it changed is in this one, unless --path leaves it out")
    said = said_of(record, made, entry.said if entry else None, written=writes)
    if output.is_json:
        output.json(said.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    elif show:
        output.raw(made.patch)
        for line in render.made(said, output.err):
            output.progress(line)
    else:
        output.lines(render.made(said, output.out))
    return ExitCode.HOLDS
