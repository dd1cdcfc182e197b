"""What was built for the old lock: it stays as it is, and is not built again on every machine that makes the lock."""

from dataclasses import replace

from reprobridge_spec import digest
from reprobridge_spec.environments import built_wheels
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.lock.built_wheel import BuiltWheel
from reprobridge_spec.environments.lock.workshop import needs_of
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


def built_before(old: Lock, upgraded: frozenset[str], allowed: tuple[str, ...]) -> Before:
    """What of the old lock stays.

    Args:
        old: the lock as it is.
        upgraded: names of packages that are upgraded.
        allowed: names of packages that may be built.

    Raises:
        ArtifactError: a wheel is gone that nobody lets be built, or says nothing of itself.
        OSError: a wheel cannot be read.
    """
    kept: list[BuiltWheel] = []
    anew: list[str] = []
    for pin, wheel in built_wheels.beside(old).items():
        if pin.name in upgraded:
            continue
        if wheel is not None:
            kept.append(
                BuiltWheel(file=wheel, pin=replace(pin, hashes=(digest.of_file(wheel),)), needs=needs_of(pin, wheel))
            )
        elif pin.name in allowed:
            anew.append(pin.name)
        else:
            raise built_wheels.lost(pin, old)
    return Before(kept=tuple(kept), anew=tuple(anew))
