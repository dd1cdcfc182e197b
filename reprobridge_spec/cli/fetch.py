"""`rrspec fetch`."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import artifact_option, format_option, offline_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.transfer import Transfers
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.environments.cache import default_cache
from reprobridge_spec.environments.fetch_all import fetch_all, read_again, worst_code
from reprobridge_spec.environments.pin import pin
from reprobridge_spec.environments.sources.given import given_place
from reprobridge_spec.environments.way import usual_way
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.fetching import FetchedInput, FetchReport
from reprobridge_spec.model.inputs import Input, InputKind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import fetched as render
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.validation.load import find_root, readable


@click.command("fetch")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@artifact_option
@click.option("--verify", is_flag=True, help="Read all again that is in the cache; nothing is fetched.")
@click.option(
    "--from",
    "given",
    metavar="PATH",
    help="Take the files of one input from this file, archive or folder; they are known by their digests.",
)
@click.option("--pin", "pins", is_flag=True, help="Write the digests of the files that the sources have today.")
@offline_option
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    inputs: tuple[str, ...],
    artifact: Path,
    verify: bool,
    given: str | None,
    pins: bool,
    offline: bool,
) -> int:
    """Bring inputs into the cache, each file compared with its digest.

    Without names all inputs are fetched that are no services. What breaks off is gone on with the next time. With
    --pin, an input of one file that has no digest yet gets that of the file which its source has today.
    """
    _refuse_together(inputs, verify, given, pins=pins)
    place = None if given is None else given_place(given)
    root = find_root(artifact)
    checked = gate(output, root, Level.DRAFT)
    if checked.context is None:
        return checked.code
    manifest = checked.context.manifest
    wanted = _named(manifest.inputs, inputs)
    cache, transfers = default_cache(os.environ), Transfers(output)
    if pins:
        wanted = _pinned(output, root, wanted, transfers, place, cache, offline=offline)
    if verify:
        items = read_again(root, wanted, cache=cache, progress=output.progress)
    else:
        way = usual_way(os.environ, output.progress, moved=transfers.moved, given=place)
        items = fetch_all(
            root, wanted, cache=cache, environ=os.environ, offline=offline, progress=output.progress, way=way
        )
    done = list(_told(output, items, transfers))
    if output.is_json:
        report = FetchReport(rra=SPEC_VERSION, artifact=f"{manifest.id} {manifest.version}", inputs=done)
        output.json(report.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    return worst_code(done)


def _pinned(
    output: Output,
    root: Path,
    inputs: dict[str, Input],
    transfers: Transfers,
    given: Path | None,
    cache: Path,
    *,
    offline: bool,
) -> dict[str, Input]:
    """The inputs with the digests that they have now."""
    way = usual_way(os.environ, output.progress, moved=transfers.moved, given=given)
    for name, body in inputs.items():
        pinned = pin(root, name, body, cache=cache, environ=os.environ, way=way, offline=offline)
        transfers.end()
        output.progress(f"{name}: rra.yaml says sha256 {pinned.sha256} now; nothing says that the paper used this file")
    context = readable(FolderFiles(root), str(root))
    return {name: context.manifest.inputs[name] for name in inputs}


def _told(output: Output, items: Iterator[FetchedInput], transfers: Transfers) -> Iterator[FetchedInput]:
    for item in items:
        transfers.end()
        if not output.is_json:
            output.lines(render.text(item, output.out))
        yield item


def _named(inputs: dict[str, Input], names: tuple[str, ...]) -> dict[str, Input]:
    known = {name: body for name, body in inputs.items() if body.kind is not InputKind.SERVICE}
    for name in names:
        if name not in known:
            raise UsageError(f"there is no input {name} to fetch", hint=one_of(name, known))
    return {name: known[name] for name in names} if names else known


def _refuse_together(inputs: tuple[str, ...], verify: bool, given: str | None, *, pins: bool) -> None:
    if pins and (verify or not inputs):
        raise UsageError("--pin takes names of inputs, and no --verify", hint="Name them: `rrspec fetch INPUT --pin`.")
    if given is None:
        return
    if verify:
        raise UsageError("--from and --verify do not go together", hint="Fetch first, and verify then.")
    if len(inputs) != 1:
        raise UsageError("--from takes the files of one input", hint="Name it: `rrspec fetch INPUT --from PATH`.")
