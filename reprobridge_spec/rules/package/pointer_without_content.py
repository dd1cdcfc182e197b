"""A file is a pointer, and the content that it stands for is not there.

## What it finds
Pointer files of Git LFS, with line ends of any system, and of git-annex: a small text in place of a checkpoint or
data. A text that quotes a pointer is none.

## Why
A clone or an automatic archive without the large files leaves these stubs. Loaders fail on them with a message about
an odd first byte, and a package made now would be hashed as if it were whole.

## Example
```text
version https://git-lfs.github.com/spec/v1
oid sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881
size 19332096
```

## What to do
Get the content with `git lfs pull` or `git annex get`, or remove the file and declare it as an input.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator
from functools import partial

from reprobridge_spec.documents.lfs_pointer import pointer_in
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context

_LIMIT = 2048
_ANNEX = lazy_pattern(rb"(?:/|(?:\.\./){0,40}\.git/)annex/objects/[^\r\n]{1,400}\r?\n?")


def looker(context: Context) -> Look:
    """Each pointer file."""
    return partial(_pointer, Severity.WARNING if context.level is Level.DRAFT else None)


def _pointer(severity: Severity | None, path: str, data: bytes) -> Iterator[Fault]:
    if len(data) > _LIMIT:
        return
    if pointer := pointer_in(data):
        what = f"`{path}` is a Git LFS pointer for {pointer.size:,} bytes, and its content is missing"
        yield _fault(path, what, "git lfs pull", severity)
    elif b"annex/objects/" in data and _ANNEX.fullmatch(data):
        yield _fault(path, f"`{path}` is a pointer of git-annex, and its content is missing", "git annex get", severity)


def _fault(path: str, message: str, command: str, severity: Severity | None) -> Fault:
    return Fault(
        message=message,
        advice=f"Get the content with `{command}`, or remove the file and declare it as an input.",
        file=path,
        mark=Mark(1, 1),
        severity=severity,
    )


RULE = Rule(code="RRP003", name="pointer-without-content", level=Level.DRAFT, looker=looker)
