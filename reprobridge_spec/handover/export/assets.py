"""What an artifact is made with and of: releases, data, checkpoints, services; where from, and under which licence."""

from collections.abc import Iterator
from typing import assert_never

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.places import in_manifest
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GitSource,
    HuggingFaceSource,
    Input,
    ManualSource,
    PackageSource,
    ServiceSource,
    UrlSource,
)
from reprobridge_spec.model.paper import GitRelease
from reprobridge_spec.rules.input_addresses import holds_secret

UNKNOWN = "unknown"
_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """Something that others made, or that comes with the artifact.

    Attributes:
        name: what it is.
        origin: where it comes from, with what pins it.
        license: as the manifest says; empty where it says nothing.
        place: where it says so.
        is_input: whether it is data or a checkpoint, and not the release.
    """

    name: str
    origin: str
    license: str
    place: str
    is_input: bool


def existing_assets(source: Source) -> list[Asset]:
    """The release that the code comes from, then every input but services."""
    inputs = [_asset(source, name, body) for name, body in source.manifest.inputs.items() if body.kind != "service"]
    return [*_release(source), *inputs]


def origin(body: Input) -> str:
    """Where an input comes from, with what pins it, in a few words."""
    match body.source:
        case PackageSource(package=package):
            return f"package `{package.name}` {package.version}"
        case UrlSource(url=url):
            return _address(url)
        case DoiSource(doi=doi):
            return f"doi:{doi}"
        case HuggingFaceSource(huggingface=hub):
            return f"Hugging Face `{hub.repo}` at `{hub.revision[:_DIGITS]}`"
        case GitSource(git=git):
            return f"{_address(git.url)} at `{git.commit[:_DIGITS]}`"
        case BundledSource(bundled=path):
            return f"`{path}` in the artifact"
        case ManualSource(manual=text):
            return text
        case ServiceSource(service=service):
            return f"`{service.host}`, snapshot `{service.snapshot}`"
        case _:
            assert_never(body.source)


def _address(url: str) -> str:
    return "an address that holds a secret" if holds_secret(url) else f"`{url}`"


def access(body: Input) -> str:
    """Who can get an input, where that is not everybody; empty where it is open."""
    if isinstance(body.access, str):
        return "brought by hand" if isinstance(body.source, ManualSource) else ""
    said = body.access.model_dump(mode="json", exclude_none=True)
    kind, details = next(iter(said.items()))
    return f"{kind}: {details['who']}"


def _release(source: Source) -> Iterator[Asset]:
    codebase = source.manifest.codebase
    release = codebase.upstream if codebase else None
    if codebase is None or release is None:
        return
    if isinstance(release, GitRelease):
        where = f"{_address(release.url)} at `{release.commit[:_DIGITS]}`"
    else:
        where = f"{_address(release.archive)}, SHA-256 `{release.sha256[:_DIGITS]}`"
    place = in_manifest(source, ("codebase", "upstream"))
    name = f"the authors' release (code: {codebase.relation})"
    yield Asset(name=name, origin=where, license=release.license or "", place=place, is_input=False)


def _asset(source: Source, name: str, body: Input) -> Asset:
    return Asset(
        name=f"{body.kind} `{name}`",
        origin=origin(body),
        license=body.license or "",
        place=in_manifest(source, ("inputs", name)),
        is_input=True,
    )
