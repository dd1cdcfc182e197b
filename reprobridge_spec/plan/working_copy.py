"""Which files a launcher sees: code without docs and shipped results, launchers, environments; nothing else."""

from collections.abc import Iterable

from reprobridge_spec.globs import matches
from reprobridge_spec.model.manifest import Manifest

LAUNCHERS = "launchers"
ENVIRONMENTS = "env"


def paths(manifest: Manifest, present: Iterable[str]) -> list[str]:
    """The paths of the working copy among those that are `present`, sorted."""
    codebase = manifest.codebase
    code = f"{codebase.path if codebase else 'code'}/"
    left_out = [*codebase.docs, *codebase.shipped_results] if codebase else []
    return sorted(
        path
        for path in present
        if (path.startswith(code) and not matches(path.removeprefix(code), left_out))
        or path.startswith((f"{LAUNCHERS}/", f"{ENVIRONMENTS}/"))
    )
