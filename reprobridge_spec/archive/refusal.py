"""What is said of a ZIP file that is not taken."""

from collections.abc import Mapping

from reprobridge_spec.errors import ArtifactError

_SHOWN = 10


def damaged(file: str, why: str) -> ArtifactError:
    """The error for a file that is no ZIP file as a whole."""
    return ArtifactError(why, hint="Get the file again; it is damaged, or is no package.", place=file)


def refusal(file: str, faults: Mapping[str, str]) -> ArtifactError:
    """The error that names entries, up to ten of them, and says what is wrong with each."""
    shown = [f"{name!r} {fault}" for name, fault in list(faults.items())[:_SHOWN]]
    if len(faults) > len(shown):
        shown.append(f"and {len(faults) - len(shown)} more")
    return ArtifactError(
        f"{len(faults)} of its entries cannot be taken: {'; '.join(shown)}",
        hint="Do not unpack it with other tools; ask whoever sent it for a new one.",
        place=f"{file}: {next(iter(faults))}",
    )


def refuse_above(number: int, limit: int, what: str, file: str) -> None:
    """Refuse more than `limit` of something.

    Raises:
        ArtifactError: `number` is larger.
    """
    if number > limit:
        raise ArtifactError(
            f"it holds {number} {what}; {limit} are taken at most",
            hint="Keep large data outside the package and declare them as inputs.",
            place=file,
        )
