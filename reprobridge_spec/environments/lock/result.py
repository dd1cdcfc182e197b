"""A lock that was made, and its way into the artifact."""

from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.replacement import replacing_file


@dataclass(frozen=True, slots=True, kw_only=True)
class LockResult:
    """A lock that was made.

    Attributes:
        path: inside the artifact, with `/`.
        changed: whether its bytes are others than before.
        pins: what it holds.
        tool: what resolved it.
        tool_version: the version of that.
        notices: what a person should know about it, a sentence each.
        as_of: the day that it was made for; None for the day it was made on.
    """

    path: str
    changed: bool
    pins: tuple[Pin, ...]
    tool: LockTool
    tool_version: str
    notices: tuple[str, ...] = ()
    as_of: str | None = None


def write(root: Path, path: str, data: bytes) -> None:
    """Puts a lock where the manifest says; it is there as a whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    target = artifact_path.below(root, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing_file(target) as file:
        file.write(data)
