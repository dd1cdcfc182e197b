"""`rrspec report`."""

from datetime import UTC, datetime
from pathlib import Path

import click

from reprobridge_spec.audit.evidence import trust, witnesses
from reprobridge_spec.cli.options import artifact_option, evidence_options
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import UsageError
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.report.document import document
from reprobridge_spec.report.gather import gathered
from reprobridge_spec.report.place import check_place, usual_place


def _moment(_ctx: click.Context, _param: click.Parameter, value: str | None) -> datetime:
    if value is None:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is no moment: write 2026-11-29T16:00:00Z.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


@click.command("report")
@click.argument("path", type=click.Path(path_type=Path), required=False, metavar="[FILE|DIR]")
@artifact_option
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="File to make.")
@click.option(
    "--now", metavar="TIME", callback=_moment, help="Moment that the page names; the present one if not given."
)
@evidence_options
@click.pass_obj
def command(
    output: Output,
    path: Path | None,
    artifact: Path,
    target: Path | None,
    now: datetime,
    seen: tuple[Path, ...],
    records: Path | None,
    signers: Path | None,
    clocks: Path | None,
) -> None:
    """Show all of an artifact on one page.

    The page is one HTML file that opens without a server and asks nobody for anything. Nothing of the artifact, a
    folder or a package, is executed: its findings, records, references and decisions are shown, and the audit's
    verdicts are computed from the records. What is missing is said on the page.
    """
    if path is not None and artifact != Path():
        raise UsageError("FILE or DIR and `-C` do not go together", hint="Give one of them.")
    chosen = path or artifact
    with gathered(chosen, now, witnesses(seen, chosen), records, trust(signers, clocks)) as sources:
        file = target or usual_place(chosen, sources)
        check_place(file)
        page = document(sources).encode()
    with replacing_file(file) as sink:
        sink.write(page)
    output.lines([str(file)])
    output.progress(f"{len(page):,} bytes")
