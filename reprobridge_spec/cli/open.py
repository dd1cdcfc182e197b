"""`rrspec open`."""

from pathlib import Path

import click

from reprobridge_spec.archive.content import RO_CRATE
from reprobridge_spec.archive.own_name import top_name
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.archive.ro_crate import forced
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.opened import Opened
from reprobridge_spec.render import opened as render
from reprobridge_spec.render.needs import open_experiments
from reprobridge_spec.report.needs import facts
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.validation.load import readable

_CRATE_BYTES = 256 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What the files say, read before their folder gets its name."""

    manifest: Manifest
    tasks: list[str]
    needs: dict[str, str]
    forced: str


def _read(files: ArtifactFiles, place: str) -> _Read:
    context = readable(files, place)
    names = open_experiments(context)
    return _Read(
        manifest=context.manifest,
        tasks=[task for task in context.tasks if task.partition("/")[0] in names],
        needs=dict(facts(Subject(context))),
        forced=forced(files.read(RO_CRATE, _CRATE_BYTES)) if RO_CRATE in files.entries else "",
    )


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
    read: list[_Read] = []

    def judge(files: ArtifactFiles) -> None:
        read.append(_read(files, str(package)))

    with PackageReader(package) as reader:
        target, count = (folder, reader.unpack(folder, judge)) if folder else reader.unpack_within(Path(), judge)
        digest = reader.artifact_digest
        top = reader.top
    (found,) = read
    manifest = found.manifest
    said = Opened(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        title=manifest.title,
        level=manifest.level,
        folder=str(target),
        files=count,
        artifact_digest=digest,
        tasks=found.tasks,
        needs=found.needs,
        other_top=top if top != top_name(manifest) else "",
        forced=found.forced,
    )
    if output.is_json:
        output.json(said.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.text(said, output.out))
