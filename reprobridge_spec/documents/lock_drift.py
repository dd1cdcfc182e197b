"""Where a lock no longer holds what the requirements ask for."""

from collections.abc import Sequence
from typing import cast

from packaging.markers import InvalidMarker, Marker, UndefinedComparison, UndefinedEnvironmentName

from reprobridge_spec.documents.lock_file import LockFile, Pin
from reprobridge_spec.documents.python_bound import admitted
from reprobridge_spec.documents.requirements_file import Asked
from reprobridge_spec.frozen import dataclass

_SYSTEMS = {
    "linux": {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux"},
    "osx": {"os_name": "posix", "sys_platform": "darwin", "platform_system": "Darwin"},
    "win": {"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows"},
}
_MACHINES = {"linux-64": "x86_64", "osx-64": "x86_64", "win-64": "AMD64"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """One requirement that the lock does not meet.

    Attributes:
        name: of the package, in normal form.
        asked: the requirement.
        asked_line: its line in the requirements.
        locked: the version in the lock; None where it is not locked.
        locked_line: its line in the lock; None where it is not locked.
    """

    name: str
    asked: str
    asked_line: int
    locked: str | None
    locked_line: int | None

    @property
    def message(self) -> str:
        """One sentence on what does not fit."""
        if self.locked is None:
            return f"{self.name} is asked for (`{self.asked}`) and not locked"
        return f"{self.name} is locked at {self.locked}, which does not satisfy `{self.asked}`"


def drift(requirements: Sequence[Asked], lock: LockFile, python: str, *, platform: str = "linux-64") -> list[Drift]:
    """Each requirement that is not locked, or locked at a version that does not satisfy it.

    Further pins are fine: they are what the requirements need themselves. Of `name[extra]` the name is compared,
    since a lock does not say which pins an extra brought.

    Args:
        requirements: what was asked for.
        lock: what was locked.
        python: the environment's Python, a version or a bound; a requirement counts where its marker holds for
            any version of it.
        platform: the platform that the lock is for.

    Raises:
        ValueError: `python` is neither a version nor a bound, or allows none of Python 3.
    """
    environments = [marker_environment(version, platform) for version in admitted(python)]
    by_name: dict[str, list[Pin]] = {}
    for pin in lock.pins:
        by_name.setdefault(pin.name, []).append(pin)
    found: list[Drift] = []
    for asked in requirements:
        pins = by_name.get(asked.name, [])
        fits = (
            _drift_of(asked, pins, environment)
            for environment in (environments if _is_conditional(asked, pins) else environments[:1])
            if _holds(asked.requirement.marker, environment)
        )
        if fault := next(filter(None, fits), None):
            found.append(fault)
    return found


def marker_environment(version: str, platform: str) -> dict[str, str]:
    """What environment markers see on CPython `version` (exact) and `platform`."""
    family, _, machine = platform.partition("-")
    return {
        **_SYSTEMS.get(family, _SYSTEMS["linux"]),
        "implementation_name": "cpython",
        "implementation_version": version,
        "platform_machine": _MACHINES.get(platform, machine),
        "platform_python_implementation": "CPython",
        "platform_release": "",
        "platform_version": "",
        "python_full_version": version,
        "python_version": ".".join(version.split(".")[:2]),
        "extra": "",
    }


def _is_conditional(asked: Asked, pins: Sequence[Pin]) -> bool:
    return asked.requirement.marker is not None or any(pin.marker for pin in pins)


def _drift_of(asked: Asked, pins: Sequence[Pin], environment: dict[str, str]) -> Drift | None:
    for pin in pins:
        if _holds(Marker(pin.marker) if pin.marker else None, environment):
            if asked.requirement.specifier.contains(pin.version, prereleases=True):
                return None
            return _drift(asked, pin)
    return _drift(asked, None)


def _drift(asked: Asked, pin: Pin | None) -> Drift:
    return Drift(
        name=asked.name,
        asked=asked.text,
        asked_line=asked.line,
        locked=pin.version if pin else None,
        locked_line=pin.line if pin else None,
    )


def _holds(marker: Marker | None, environment: dict[str, str]) -> bool:
    if marker is None:
        return True
    try:
        return marker.evaluate(cast("dict[str, str | frozenset[str]]", environment))
    except (InvalidMarker, UndefinedComparison, UndefinedEnvironmentName):
        # a marker that cannot be told excludes nothing
        return True
