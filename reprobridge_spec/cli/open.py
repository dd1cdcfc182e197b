"""`rrspec open`."""

from pathlib import Path

import click

from reprobridge_spec.archive.comparison import other_name
from reprobridge_spec.archive.content import RO_CRATE
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.archive.ro_crate import forced
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.model.opened import Opened
from reprobridge_spec.render import opened as render
from reprobridge_spec.render.needs import open_experiments
from reprobridge_spec.report.needs import facts
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.validation.load import readable


@click.command("open")
@click.argument("package", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@format_option("text", "json")
@click.pass_obj
def command(output: Output, package: Path, folder: Path | None) -> None:
    """Unpack PACKAGE into the new folder DIR, and say what it is and what it needs.

    PACKAGE is a .zip, .tgz or .tar.zst that `rrspec pack` made. Every entry is judged before any gets its name, and
    every file is compared with the package's own list. Where DIR is not given, it is `<id>-<version>` as the manifest
    says them. Nothing is executed.
    """

    def judge(files: ArtifactFiles) -> None:
        readable(files, str(package))

    with PackageReader(package) as reader:
        target, count = (folder, reader.unpack(folder, judge)) if folder else reader.unpack_within(Path(), judge)
        digest = reader.artifact_digest
        top = reader.top
    context = readable(FolderFiles(target), str(package))
    subject = Subject(context)
    manifest = context.manifest
    names = open_experiments(context)
    said = Opened(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        title=manifest.title,
        level=manifest.level,
        folder=str(target),
        files=count,
        artifact_digest=digest,
        tasks=[task for task in context.tasks if task.partition("/")[0] in names],
        needs=dict(facts(subject)),
        other_top=top if other_name(context.files, top) else "",
        forced=forced((target / RO_CRATE).read_bytes()) if RO_CRATE in context.files.entries else "",
    )
    if output.is_json:
        output.json(said.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.text(said, output.out))
