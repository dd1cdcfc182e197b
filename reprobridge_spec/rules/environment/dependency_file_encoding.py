"""A file that says what to install is not UTF-8.

## What it finds
Requirements, locks, environment files of conda and lists of digests in UTF-16, which begin with a byte order mark;
among files that no environment declares, also those that are no text at all. What stands in UTF-16 is read all the
same. UTF-8 with a byte order mark is fine.

## Why
The `>` of an older PowerShell writes UTF-16. Tools that read UTF-8 stop with a decoding error, or take NUL bytes for
parts of names; pip reads such a file and others of the same chain do not.

## Example
```text
ff fe 6e 00 75 00 6d 00 70 00 79 00      n u m p y
```

## What to do
Save the file as UTF-8: `rrspec validate --fix` does it where the mark tells the encoding.

## Standard
SPEC.md, section "Environments".
"""

import codecs
from collections.abc import Iterator

from reprobridge_spec.documents import requirement_lines
from reprobridge_spec.documents.requirement_lines import EncodingError
from reprobridge_spec.findings import Fix, Replace, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import dependency_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def check(context: Context) -> Iterator[Fault]:
    """Each file that is not UTF-8, in the order of environments, then of paths."""
    files = [*dependency_files.of_pip(context), *dependency_files.of_conda(context)]
    declared = {file.path: bool(file.environments) for file in files}
    for path in _others_declared(context):
        declared.setdefault(path, True)
    for path, is_declared in declared.items():
        yield from _encoding(path, bytes_of(context, path), is_declared=is_declared)


def _others_declared(context: Context) -> Iterator[str]:
    """Locks of conda-lock, and lists of digests."""
    for environment in context.manifest.environments.values():
        if environment.tool is LockTool.CONDA_LOCK:
            yield from (path for path in environment.locks.values() if path in context.files.entries)
    for body in context.manifest.inputs.values():
        if body.digests is not None and body.digests in context.files.entries:
            yield body.digests


def _encoding(path: str, data: bytes, *, is_declared: bool) -> Iterator[Fault]:
    is_utf16 = data.startswith(_UTF16)
    try:
        text, _ = requirement_lines.decode(data)
    except EncodingError as error:
        if is_utf16 or not is_declared:  # else lock-fault, requirement-fault and the like say so
            yield _fault(path, error.fault.line, "is no text in UTF-8", None)
        return
    if is_utf16:
        edit = Replace(file=path, start=0, end=len(data), new=text.encode())
        yield _fault(path, 1, "is UTF-16", Fix(what=f"Saves `{path}` as UTF-8.", edits=(edit,)))


def _fault(path: str, line: int, what: str, fix: Fix | None) -> Fault:
    return Fault(
        message=f"`{path}` {what}, which many tools that install packages cannot read",
        advice="Save it as UTF-8.",
        file=path,
        mark=Mark(line, 1),
        severity=Severity.WARNING,
        fix=fix,
    )


RULE = Rule(code="RRE015", name="dependency-file-encoding", level=Level.DRAFT, severity=Severity.WARNING, check=check)
