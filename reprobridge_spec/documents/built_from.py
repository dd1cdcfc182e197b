"""What a lock says of a wheel that no index serves: which source distribution it was built from, and with what."""

import posixpath

from packaging.utils import InvalidWheelFilename, parse_wheel_filename

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_COMMENT = lazy_pattern(
    r"# built from sha256:(?P<sha256>[0-9a-f]{64})(?: with (?P<tools>[a-z0-9.-]+==[^\s,]+(?:, [a-z0-9.-]+==[^\s,]+)*))?"
)
_FOLDER = "wheels"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a built wheel comes from.

    Attributes:
        sha256: digest of the source distribution.
        tools: what it was built with, as `name==version`, in order.
    """

    sha256: str
    tools: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The comment below the pin."""
        return f"# built from sha256:{self.sha256}" + (f" with {', '.join(self.tools)}" if self.tools else "")


def origin(comment: str) -> Origin | None:
    """What a comment of a lock says; None where it says something else."""
    match = _COMMENT.fullmatch(comment)
    if match is None:
        return None
    return Origin(sha256=match["sha256"], tools=tuple(match["tools"].split(", ")) if match["tools"] else ())


def is_wheel_of(name: str, package: str) -> bool:
    """Whether a file of this name is a wheel of the package, whose name is in normal form."""
    try:
        return parse_wheel_filename(name)[0] == package
    except InvalidWheelFilename:
        return False


def folder_beside(lock: str) -> str:
    """The folder of the artifact in which the wheels lie that were built for the lock at `lock`."""
    return posixpath.join(posixpath.dirname(lock), _FOLDER)
