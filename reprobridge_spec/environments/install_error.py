"""What a failed installation means: is it the artifact's fault or not?"""

import re
from collections.abc import Mapping

from packaging.utils import canonicalize_name

from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.pip import Cause, Failure
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def install_error(failure: Failure, lock: Lock, *, python: str, platform: str) -> RrspecError:
    """The error for a lock whose pins could not be installed.

    A digest that differs is a fault of the artifact, or an attack. So is a version that the index does not have for
    this Python and platform although it has others: the lock says that it is for them. An index that knows nothing of
    the package at all is taken for one that is not the right one.
    """
    line = _lines(lock).get(_name(failure.package))
    place = f"{lock.path}:{line}" if line else lock.path
    match failure.cause:
        case Cause.HASH:
            return ArtifactError(
                f"{failure.package} does not have the digest of the lock: {failure.detail}",
                hint="Compare with another copy of it. Only if the index is right, run `rrspec lock` for its digests.",
                place=place,
            )
        case Cause.NOT_OFFERED:
            return ArtifactError(
                f"there is no wheel of {failure.package} for Python {python} on {platform}; {failure.detail}",
                hint="Make the lock anew for this Python and platform; or look whether your index is a partial mirror.",
                place=place,
            )
        case Cause.NOTHING_OFFERED:
            return NotDoneError(
                f"no index that was asked offers a wheel of {failure.package}",
                hint="Set the index that has it in pip's configuration; the guide should name it.",
                place=place,
            )
        case Cause.NETWORK:
            return NotDoneError(
                f"the index cannot be reached: {failure.detail}", hint="Look at the network and at pip's configuration."
            )
        case Cause.DISK_FULL:
            return NotDoneError("the disk is full", hint="Make room, or set TMPDIR and RRSPEC_CACHE elsewhere.")
        case Cause.CONFLICT | Cause.OTHER:
            return NotDoneError(f"pip failed: {failure.detail}", hint="Look at pip's configuration.", place=lock.path)


def _name(package: str) -> str:
    match = _NAME.match(package)
    return canonicalize_name(match.group()) if match else ""


def _lines(lock: Lock) -> Mapping[str, int]:
    return {pin.name: pin.line for pin in lock.content.pins}
