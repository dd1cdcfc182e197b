"""Where no lock may lie: the paths that the manifest has for something else."""

from collections.abc import Iterator

from reprobridge_spec import artifact_path
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def taken(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """The paths that something else than a lock has, each with what it is."""
    yield MANIFEST_FILE, "the manifest"
    for name, environment in manifest.environments.items():
        yield environment.requirements, f"the requirements of environment {name}"
    if manifest.guide is not None:
        yield manifest.guide.text, "the guide"
        yield manifest.guide.decisions, "the decisions of the guide"


def taken_by(manifest: Manifest, path: str) -> str | None:
    """What `path` is already; None where it is free for a lock."""
    wanted = artifact_path.folded(path)
    return next((what for other, what in taken(manifest) if artifact_path.folded(other) == wanted), None)
