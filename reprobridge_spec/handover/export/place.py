"""Where a result may go: never over a document of the standard, over a file of another kind, or among the artifact."""

from collections.abc import Collection
from pathlib import Path

from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.base import Exporter

_LARGEST = 16 << 20
"""A result that is one file is smaller: what is larger is something else."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where the artifact lies.

    Attributes:
        root: its folder, or the package.
        documents: paths of its documents below it.
    """

    root: Path
    documents: Collection[str] = ()


def refuse_file(target: Path, exporter: Exporter, home: Home, *, replace: bool) -> None:
    """Whether another file at `target` may be replaced.

    Raises:
        UsageError: it may not: it was not asked for, or it is no earlier result in the same format.
        NotDoneError: it cannot be read.
    """
    if _inside(target, home.root) in home.documents:
        raise UsageError(
            "a document of the artifact stands there, and it is not replaced",
            hint="Name another file with -o.",
            place=str(target),
        )
    if not target.is_file():
        return
    if not _is_earlier(target, exporter.mark):
        raise UsageError(
            f"a file stands there that is no {exporter.name}, and it is not replaced",
            hint="Name a new file with -o.",
            place=str(target),
        )
    if not replace:
        raise UsageError(
            "another file stands there, and it is not replaced",
            hint="Name a new file with -o, or give --replace.",
            place=str(target),
        )


def refuse_folder(target: Path, exporter: Exporter, home: Home) -> None:
    """Whether a folder may be made at `target`.

    Raises:
        UsageError: it lies in the artifact, which would then hold itself or what is no part of it.
    """
    if not exporter.belongs_inside and _inside(target, home.root) is not None:
        raise UsageError(
            "it lies in the artifact, and would be a part of it",
            hint="Name a folder outside the artifact with -o.",
            place=str(target),
        )


def _inside(target: Path, root: Path) -> str | None:
    """The path below the artifact's folder; None where it lies elsewhere."""
    place = target.parent.resolve() / target.name if target.name not in {"", ".."} else target.resolve()
    # a link may lead to a document, and another spelling of a path, too
    for one in (place, target.resolve()):
        if one.is_relative_to(root.resolve()):
            return one.relative_to(root.resolve()).as_posix()
    return None


def _is_earlier(target: Path, mark: bytes) -> bool:
    try:
        return target.stat().st_size <= _LARGEST and mark in target.read_bytes()
    except OSError as error:
        raise NotDoneError(
            f"it cannot be read: {error.strerror or error}", hint="Name another place with -o.", place=str(target)
        ) from error
