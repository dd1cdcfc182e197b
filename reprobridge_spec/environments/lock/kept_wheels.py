"""What was built for the old lock: it stays as it is, and is not built again on every machine that makes the lock."""

from dataclasses import replace

from reprobridge_spec import digest
from reprobridge_spec.documents.python_bound import admitted_minors
from reprobridge_spec.environments import built_wheels
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.lock.base import LockRequest
from reprobridge_spec.environments.lock.built_wheel import BuiltWheel
from reprobridge_spec.environments.lock.workshop import needs_of
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What was built for the old lock, and is not to be upgraded.

    Attributes:
        kept: the wheels that are there.
        anew: names of packages whose wheel is gone, and which the person lets be built.
    """

    kept: tuple[BuiltWheel, ...] = ()
    anew: tuple[str, ...] = ()


def built_before(old: Lock, request: LockRequest, python: str) -> Before:
    """What of the old lock stays: what is for all; and all that is there, where the lock is for the same one as before.

    Args:
        old: the lock as it is.
        request: what is to be locked.
        python: the minor version of Python that it is locked for.

    Raises:
        ArtifactError: a wheel is gone or for another Python or platform, and nobody lets it be built; or it says
            nothing of itself.
        NotDoneError: a wheel cannot be read.
    """
    header = old.content.header
    is_same = header is not None and (header.python, header.platform) == (python, ",".join(request.platforms))
    is_for_one = len(request.platforms) == len(admitted_minors(request.python)) == 1
    kept: list[BuiltWheel] = []
    anew: list[str] = []
    for pin, wheel in built_wheels.beside(old).items():
        if pin.name in request.upgrade_packages:
            continue
        own = replace(pin, hashes=(digest.of_file(wheel),)) if wheel else pin
        built = BuiltWheel(file=wheel, pin=own, needs=needs_of(pin, wheel)) if wheel else None
        if built is not None and (built.is_for_all or (is_same and is_for_one)):
            kept.append(built)
        elif pin.name in request.allowed:
            anew.append(pin.name)
        elif built is None:
            raise built_wheels.lost(pin, old)
        else:
            raise ArtifactError(
                f"{built.file.name}, which was built for the old lock, is for another Python or platform",
                hint=f"Build it anew with `rrspec lock --allow-build {pin.name}`.",
                place=f"{old.path}:{pin.line}",
            )
    return Before(kept=tuple(kept), anew=tuple(anew))
