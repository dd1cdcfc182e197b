"""A patch of the change record cannot be read, or says nothing.

## What it finds
A patch file that is no unified diff, is cut off, or has hunks of other lengths than they say; one that changes no
file, names a path outside the release, makes a link, or says that a binary file changes and not how; and one file
that two entries name.

## Why
The patches are the proof that the change record is complete. A patch that a program cannot apply proves nothing, and
a path that leads out of the release would write on the machine of whoever applies it by hand.

## Example
```text
diff --git a/weights.bin b/weights.bin
Binary files a/weights.bin and b/weights.bin differ
```

## What to do
Make the patch again with `git diff --binary OLD NEW`, one file for each entry.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.patch.form import FilePatch
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.change_patches import ChangePatch, UnreadPatch, patches_of
from reprobridge_spec.rules.context import Context

_AGAIN = "Make the patch again with `git diff --binary`."


def check(context: Context) -> Iterator[Fault]:
    """Each patch that cannot be applied, whatever the release is."""
    first: dict[str, str] = {}
    for patch in patches_of(context):
        if patch.path in first:
            yield Fault(
                message=f"change `{patch.change}` names the patch of change `{first[patch.path]}`, `{patch.path}`",
                advice="Give each entry a patch of its own; together they would be applied twice.",
                file=context.changes.file if context.changes else "",
                path=("changes", patch.change, "patch"),
            )
            continue
        first[patch.path] = patch.change
        yield from _unread(patch) if isinstance(patch, UnreadPatch) else _read(patch)


def _unread(patch: UnreadPatch) -> Iterator[Fault]:
    yield Fault(
        message=f"the patch of change `{patch.change}` cannot be read: {patch.reason}",
        advice=patch.advice,
        file=patch.path,
        mark=Mark(patch.line, 1) if patch.line else None,
    )


def _read(patch: ChangePatch) -> Iterator[Fault]:
    if not patch.files:
        yield Fault(message=f"the patch of change `{patch.change}` changes no file", advice=_AGAIN, file=patch.path)
    for file in patch.files:
        if reason := _reason(file):
            yield Fault(
                message=f"the patch of change `{patch.change}` {reason[0]}",
                advice=reason[1],
                file=patch.path,
                mark=Mark(file.line, 1),
            )


def _reason(file: FilePatch) -> tuple[str, str] | None:
    if file.is_opaque:
        return f"says that the binary file `{file.new or file.old}` changes, and not how", _AGAIN
    if file.is_link and file.new is not None:
        return f"makes the link `{file.new}`, and an artifact holds none", "Put a file in its place."
    return None


RULE = Rule(code="RRG021", name="patch-unreadable", level=Level.PRESERVED, check=check)
