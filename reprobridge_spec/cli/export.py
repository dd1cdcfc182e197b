"""`rrspec export`."""

from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

import click

from reprobridge_spec.audit.audit import audit
from reprobridge_spec.audit.evidence import opened
from reprobridge_spec.cli.completing import complete_format
from reprobridge_spec.cli.exporting import TargetPath, deliver, home_of, readable, verification_at
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import UsageError
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.stated import stated
from reprobridge_spec.handover.export.table import EXPORTERS, exporter


def _day(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise click.BadParameter(f"{value!r} is no day: write 2026-11-30.") from None


def _pairs(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for value in values:
        key, equals, said = value.partition("=")
        if not equals or not key or not said.strip():
            raise click.BadParameter(f"{value!r} is no pair: write KEY=VALUE.")
        pairs[key] = said.strip()
    return pairs


def _list(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        output: Output = ctx.ensure_object(Output)
        output.lines(f"{name:<20} {exporter(name).what}" for name in EXPORTERS)
        ctx.exit()


@click.command("export")
@click.argument("name", metavar="FORMAT", shell_complete=complete_format)
@click.argument("artifact", type=click.Path(path_type=Path), default=Path(), metavar="[ARTIFACT]")
@click.option(
    "-o",
    "--output",
    "target",
    type=TargetPath(path_type=Path),
    metavar="PATH",
    help="File to make, or an existing folder for it; for formats that are folders, the new folder; `-` prints.",
)
@click.option("--replace", is_flag=True, help="Take the place of an earlier result at PATH in the same format.")
@click.option(
    "--published",
    metavar="DAY",
    callback=_day,
    help="Day on which it is published, for the formats that name one; no other day is ever made up.",
)
@click.option("--agent", metavar="NAME", help="Who made the runs, for the formats that name them; records do not.")
@click.option(
    "--author",
    "authors",
    multiple=True,
    metavar="NAME",
    help="Who made the artifact, as `Family, Given` or a name as it is; once for each. No artifact says so.",
)
@click.option(
    "--witness",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A verification of this content that you made or trust: scores are then its, not those of the records.",
)
@click.option(
    "--say",
    "said",
    multiple=True,
    metavar="KEY=VALUE",
    callback=_pairs,
    help="A name that a format asks for and no manifest holds, once for each; `--list` says which formats do.",
)
@click.option("--anonymous", is_flag=True, help="Name nobody, as if the artifact were under double-blind review.")
@click.option(
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="List the formats, and exit."
)
@click.pass_obj
def command(
    output: Output,
    name: str,
    artifact: Path,
    target: Path | None,
    replace: bool,
    published: str | None,
    agent: str | None,
    authors: tuple[str, ...],
    witness: Path | None,
    said: dict[str, str],
    anonymous: bool,
) -> None:
    """Say what an artifact says in another FORMAT.

    ARTIFACT is a folder, or a package. What it does not say, the result does not say either: no date, no author and
    no score is made up, and what the format misses is told. Of an anonymous artifact nothing that names anybody is
    exported. Nothing of it is executed, and nothing in it is changed. Without -o, a result that is one file is
    printed.
    """
    chosen = exporter(name)
    if chosen.needs_folder and target is None:
        raise UsageError(f"{name} is a folder and cannot be printed", hint="Name a new folder with -o.")
    if said and not chosen.takes_names:
        raise UsageError(f"{name} asks for no names", hint="Leave out --say.")
    with opened(artifact) as files:
        context = readable(output, files, anonymous=anonymous)
        said_in_it = stated(context)
        source = Source(
            context=said_in_it.context,
            whole=context,
            unstated=said_in_it.left_out,
            audited=cache(lambda: audit(files)),
            published=published,
            agent=agent,
            authors=authors,
            verification=verification_at(witness, artifact, context) if witness else None,
            said=said,
            now=datetime.now(UTC),
        )
        deliver(output, chosen, source, target, home=home_of(artifact, context), replace=replace)
