"""Two pins of one environment cannot both hold.

## What it finds
In requirements, locks and environment files: a package that is asked for twice in ways that exclude each other, also
by a constraints file that is included; a release that is known to ask for another version of a package than the one
that is pinned beside it (PyTorch with torchvision and torchaudio, NumPy 2 with releases that were built for NumPy 1);
and, in a lock of conda-lock, a package whose own `dependencies` the lock does not meet. As a warning, a lock that has
the same thing twice: PyTorch of conda and of pip, a package that both bring, builds of PyTorch and torchvision for
different CUDAs, the libraries of two CUDAs, `opencv-python` beside its headless sister. What packages beyond these ask
for is not seen, for that takes a resolver: no finding does not mean that the pins go together. Nor is it looked at
whether an index still has a version, or has yanked it: that takes the network.

## Why
The install ends without a solution, so no run begins. The authors' machine had the packages forced in one by one.

## Example
```text
numpy==2.1.1
matplotlib==3.8.2      # asks for numpy<2
```

## What to do
Change one of the two. `rrspec lock` finds versions that go together, or says why there are none.

## Standard
SPEC.md, section "Environments".
"""

import posixpath
from collections.abc import Iterator

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from reprobridge_spec.documents import (
    conda_environment,
    conda_version,
    lock_file,
    pin_clash,
    requirements_file,
    two_copies,
)
from reprobridge_spec.documents.pin_clash import Clash, Wanted
from reprobridge_spec.documents.requirement_lines import FaultKind
from reprobridge_spec.documents.requirements_file import RequirementsFile
from reprobridge_spec.documents.two_copies import Locked
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import dependency_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.conda_locks import CondaLock, conda_locks
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.dependency_files import DependencyFile
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.pip_locks import pip_locks


def check(context: Context) -> Iterator[Fault]:
    """Each clash, in the order of files and lines."""
    for file in dependency_files.of_pip(context):
        yield from _faults(file, pin_clash.clashes(_wanted(context, file)))
    for file in dependency_files.of_conda(context):
        try:
            environment = conda_environment.read(file.data(context))
        except UnreadableError:
            continue  # requirement-fault says so
        yield from _faults(file, pin_clash.clashes(pin_clash.of_conda(environment)))
    for lock in conda_locks(context):
        yield from first_few(_unmet(lock), "such package")
        yield from _twice(lock.path, lock.locked())
    for pip_lock in pip_locks(context):
        yield from _twice(pip_lock.path, two_copies.of_pins(pip_lock.content.pins))


def _twice(path: str, packages: list[Locked]) -> Iterator[Fault]:
    for found in two_copies.twice(packages):
        yield Fault(
            message=found.message,
            advice="Ask for one of the two; whichever is installed last has its files, and it may be either.",
            file=path,
            mark=Mark(found.line, 1),
            severity=Severity.WARNING,
        )


def _faults(file: DependencyFile, clashes: list[Clash]) -> Iterator[Fault]:
    for clash in clashes:
        yield Fault(
            message=clash.message,
            advice="Change one of the two, or let `rrspec lock` find versions that go together.",
            file=file.path,
            mark=Mark(clash.line, 1),
            severity=file.severity,
        )


def _wanted(context: Context, file: DependencyFile) -> list[Wanted]:
    data = file.data(context)
    if not file.is_lock:
        content = requirements_file.read(data)
        return [*_of_constraints(context, file, content), *pin_clash.of_requirements(content.requirements)]
    first = {pin.name: pin for pin in reversed(lock_file.read(data).pins)}  # lock-fault names the second
    return [
        Wanted(
            name=pin.name,
            specifier=SpecifierSet(f"=={pin.version}"),
            text=f"=={pin.version}",
            line=pin.line,
            marker=pin.marker or "",
        )
        for pin in sorted(first.values(), key=lambda pin: pin.line)
    ]


def _of_constraints(context: Context, file: DependencyFile, content: RequirementsFile) -> Iterator[Wanted]:
    """What the constraints ask that the file includes; pip reads their paths from its own folder."""
    for fault in content.faults:
        if fault.kind is FaultKind.INCLUDE and fault.subject in {"-c", "--constraint"}:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(file.path), fault.target))
            if path in context.files.entries:
                yield from pin_clash.of_requirements(
                    requirements_file.read(bytes_of(context, path)).requirements, file=path
                )


def _unmet(lock: CondaLock) -> Iterator[Fault]:
    """Packages of a lock whose own dependencies the lock does not meet."""
    packages = lock.packages()
    versions = {str(package.get("name")): str(package.get("version")) for _, package in packages}
    for index, package in packages:
        asked = package.get("dependencies")
        for name, constraint in asked.items() if isinstance(asked, dict) else ():
            if name in versions and not _meets(versions[name], str(constraint or ""), package.get("manager")):
                yield Fault(
                    message=f"{package.get('name')} {package.get('version')} asks for `{name} {constraint}`, and the "
                    f"lock for {lock.platform} has {name} {versions[name]}",
                    advice="Make the lock again; edits by hand do not hold together.",
                    file=lock.path,
                    mark=lock.mark(index),
                )


def _meets(version: str, constraint: str, manager: object) -> bool:
    """Whether the version does not break the constraint, as far as that can be told."""
    if manager != "pip":
        return conda_version.satisfies(version, constraint) is not False
    try:
        return SpecifierSet(constraint).contains(version, prereleases=True)
    except InvalidSpecifier:
        return True


RULE = Rule(code="RRE016", name="pins-contradict", level=Level.SPECIFIED, check=check)
