"""A requirement asks for something that no package index could answer.

## What it finds
In the requirements of an environment: paths and addresses of files, repositories, editable installs, includes of other
files, options that change what pip does, passwords in addresses, and lines that are no requirement, such as those of
conda's own list: what `rrspec lock` refuses in the same words. An index that is named by its `https` address is a
note, and `rrspec lock` does not follow it. For conda-lock: a file that is no YAML with `dependencies`. What comes from
a place outside the artifact is `requirement-outside-artifact`.

## Why
A path holds on one machine; an editable install executes a source folder while it is resolved; an include is a file
that the lock's digest does not see. Locks are made from wheels of an index alone.

## Example
```text
-e ../mylib
torch @ file:///scratch/wheels/torch.whl
```

## What to do
Ask for released packages by name. Put your own source into `code/`, which every launcher can import.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.requirement_lines import Fault as LineFault
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.local_references import outside
from reprobridge_spec.rules.pip_locks import pip_requirements


def check(context: Context) -> Iterator[Fault]:
    """Each fault of each requirements file, once a file."""
    environments = context.manifest.environments
    asked = {environments[name].requirements: content for name, content in pip_requirements(context).items()}
    for path, content in asked.items():
        faults = (_fault(path, fault) for fault in content.faults if outside(context, path, fault) is None)
        yield from first_few(faults, "such line")
    conda = [body.requirements for body in environments.values() if body.tool is LockTool.CONDA_LOCK]
    for path in dict.fromkeys(conda):
        if path in context.files.entries:
            yield from _conda(path, bytes_of(context, path))


def _fault(path: str, fault: LineFault) -> Fault:
    severity = Severity.NOTE if fault.names_index else None
    return Fault(message=fault.message, advice=fault.advice, file=path, mark=Mark(fault.line, 1), severity=severity)


def _conda(path: str, data: bytes) -> Iterator[Fault]:
    reason, mark = "it has no `dependencies`", Mark(1, 1)
    try:
        tree = yaml_tree.read(data)
        if isinstance(tree.data, dict) and isinstance(tree.data.get("dependencies"), list):
            return
    except UnreadableError as error:
        reason, mark = str(error), error.mark or mark
    yield Fault(
        message=f"`{path}` is no environment file of conda: {reason}",
        advice="Write `channels:` and `dependencies:`, as `conda env export --from-history` does.",
        file=path,
        mark=mark,
    )


RULE = Rule(code="RRE009", name="requirement-fault", level=Level.EXECUTED, check=check)
