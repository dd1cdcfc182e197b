"""`rrspec init`."""

from pathlib import Path

import click

from reprobridge_spec.adopt.adopt import Wish, adopt
from reprobridge_spec.adopt.mend import mend
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.progress import files_told
from reprobridge_spec.errors import UsageError
from reprobridge_spec.render import adopted as render
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


@click.command("init")
@click.argument("repository", type=click.Path(path_type=Path), default=Path(), metavar="[REPO]")
@click.option(
    "-o", "--output", "target", type=click.Path(path_type=Path), help="The new folder; `<name>-rra` if not given."
)
@click.option("--id", "id_", help="Id of the artifact; made of the repository's name if not given.")
@click.option("--commit", help="The commit that is meant; the one that is checked out if not given.")
@click.option("--url", help="Public address of the release, where it does not say it itself.")
@click.option("--repair", is_flag=True, help="Mend what today's packages no longer have, where that is safe.")
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    repository: Path,
    target: Path | None,
    id_: str | None,
    commit: str | None,
    url: str | None,
    repair: bool,
) -> None:
    """Adopt REPO, a clone, an archive or a folder (here if not given), as a draft artifact in a new folder.

    It is read and never executed, and stays as it is. The draft pins the release, and holds what was found: packages,
    commands, seeds, data, tables; each guess is marked with where it stands, the rest is TODO, and `rrspec status`
    lists both. In an artifact, `--repair` mends its code for the packages of its locks, as changes of the record.
    """
    if (repository / MANIFEST_FILE).is_file() and repair:
        if any((target, id_, commit, url)):
            raise UsageError(
                "REPO is an artifact, which is repaired where it lies", hint="Leave the other options out."
            )
        mended = mend(repository)
        if output.is_json:
            output.json(mended.model_dump(mode="json", by_alias=True, exclude_defaults=True))
        else:
            output.lines(render.mended(mended, output.out))
        return
    with files_told("files", seen=not output.is_json) as told:
        wish = Wish(release=repository, target=target, commit=commit, url=url, name=id_, repair=repair)
        adopted = adopt(wish, cwd=Path.cwd(), told=told)
    if output.is_json:
        output.json(adopted.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.text(adopted, output.out))
