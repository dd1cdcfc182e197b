"""Whether the packages of an environment go together: what each needs is there, in a version that it takes.

The installer is told to install the pins and nothing else, so it does not look.
"""

import importlib.metadata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from reprobridge_spec.documents.lock_drift import marker_environment
from reprobridge_spec.documents.lock_file import Pin


def clashes(site_packages: Path, pins: Sequence[Pin], *, python: str, platform: str) -> list[str]:
    """One sentence for each need of an installed package that another one does not meet.

    Args:
        site_packages: the folder that they are installed in.
        pins: the lock, for its lines.
        python: exact version of Python.
        platform: platform, such as `linux-64`.
    """
    environment = marker_environment(python, platform)
    lines = {pin.name: pin.line for pin in pins}
    installed: dict[str, importlib.metadata.Distribution] = {
        canonicalize_name(distribution.name): distribution
        for distribution in importlib.metadata.distributions(path=[str(site_packages)])
    }
    versions = {name: distribution.version for name, distribution in installed.items()}
    return [
        clash
        for name in sorted(installed)
        for need in _needs(installed[name], environment)
        if (clash := _clash(name, need, versions, lines))
    ]


def _needs(distribution: importlib.metadata.Distribution, environment: Mapping[str, str]) -> Iterator[Requirement]:
    for text in distribution.requires or []:
        try:
            requirement = Requirement(text)
            counts = requirement.marker is None or requirement.marker.evaluate(dict(environment))
        except (InvalidRequirement, ValueError):
            continue  # old metadata that no installer of today can read either
        if counts:
            yield requirement


def _clash(name: str, need: Requirement, versions: Mapping[str, str], lines: Mapping[str, int]) -> str | None:
    wanted = canonicalize_name(need.name)
    subject = f"{name} {versions[name]} (line {lines.get(name, 0)})"
    if wanted not in versions:
        return f"{subject} needs {need.name}{need.specifier}, which is not locked"
    there = versions[wanted]
    if not need.specifier.contains(there, prereleases=True):
        where = f"line {lines.get(wanted, 0)}"
        return f"{subject} needs {need.name}{need.specifier}, and {there} is locked ({where})"
    return None
