"""Wheels that were built for a lock and lie beside it, found by their digests, whatever they are called."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.errors import ArtifactError


def lacking(lock: Lock) -> list[Pin]:
    """The pins whose built wheel does not lie beside the lock.

    Raises:
        OSError: a wheel cannot be read.
    """
    built = [pin for pin in lock.content.pins if pin.origin is not None]
    there = _there(lock) if built else {}
    return [pin for pin in built if not there.keys() & set(pin.hashes)]


def copied(lock: Lock, folder: Path) -> list[str]:
    """Arguments for pip that let it find the built wheels of `lock`: copies in `folder`, and nothing besides them.

    Raises:
        ArtifactError: one is not there, or is another one.
        OSError: one cannot be copied.
    """
    built = [pin for pin in lock.content.pins if pin.origin is not None]
    if not built:
        return []
    there = _there(lock)
    for pin in built:
        found = next((there[sha256] for sha256 in pin.hashes if sha256 in there), None)
        if found is None:
            raise ArtifactError(
                f"the wheel of {pin.name} {pin.version} was built for the lock, and none with its digest lies in "
                f"{lock.wheels.name}/ beside it",
                hint="Put the file back, or make the lock anew with `rrspec lock`.",
                place=f"{lock.path}:{pin.line}",
            )
        shutil.copyfile(found, folder / found.name)
    return ["--find-links", str(folder)]


def _there(lock: Lock) -> Mapping[str, Path]:
    """The wheels beside the lock by their digests; links are none."""
    if not lock.wheels.is_dir():
        return {}
    wheels = sorted(path for path in lock.wheels.glob("*.whl") if path.is_file() and not path.is_symlink())
    return {digest.of_file(path): path for path in wheels}
