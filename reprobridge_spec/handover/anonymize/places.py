"""Where an anonymous artifact and its mapping may go: not into an artifact, which would hand them over."""

from pathlib import Path

from reprobridge_spec.errors import UsageError
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def refuse_target(target: Path) -> None:
    """Whether the new folder may be made there.

    Raises:
        UsageError: it would lie in an artifact.
    """
    for folder in target.absolute().parent.resolve(), *target.absolute().parent.resolve().parents:
        if (folder / MANIFEST_FILE).is_file():
            raise UsageError(
                f"the anonymous artifact would lie in the one in `{folder}`, and be a part of it",
                hint="Name a folder outside of every artifact with -o.",
                place=str(target),
            )


def refuse_seal(seal: Path, target: Path) -> None:
    """Whether the mapping may be written there.

    Raises:
        UsageError: something stands there, or it would lie in an artifact.
    """
    if seal.exists() or seal.is_symlink():
        raise UsageError(
            "something stands there already, and no mapping is lost for another",
            hint="Name a new file for the mapping.",
            place=str(seal),
        )
    place = seal.absolute().parent.resolve()
    for folder in (place, *place.parents):
        if folder == target.absolute() or (folder / MANIFEST_FILE).is_file():
            raise UsageError(
                "the mapping would lie in an artifact, and be handed over with it",
                hint="Name a file outside of every artifact.",
                place=str(seal),
            )
