"""`rrspec anonymize`."""

from pathlib import Path

import click

from reprobridge_spec.cli.asking import refuse_empty
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import UsageError
from reprobridge_spec.handover.anonymize.anonymize import Wanted, anonymize
from reprobridge_spec.handover.diff.side import opened_files
from reprobridge_spec.render import seal as render

_SHOWN = 10


@click.command("anonymize")
@click.argument("artifact", type=click.Path(path_type=Path), default=Path(), metavar="[ARTIFACT]")
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), required=True, help="New folder to make.")
@click.option("--seal", type=click.Path(path_type=Path), required=True, help="New file for the mapping, elsewhere.")
@click.option("--identity", multiple=True, metavar="TERM", help="A name, account, domain or institution of yours.")
@click.option("--names", type=click.Path(path_type=Path), metavar="FILE", help="Such terms, one a line.")
@click.option("--keep", multiple=True, metavar="TEXT", help="What names none of you: an owner of data, an address.")
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    artifact: Path,
    target: Path,
    seal: Path,
    identity: tuple[str, ...],
    names: Path | None,
    keep: tuple[str, ...],
) -> None:
    """Make an anonymous artifact of ARTIFACT, a folder or a package, for double-blind review.

    Neutral words take the place of your terms and of what gives people away without being asked: home folders, authors
    in documents and images, accounts, clusters. What one place says is an author's name goes from all others, too. The
    mapping, which you keep to yourself, says what stands for what; `rrspec unseal` proves with it that both are the
    same content. ARTIFACT stays as it is; one that holds a secret is refused.
    """
    terms = (*identity, *(_listed(names) if names else ()))
    refuse_empty(terms)
    with opened_files(artifact) as files:
        made = anonymize(files, target, seal, Wanted(terms=terms, keep=keep))
    if output.is_json:
        output.json(made.seal.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.made(made.seal, str(target), str(seal)))
    for doubt in made.doubts[:_SHOWN]:
        output.progress(f"{doubt}; if that is yours, start again with `--identity`")
    if len(made.doubts) > _SHOWN:
        output.progress(f"and {len(made.doubts) - _SHOWN} more such places")
    if made.unsearched:
        output.progress(f"not all of it was searched for secrets: {made.unsearched}")
    if not terms:
        output.progress("no terms were given: names that no field announces are not known. Use `--identity`.")


def _listed(file: Path) -> tuple[str, ...]:
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"the terms cannot be read: {error}", hint="Write one term a line, as UTF-8.", place=str(file)
        ) from error
    return tuple(line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#"))
