"""Where a report goes: never among the files of the artifact, and never over a file that is no report."""

from pathlib import Path

from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.report.document import GENERATOR
from reprobridge_spec.report.gather import Unreadable
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import find_root

_HEAD = 1 << 12
_MARK = f'<meta name="generator" content="{GENERATOR} '.encode()


def usual_place(artifact: Path, sources: Sources | Unreadable) -> Path:
    """In the caller's folder; beside the artifact where that is one of its own, as a file there would be part of it.

    Args:
        artifact: a folder in or at the artifact, or a package.
        sources: what is known of it.
    """
    here = Path.cwd()
    if artifact.is_dir() or artifact.name == MANIFEST_FILE:
        root = find_root(artifact)
        if here.is_relative_to(root):
            here = root.parent
    if isinstance(sources, Unreadable):
        return here / "report.html"
    return here / f"{sources.manifest.id}-{sources.manifest.version}.report.html"


def check_place(target: Path) -> None:
    """Whether a report may be written to `target`.

    Raises:
        UsageError: a file stands there that is no report.
        NotDoneError: it cannot be read.
    """
    if not target.is_file():
        return
    try:
        with target.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise NotDoneError(
            f"what stands there cannot be read: {error.strerror or error}",
            hint="Name another file with -o.",
            place=str(target),
        ) from error
    if _MARK not in head:
        raise UsageError(
            "a file stands there that is no report, and it is not replaced",
            hint="Name a new file with -o.",
            place=str(target),
        )
