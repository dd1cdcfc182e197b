"""The manifest of an anonymous artifact as it may be told to other tools: without what names anybody."""

from reprobridge_spec.model.inputs import (
    BundledSource,
    Gated,
    GatedAccess,
    Input,
    ManualSource,
    PackageSource,
    Restricted,
    RestrictedAccess,
    ServiceSource,
)
from reprobridge_spec.model.manifest import Manifest

WITHHELD = "withheld while the artifact is anonymous"
"""What stands where somebody is named."""

_OWNED_BY_NOBODY = PackageSource | BundledSource | ServiceSource


def nameless(manifest: Manifest) -> Manifest:
    """The same without authors, identifiers and venue of the paper, the authors' release, and owners of inputs."""
    paper, codebase = manifest.paper, manifest.codebase
    return manifest.model_copy(
        update={
            "paper": paper and paper.model_copy(update={"authors": None, "identifiers": [], "venue": None}),
            "codebase": codebase and codebase.model_copy(update={"upstream": None}),
            "inputs": {name: _input(given) for name, given in manifest.inputs.items()},
        }
    )


def _input(given: Input) -> Input:
    update: dict[str, object] = {"permitted": None}
    if not isinstance(given.source, _OWNED_BY_NOBODY):
        update["source"] = ManualSource(manual=WITHHELD)
    match given.access:
        case GatedAccess():
            update["access"] = GatedAccess(gated=Gated(who=WITHHELD, where=WITHHELD))
        case RestrictedAccess():
            update["access"] = RestrictedAccess(restricted=Restricted(who=WITHHELD))
        case _:
            pass
    return given.model_copy(update=update)
