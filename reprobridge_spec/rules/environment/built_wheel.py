"""A wheel that a lock says was built is not beside it, or a wheel is there that no lock names.

## What it finds
A pin with the comment `# built from`, for which no wheel of its name and digest lies in `wheels/` beside the lock; as a
warning, another wheel in that folder, which no lock names; and, as a note, each package that was built, since no
index vouches for its content.

## Why
A package without a wheel is built once, by whoever makes the lock, in a sandbox. Everybody else takes that wheel, so
that nothing of strangers is built anywhere else: without the file there is nothing to install.

## Example
```text
env/requirements.lock     antlr4-python3-runtime==4.9.3 --hash=sha256:6949...
                              # built from sha256:f224...
env/wheels/               (empty)
```

## What to do
Put the file back, or build it anew with `rrspec lock --allow-build NAME`. Remove wheels that no lock names.

## Standard
SPEC.md, section "Manifest".
"""

import posixpath
from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.built_from import folder_beside, is_wheel_of
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.pip_locks import PipLock, pip_locks


def check(context: Context) -> Iterator[Fault]:
    """What each lock lacks, and what no lock names."""
    locks = {lock.path: lock for lock in pip_locks(context) if any(pin.origin for pin in lock.content.pins)}
    named: set[str] = set()
    wheels = _wheels(context, {folder_beside(path) for path in locks})
    for lock in locks.values():
        named.update(digest for pin in lock.content.pins for digest in pin.hashes)
        yield from first_few(_of_lock(lock, wheels), "such package")
    for path, sha256 in wheels.items():
        if sha256 not in named:
            yield Fault(
                message=f"`{path}` is no wheel that a lock beside it names, so nothing installs it",
                advice="Remove it; or make the lock that it belongs to with `rrspec lock --allow-build NAME`.",
                file=path,
                severity=Severity.WARNING,
            )


def _of_lock(lock: PipLock, wheels: Mapping[str, str]) -> Iterator[Fault]:
    folder = folder_beside(lock.path)
    there = [path for path in wheels if posixpath.dirname(path) == folder]
    for pin in (pin for pin in lock.content.pins if pin.origin):
        own = (path for path in there if is_wheel_of(posixpath.basename(path), pin.name))
        path = next((path for path in own if wheels[path] in pin.hashes), None)
        if path is None:
            yield Fault(
                message=f"`{pin.name}` {pin.version} was built, and no wheel of its name and digest is in `{folder}/`",
                advice=f"Put the file back, or run `rrspec lock {lock.environment} --allow-build {pin.name}`.",
                file=lock.path,
                mark=Mark(pin.line, 1),
            )
        else:
            yield Fault(
                message=f"`{path}` of `{pin.name}` {pin.version} was built by whoever made the lock, and no index "
                "vouches for it",
                advice="Where that matters, compare its files with the source distribution that the lock names.",
                file=lock.path,
                mark=Mark(pin.line, 1),
                severity=Severity.NOTE,
            )


def _wheels(context: Context, folders: set[str]) -> dict[str, str]:
    """The digests of the wheels in `folders`, by their paths."""
    paths = [
        path
        for path, entry in context.files.entries.items()
        if path.endswith(".whl") and entry.kind is Kind.FILE and posixpath.dirname(path) in folders
    ]
    try:
        return {path: context.files.sha256(path) for path in paths}
    except OSError as error:
        raise Unchecked(f"a wheel cannot be read: {error}") from error


RULE = Rule(code="RRE031", name="built-wheel", level=Level.EXECUTED, check=check)
