"""A lock no longer holds what the requirements ask for.

## What it finds
A requirement that the lock does not hold, or holds at a version that does not satisfy it; a lock that rrspec made
for another platform or another Python than the manifest declares; and, as a warning, requirements that were edited
after the lock was made although every line is still satisfied. Of conda-lock, names are compared and versions are
not.

## Why
Everything installs from the lock, so the edit has no effect, and every check that reads only the lock stays green.
The next person who makes the lock anew gets other packages.

## Example
```text
env/requirements.in       numpy>=1.26
env/requirements.lock     numpy==1.24.4
```

## What to do
Run `rrspec lock`, and run again what used the environment.

## Standard
SPEC.md, section "Manifest".
"""

import re
from collections.abc import Iterator

from packaging.utils import canonicalize_name

from reprobridge_spec.documents import python_bound, requirements_file, yaml_tree
from reprobridge_spec.documents.lock_drift import drift
from reprobridge_spec.documents.lock_file import Header
from reprobridge_spec.documents.requirements_file import RequirementsFile
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.conda_locks import CondaLock, conda_locks
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.pip_locks import PipLock, pip_locks, pip_requirements

_CONDA_NAME = re.compile(r"(?:[^:\s]+::)?([A-Za-z0-9_][A-Za-z0-9_.-]*)(?![+/:\w.-])")


def check(context: Context) -> Iterator[Fault]:
    """What each lock lacks."""
    requirements = pip_requirements(context)
    for lock in pip_locks(context):
        if lock.environment in requirements:
            yield from _pip(context, lock, requirements[lock.environment])
    for conda_lock in conda_locks(context):
        if conda_lock.tree is not None:
            yield from _conda(context, conda_lock)


def _pip(context: Context, lock: PipLock, asked: RequirementsFile) -> Iterator[Fault]:
    environment = context.manifest.environments[lock.environment]
    try:
        drifts = drift(asked.requirements, lock.content, environment.python, platform=lock.platform)
    except ValueError:
        return  # python-unknown says so
    for found in drifts:
        yield Fault(
            message=f"{found.message} ({environment.requirements}, line {found.asked_line})",
            advice=f"Run `rrspec lock {lock.environment}`.",
            file=lock.path,
            mark=Mark(found.locked_line or 1, 1),
        )
    if lock.content.header is not None:
        edited = not drifts and lock.content.header.requirements_sha256 != requirements_file.digest_of(
            asked.requirements
        )
        yield from _header(lock, lock.content.header, environment.python)
        if edited:
            yield Fault(
                message=f"`{environment.requirements}` was edited after `{lock.path}` was made",
                advice=f"Run `rrspec lock {lock.environment}`.",
                file=lock.path,
                mark=Mark(1, 1),
                severity=Severity.WARNING,
            )


def _header(lock: PipLock, header: Header, python: str) -> Iterator[Fault]:
    if header.platform != lock.platform:
        yield Fault(
            message=f"the lock for {lock.platform} was made for {header.platform}",
            advice=f"Run `rrspec lock {lock.environment}`, or declare it for {header.platform}.",
            file=lock.path,
            mark=Mark(1, 1),
        )
    if header.python not in python_bound.admitted_minors(python):
        yield Fault(
            message=f"the lock was made for Python {header.python}, and environment `{lock.environment}` has {python}",
            advice=f"Run `rrspec lock {lock.environment}`.",
            file=lock.path,
            mark=Mark(1, 1),
        )


def _conda(context: Context, lock: CondaLock) -> Iterator[Fault]:
    path = context.manifest.environments[lock.environment].requirements
    if path not in context.files.entries:
        return  # missing-file says so
    locked = lock.names()
    for name, line in _asked_of_conda(bytes_of(context, path)):
        if name not in locked:
            yield Fault(
                message=f"{name} is asked for ({path}, line {line}) and not locked for {lock.platform}",
                advice=f"Run `rrspec lock {lock.environment}`.",
                file=lock.path,
                mark=Mark(1, 1),
            )


def _asked_of_conda(data: bytes) -> Iterator[tuple[str, int]]:
    """Names under `dependencies:` of an environment.yml, with their lines; pip's own list among them."""
    try:
        tree = yaml_tree.read(data)
    except UnreadableError:
        return  # requirement-fault says so
    dependencies = tree.data.get("dependencies") if isinstance(tree.data, dict) else None
    for index, asked in enumerate(dependencies if isinstance(dependencies, list) else []):
        place: Path = ("dependencies", index)
        nested = asked.get("pip") if isinstance(asked, dict) else None
        of_pip = enumerate(nested) if isinstance(nested, list) else ()
        for where, text in ((place, asked), *(((*place, "pip", inner), text) for inner, text in of_pip)):
            mark = tree.values.get(where)
            if isinstance(text, str) and (match := _CONDA_NAME.match(text)):
                yield canonicalize_name(match[1]), mark.line if mark else 1


RULE = Rule(code="RRE002", name="lock-drift", level=Level.EXECUTED, check=check)
