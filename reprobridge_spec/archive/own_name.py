"""What a package's folder is called: as the manifest in it says, which is checked, and as nothing around it says."""

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.schemas.kinds import MANIFEST, MANIFEST_FILE
from reprobridge_spec.schemas.load import load

_MOST_BYTES = 64 << 20


def top_name(manifest: Manifest) -> str:
    """`<id>-<version>`: the one folder at the top of a package, and what its name begins with."""
    return f"{manifest.id}-{manifest.version}"


def own_name(files: ArtifactFiles, package: str) -> str:
    """`<id>-<version>` of the artifact in a package.

    Args:
        files: the artifact's files.
        package: the package, for messages.

    Raises:
        ArtifactError: the manifest is missing or cannot be read, or gives no name that a folder can have everywhere.
    """
    try:
        loaded = load(MANIFEST, files.read(MANIFEST_FILE, _MOST_BYTES), MANIFEST_FILE)
    except (OSError, ValueError) as error:
        raise _nameless(package) from error
    manifest = loaded.model or (loaded.rest.model if loaded.rest else None)
    name = top_name(manifest) if manifest else ""
    if "/" in name or artifact_path.fault_in(name) or artifact_path.portability_fault_in(name):
        raise _nameless(package)
    return name


def _nameless(package: str) -> ArtifactError:
    return ArtifactError(
        f"its {MANIFEST_FILE} gives no id and version by which the new folder could be called",
        hint="`rrspec validate` says what is wrong with it.",
        place=package,
    )
