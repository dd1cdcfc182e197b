"""What a source distribution says that it is built with; nothing of it is executed or unpacked."""

import tomllib
from pathlib import Path

from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.kinds_of_archive import open_held
from reprobridge_spec.errors import ArtifactError

_LIMITS = Limits(total=8 << 30)
_PROJECT = "pyproject.toml"
_MAX_BYTES = 1 << 20
USUAL = ("setuptools>=40.8.0", "wheel")
"""What builds a source distribution that says nothing:
https://packaging.python.org/en/latest/specifications/pyproject-toml/#build-system"""


def build_requires(archive: Path) -> tuple[str, ...]:
    """The requirements of what builds it, as `[build-system]` of its `pyproject.toml` has them, or the usual ones.

    Raises:
        ArtifactError: it is no archive that is read, is damaged, holds what is refused, or its table is none that the
            specification allows.
        NotDoneError: it cannot be read.
    """
    held = open_held(archive, _LIMITS, is_release=True)
    try:
        found = [path for path in held.entries if path.count("/") == 1 and path.endswith(f"/{_PROJECT}")]
        if not found:
            return USUAL
        if held.entries[found[0]].size > _MAX_BYTES:
            raise _unreadable(archive, f"is longer than {_MAX_BYTES} bytes")
        text = held.read(found[0])
    finally:
        held.close()
    try:
        table = tomllib.loads(text.decode("utf-8")).get("build-system")
    except ValueError as error:
        raise _unreadable(archive, f"cannot be read: {error}") from error
    if table is None:
        return USUAL
    match table:
        case {"requires": [*requires]} if all(isinstance(one, str) for one in requires):
            return tuple(requires)
    raise _unreadable(archive, "has a [build-system] without a list `requires`")


def _unreadable(archive: Path, why: str) -> ArtifactError:
    return ArtifactError(
        f"{_PROJECT} of {archive.name} {why}", hint="No tool can build it; take another version of the package."
    )
