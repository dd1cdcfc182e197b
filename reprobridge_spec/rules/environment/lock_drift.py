"""A lock no longer holds what the requirements ask for.

## What it finds
A requirement that the lock does not hold, or holds at a version that does not satisfy it; a lock that rrspec made for
another platform or another Python than the manifest declares; and, as a warning, requirements that were edited after
the lock was made although every line is still satisfied. Of conda-lock, versions are compared as far as they can be
told. A `requirements.txt` that pins everything, beside a `requirements.in` that no environment declares, is taken for
its lock; in the code folder that is a warning.

## Why
Everything installs from the lock, so the edit has no effect, and every check that reads only the lock stays green. The
next person who makes the lock anew gets other packages.

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

from collections.abc import Iterator

from reprobridge_spec.documents import conda_environment, lock_file, python_bound, requirements_file
from reprobridge_spec.documents.lock_drift import drift
from reprobridge_spec.documents.lock_file import Header
from reprobridge_spec.documents.requirement_lines import FaultKind
from reprobridge_spec.documents.requirements_file import RequirementsFile
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import dependency_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.conda_locks import CondaLock, conda_locks, drifts
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.pip_locks import PipLock, pip_locks, pip_requirements

_ANY_PYTHON = ">=3.8"


def check(context: Context) -> Iterator[Fault]:
    """What each lock lacks."""
    requirements = pip_requirements(context)
    for lock in pip_locks(context):
        if lock.environment in requirements and lock.content.encoding:
            yield from _pip(context, lock, requirements[lock.environment])
    for conda_lock in conda_locks(context):
        if conda_lock.packages():
            yield from _conda(context, conda_lock)
    yield from _undeclared(context)


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
            mark=Mark(found.locked_line, 1) if found.locked_line else None,
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
    if lock.platform not in header.platform.split(","):
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
    try:
        asked = conda_environment.read(bytes_of(context, path))
    except UnreadableError:
        return  # requirement-fault says so
    found = list(drifts(lock, asked.packages, path))
    for message, index in found:
        yield Fault(
            message=message,
            advice=f"Run `rrspec lock {lock.environment}`.",
            file=lock.path,
            mark=lock.mark(index) if index is not None else None,
        )
    header = lock_file.header_of(lock.text)
    if header is not None and not found and header.requirements_sha256 != conda_environment.digest_of(asked):
        yield Fault(
            message=f"`{path}` was edited after `{lock.path}` was made",
            advice=f"Run `rrspec lock {lock.environment}`.",
            file=lock.path,
            mark=Mark(1, 1),
            severity=Severity.WARNING,
        )


def _undeclared(context: Context) -> Iterator[Fault]:
    """Pairs such as `requirements.in` and `requirements.txt` of which no environment knows."""
    files = {file.path: file for file in dependency_files.of_pip(context) if not file.environments}
    for path, file in files.items():
        source = files.get(f"{path.removesuffix('.txt')}.in")
        if source is None or not path.endswith(".txt"):
            continue
        lock = lock_file.read(file.data(context))
        if not lock.pins or any(fault.kind is not FaultKind.UNHASHED for fault in lock.faults):
            continue  # written by hand, so no lock
        for found in drift(requirements_file.read(source.data(context)).requirements, lock, _ANY_PYTHON):
            yield Fault(
                message=f"{found.message} ({source.path}, line {found.asked_line})",
                advice="Make the lock again with the tool that made it, such as `pip-compile`.",
                file=path,
                mark=Mark(found.locked_line, 1) if found.locked_line else None,
                severity=file.severity,
            )


RULE = Rule(code="RRE002", name="lock-drift", level=Level.EXECUTED, check=check)
