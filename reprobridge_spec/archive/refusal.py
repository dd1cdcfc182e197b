"""What is said of a package that is not taken."""

from collections.abc import Mapping

from reprobridge_spec.errors import ArtifactError

_SHOWN = 200
"""Entries that are named, of which a person reads the first ten, and a program looks for its own."""


def damaged(file: str, why: str) -> ArtifactError:
    """The error for a file that cannot be read as a whole."""
    return ArtifactError(why, hint="Get the file again; it is damaged, or is no package.", place=file)


def followed(file: str) -> ArtifactError:
    """The error for a compressed file with bytes behind its end."""
    return damaged(file, "bytes follow the end of its compressed ones; some readers take them and others do not")


def refusal(file: str, faults: Mapping[str, str]) -> ArtifactError:
    """The error that names entries, and says what is wrong with each."""
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
