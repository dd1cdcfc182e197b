"""`rrspec unseal`."""

from pathlib import Path

import click

from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.handover.anonymize.unseal import read_seal, unseal
from reprobridge_spec.handover.diff.side import opened_files
from reprobridge_spec.render import seal as render


@click.command("unseal")
@click.argument("anonymous", type=click.Path(path_type=Path))
@click.argument("named", type=click.Path(path_type=Path))
@click.option("--seal", "mapping", type=click.Path(path_type=Path), required=True, help="The sealed mapping.")
@format_option("text", "json")
@click.pass_obj
def command(output: Output, anonymous: Path, named: Path, mapping: Path) -> int:
    """Prove that ANONYMOUS and NAMED, folders or packages, are the same content.

    The mapping that `rrspec anonymize` wrote is carried out on NAMED once more, and each file compared with that of
    ANONYMOUS. A mapping that changes more than names, and the digests that follow from them, proves nothing. Ends with
    1 where a file differs.
    """
    seal = read_seal(mapping)
    with opened_files(anonymous) as of_anonymous, opened_files(named) as of_named:
        result = unseal(of_anonymous, of_named, seal)
    if output.is_json:
        output.json(result.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.unsealed(result, seal))
    return ExitCode.HOLDS if result.holds else ExitCode.FINDINGS
