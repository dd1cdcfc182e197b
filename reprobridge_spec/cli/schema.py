"""`rrspec schema`."""

import click

from reprobridge_spec import resources
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import UsageError
from reprobridge_spec.rules.nearest import one_of


@click.command("schema")
@click.argument("document", required=False)
@click.pass_obj
def command(output: Output, document: str | None) -> None:
    """Print the JSON Schema of DOCUMENT, or the names of those there are."""
    folder = resources.folder("schema") / "1.0"
    names = sorted(path.name.removesuffix(".schema.json") for path in folder.glob("*.schema.json"))
    if document is None:
        output.lines(names)
    elif document not in names:
        raise UsageError(f"there is no document {document}", hint=one_of(document, names))
    else:
        output.lines([(folder / f"{document}.schema.json").read_text(encoding="utf-8").rstrip("\n")])
