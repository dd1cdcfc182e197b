"""Wheels that were built for a lock and lie beside it, found by their digests."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.documents.built_from import is_wheel_of
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.errors import ArtifactError, NotDoneError


def beside(lock: Lock) -> Mapping[Pin, Path | None]:
    """For each pin that was built its wheel, or None where none of this package and digest lies beside the lock.

    Raises:
        NotDoneError: a wheel cannot be read.
    """
    built = [pin for pin in lock.content.pins if pin.origin is not None]
    wheels = sorted(lock.wheels.glob("*.whl")) if built and lock.wheels.is_dir() else []
    try:
        # links are no wheels: what they lead to may be another file tomorrow
        there = {digest.of_file(path): path for path in wheels if path.is_file() and not path.is_symlink()}
    except OSError as error:
        raise NotDoneError(
            f"a wheel that was built cannot be read: {error.strerror or error}",
            hint="Look at the rights of the file.",
            place=str(error.filename),
        ) from error
    found = {pin: [there[one] for one in pin.hashes if one in there] for pin in built}
    return {pin: next((path for path in found[pin] if is_wheel_of(path.name, pin.name)), None) for pin in built}


def refuse_lacking(lock: Lock) -> None:
    """Nothing where all wheels that were built lie beside the lock.

    Raises:
        ArtifactError: one is not there, or is another one.
        NotDoneError: one cannot be read.
    """
    _all_there(lock)


def copied(lock: Lock, folder: Path) -> Mapping[Pin, Path]:
    """Copies in `folder` of the wheels that were built for `lock`.

    Raises:
        ArtifactError: one is not there, or is another one.
        OSError: one cannot be copied.
    """
    return {pin: Path(shutil.copyfile(wheel, folder / wheel.name)) for pin, wheel in _all_there(lock).items()}


def lost(pin: Pin, lock: Lock) -> ArtifactError:
    """The error for a pin whose built wheel is not there."""
    return ArtifactError(
        f"the wheel of {pin.name} {pin.version} was built for the lock, and none with its digest lies in "
        f"{lock.wheels.name}/ beside it",
        hint=f"Put the file back; or build it anew with `rrspec lock --allow-build {pin.name}`.",
        place=f"{lock.path}:{pin.line}",
    )


def _all_there(lock: Lock) -> Mapping[Pin, Path]:
    there: dict[Pin, Path] = {}
    for pin, wheel in beside(lock).items():
        if wheel is None:
            raise lost(pin, lock)
        there[pin] = wheel
    return there
