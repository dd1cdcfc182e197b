"""The check-list (meta-information) of an artifact appendix: a line on each thing that a committee looks up."""

import shlex
from collections.abc import Iterator, Mapping

from reprobridge_spec.handover.export import compute
from reprobridge_spec.handover.export.assets import existing_assets
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.outcomes import Outcome
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.render.amounts import listed
from reprobridge_spec.render.needs import cards, disk, open_experiments

TODO = "to be filled in by the authors"
"""What no manifest can know."""
_FEW = 8
_NOT_SAID = "not said"


def meta_information(source: Source, found: Mapping[str, Outcome]) -> Iterator[tuple[str, str]]:
    """Names, each with what is said of it."""
    manifest, context = source.manifest, source.context
    yield "Program", listed(dict.fromkeys(_programs(source)), _FEW) or _NOT_SAID
    for what, kind in (("Model", InputKind.CHECKPOINT), ("Data set", InputKind.DATASET)):
        names = [f"`{name}`" for name, body in manifest.inputs.items() if body.kind is kind]
        if names:
            yield what, listed(names, _FEW)
    yield "Run-time environment", listed(f"`{name}`" for name in manifest.environments) or _NOT_SAID
    yield "Hardware", listed(compute.machines(source), 2) or f"nothing recorded; GPU declared: {cards(context)}"
    yield "Metrics", listed(dict.fromkeys(body.name or task for task, body in context.tasks.items())) or _NOT_SAID
    yield "Output", "one score a task with a verdict; raw outputs of each run with their digests"
    yield "Experiments", listed((f"`{name}`" for name in open_experiments(context)), _FEW) or "none"
    yield "Allowed variation", "the intervals below"
    yield "Disk space", disk(context)
    yield "Time to prepare", "not measured: packages of the locks and inputs are fetched once"
    yield "Time to complete", compute.time_of(source, [run for one in found.values() for run in one.runs])
    yield "Publicly available", TODO
    yield "Code licences", _code_licences(source)
    yield "Data licences", _licences(source)
    yield "Workflow framework", f"rrspec, RRA {manifest.rra}"
    yield "Archived (DOI)", TODO


def _programs(source: Source) -> list[str]:
    bodies = open_experiments(source.context).values()
    return [f"`{shlex.join(body.command[:2])}`" for body in bodies if body.command]


def _code_licences(source: Source) -> str:
    codebase = source.manifest.codebase
    release = codebase.upstream if codebase else None
    own = f"{source.manifest.license or _NOT_SAID} (what was written for the artifact)"
    return f"{own}; {release.license or _NOT_SAID} (the release that it comes from)" if release else own


def _licences(source: Source) -> str:
    by_licence: dict[str, list[str]] = {}
    for asset in existing_assets(source):
        if asset.is_input:
            by_licence.setdefault(asset.license or _NOT_SAID, []).append(asset.name.partition(" ")[2])
    return "; ".join(f"{licence}: {listed(names, _FEW)}" for licence, names in by_licence.items()) or "no data"
