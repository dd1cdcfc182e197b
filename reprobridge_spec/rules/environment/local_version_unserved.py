"""A pin asks for a build that the default index never serves, and nothing says where it is.

## What it finds
A requirement (also one that an environment file of conda asks pip for), or a pin of a lock, with a local version label
such as `2.0.1+cu118`, where neither the file, nor the README beside it, nor the requirements of the same environment,
nor the guide names an index or a page of wheels that can serve it; and one whose index is of another build, such as
`whl/cu117`. In the code folder it is a warning. Whether an index really has the version is not looked at.

## Why
The default index takes no releases with a local label. The resolver lists plain versions and stops. Dropping the label
brings a build for another CUDA, which is another environment.

## Example
```text
torch==2.0.1+cu118
numpy==1.24.3
```

## What to do
Name the index in the guide, for pip's configuration, or in a line such as `--extra-index-url
https://download.pytorch.org/whl/cu118` of the requirements. Do not drop the label.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterable, Iterator

from reprobridge_spec.documents import local_versions, lock_file, requirements_file
from reprobridge_spec.documents.requirement_lines import Fault as LineFault
from reprobridge_spec.documents.requirement_lines import FaultKind
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import dependency_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.dependency_files import DependencyFile
from reprobridge_spec.rules.first_few import first_few

_NAMES_A_PLACE = frozenset([FaultKind.PLACE, FaultKind.CREDENTIALS])
_PLACES = frozenset(["-i", "--index-url", "--extra-index-url", "-f", "--find-links"])
_ADDRESS = lazy_pattern(r"https?://[^\s`\"'<>)]{1,300}")
_Pins = list[tuple[str, str, int]]


def check(context: Context) -> Iterator[Fault]:
    """Each pin whose build nothing serves, in the order of files and lines."""
    guide = _guide(context)
    of_environment: dict[str, list[str]] = {}
    seen: set[tuple[str, str]] = set()
    for file in [*dependency_files.of_pip(context), *dependency_files.of_conda(context)]:
        pins, places = _read(context, file)
        for name in file.environments:
            of_environment.setdefault(name, []).extend(places)
        near = [place for name in file.environments for place in of_environment[name]]
        said = [*guide, *_said_beside(context, file)] if pins else []
        found = [pin for pin in pins if not _is_served(pin[1], [*places, *near], said)]
        new = [pin for pin in found if not file.is_lock or pin[:2] not in seen]
        seen |= {pin[:2] for pin in found} if file.environments else set()
        yield from first_few((_fault(file, pin, [*places, *near]) for pin in new), "such pin")


def _guide(context: Context) -> list[str]:
    """The addresses that the guide names."""
    guide = context.manifest.guide
    return _ADDRESS.findall(context.text(guide.text) or "") if guide else []


def _said_beside(context: Context, file: DependencyFile) -> list[str]:
    """The addresses in the comments of a file, and in the README beside it."""
    readme = f"{file.path.rpartition('/')[0]}/README.md".removeprefix("/")
    return _ADDRESS.findall(f"{context.text(file.path)} {context.text(readme)}")


def _read(context: Context, file: DependencyFile) -> tuple[_Pins, list[str]]:
    """Pins with a local label, as name, label and line; and what serves wheels."""
    if file.is_lock:
        lock = lock_file.read(file.data(context))
        labels = [(pin.name, local_versions.label_of(f"=={pin.version}"), pin.line) for pin in lock.pins]
        return [(name, label, line) for name, label, line in labels if label], [*_places(lock.faults)]
    if file.path.endswith((".yml", ".yaml")):
        asked, faults = dependency_files.pip_part(context, file)
    else:
        content = requirements_file.read(file.data(context))
        asked, faults = [*content.requirements], [*content.faults]
    labels = [(one.name, local_versions.label_of(str(one.requirement.specifier)), one.line) for one in asked]
    return [(name, label, line) for name, label, line in labels if label], [*_places(faults)]


def _places(faults: Iterable[LineFault]) -> Iterator[str]:
    for fault in faults:
        if fault.kind in _NAMES_A_PLACE and fault.subject in _PLACES:
            yield fault.target


def _is_served(label: str, places: list[str], said: list[str]) -> bool:
    build = local_versions.build_in(label) or label
    named = any(build in address or "torch_stable" in address for address in said)
    return named or any(local_versions.may_serve(place, label) for place in places)


def _fault(file: DependencyFile, pin: tuple[str, str, int], places: list[str]) -> Fault:
    name, label, line = pin
    other = next((place for place in places if local_versions.build_in(place)), None)
    why = f"`{other}` serves another build" if other else "nothing names an index that serves it"
    index = local_versions.index_for(label)
    where = f"the index {index}" if index else "the index that has it"
    return Fault(
        message=f"{name} is pinned to the build `+{label}`, which the default index does not have, and {why}",
        advice=f"Name {where} in the guide, or in the requirements; without the label it would be another build.",
        file=file.path,
        mark=Mark(line, 1),
        severity=file.severity,
    )


RULE = Rule(code="RRE014", name="local-version-unserved", level=Level.SPECIFIED, check=check)
