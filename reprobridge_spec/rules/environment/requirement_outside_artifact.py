"""A requirement is taken from a place that the artifact does not carry.

## What it finds
In the requirements and locks of environments, in what environment files of conda ask pip for, and in other files that
are named like requirements: a package that
comes from a `file:` address, a path, an editable install, an include or a folder of wheels, where that place is not in
the artifact. In the code folder it is a warning, since nobody may install from there. A relative path to what the
artifact carries is not reported here.

## Why
`pip freeze` in an environment of conda writes where conda built its packages: on a machine that nobody else has. The
install stops at the first such line, and nobody can tell which version was meant.

## Example
```text
aiohttp @ file:///home/conda/feedstock_root/build_artifacts/aiohttp_1700000000000/work
-e /scratch/me/mylib
```

## What to do
Write `name==version`: `pip list --format=freeze` writes such lines. Put source of your own into `code/`.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterable, Iterator

from reprobridge_spec.documents import lock_file, requirements_file
from reprobridge_spec.documents.requirement_lines import Fault as LineFault
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import dependency_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.dependency_files import DependencyFile
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.local_references import outside, short


def check(context: Context) -> Iterator[Fault]:
    """Each line that takes a package from elsewhere, in the order of files and lines."""
    for file in dependency_files.of_pip(context):
        data = file.data(context)
        lines = lock_file.read(data).faults if file.is_lock else requirements_file.read(data).faults
        yield from _of_file(context, file, lines)
    for file in dependency_files.of_conda(context):
        yield from _of_file(context, file, dependency_files.pip_part(context, file)[1])


def _of_file(context: Context, file: DependencyFile, lines: Iterable[LineFault]) -> Iterator[Fault]:
    outer = [(line, reason) for line in lines if (reason := outside(context, file.path, line))]
    yield from first_few(_faults(file, outer), "such line")


def _faults(file: DependencyFile, outer: list[tuple[LineFault, str]]) -> Iterator[Fault]:
    for line, reason in outer:
        what = f"{line.subject} comes from" if _is_package(line) else "the line names"
        yield Fault(
            message=f"{what} `{short(line.target)}`, which {reason}",
            advice=_advice(line),
            file=file.path,
            mark=Mark(line.line, 1),
            severity=file.severity,
        )


def _is_package(line: LineFault) -> bool:
    return bool(line.subject) and not line.subject.startswith("-")


def _advice(line: LineFault) -> str:
    if not line.subject.startswith("-"):
        name = line.subject or "name"
        return f"Write `{name}==VERSION`; `pip list --format=freeze` writes such lines."
    return "Ask for released packages by name; put source of your own into `code/`."


RULE = Rule(code="RRE011", name="requirement-outside-artifact", level=Level.DRAFT, check=check)
