"""`rrspec fetch`."""

import os
from pathlib import Path

import click

from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import artifact_option, format_option, offline_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.environments.cache import default_cache
from reprobridge_spec.environments.fetch import fetch_input
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.validation.load import find_root


@click.command("fetch")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@artifact_option
@offline_option
@format_option("text", "json")
@click.pass_obj
def command(output: Output, inputs: tuple[str, ...], artifact: Path, offline: bool) -> int:
    """Bring inputs into the cache, each compared with its digest.

    Without names all inputs are fetched that are no services.
    """
    root = find_root(artifact)
    checked = gate(output, root, Level.DRAFT)
    if checked.context is None:
        return checked.code
    known = {name: body for name, body in checked.context.manifest.inputs.items() if body.kind is not InputKind.SERVICE}
    for name in inputs:
        if name not in known:
            raise UsageError(f"there is no input {name} to fetch", hint=one_of(name, known))
    fetched = [
        fetch_input(
            root,
            name,
            known[name],
            cache=default_cache(os.environ),
            environ=os.environ,
            offline=offline,
            progress=output.progress,
        )
        for name in inputs or known
    ]
    if output.is_json:
        output.json(
            [{"input": item.id, "path": str(item.path), "digest": item.digest, "fresh": item.fresh} for item in fetched]
        )
    else:
        output.lines(f"{item.id}: {'fetched' if item.fresh else 'in the cache'}, {item.path}" for item in fetched)
    return ExitCode.HOLDS
