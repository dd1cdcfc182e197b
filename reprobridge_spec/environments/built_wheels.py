"""Wheels that were built for a lock and lie beside it, found by their digests."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from packaging.utils import InvalidWheelFilename, parse_wheel_filename

from reprobridge_spec import digest
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.errors import ArtifactError


def beside(lock: Lock) -> Mapping[Pin, Path | None]:
    """For each pin that was built its wheel, or None where none of this package and digest lies beside the lock.

    Raises:
        OSError: a wheel cannot be read.
    """
    built = [pin for pin in lock.content.pins if pin.origin is not None]
    wheels = sorted(lock.wheels.glob("*.whl")) if built and lock.wheels.is_dir() else []
    # links are no wheels: what they lead to may be another file tomorrow
    there = {digest.of_file(path): path for path in wheels if path.is_file() and not path.is_symlink()}
    return {pin: next((there[one] for one in pin.hashes if _is_of(there.get(one), pin)), None) for pin in built}


def refuse_lacking(lock: Lock) -> None:
    """Nothing where all wheels that were built lie beside the lock.

    Raises:
        ArtifactError: one is not there, or is another one.
        OSError: one cannot be read.
    """
    for pin, wheel in beside(lock).items():
        if wheel is None:
            raise lost(pin, lock)


def copied(lock: Lock, folder: Path) -> Mapping[Pin, Path]:
    """Copies in `folder` of the wheels that were built for `lock`.

    Raises:
        ArtifactError: one is not there, or is another one.
        OSError: one cannot be copied.
    """
    refuse_lacking(lock)
    return {pin: Path(shutil.copyfile(wheel, folder / wheel.name)) for pin, wheel in beside(lock).items() if wheel}


def lost(pin: Pin, lock: Lock) -> ArtifactError:
    """The error for a pin whose built wheel is not there."""
    return ArtifactError(
        f"the wheel of {pin.name} {pin.version} was built for the lock, and none with its digest lies in "
        f"{lock.wheels.name}/ beside it",
        hint=f"Put the file back; or build it anew with `rrspec lock --allow-build {pin.name}`.",
        place=f"{lock.path}:{pin.line}",
    )


def _is_of(wheel: Path | None, pin: Pin) -> bool:
    if wheel is None:
        return False
    try:
        return parse_wheel_filename(wheel.name)[0] == pin.name
    except InvalidWheelFilename:
        return False
