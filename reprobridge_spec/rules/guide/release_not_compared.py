"""The patches do not turn the pinned release into the code folder, or nobody looked.

## What it finds
For a `modified` codebase, with the release at hand (`--release PATH`): a patch that does not apply, with its hunk
and line; then every file of the code folder that is missing, is not in the release with its patches, or differs, with
the first line that does. Shipped results and docs are compared too. Without the release it looks whether the patches
can be taken back from the code folder, in reverse order, and says *not checked*.

## Why
The patches of the change record in order turn the pinned release into the code folder, byte for byte. Only that
shows that the record is complete: whatever else differs was changed without a word.

## Example
```text
release/train.py          lr = 0.1
guide/changes/*.patch     (none touches train.py)
code/train.py             lr = 0.01
```

## What to do
Give the release with `--release PATH`. Add an entry with a patch for each difference that it shows, or undo it.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.patch.apply import PatchedFiles
from reprobridge_spec.documents.patch.form import PatchError
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.paper import Codebase, Relation
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.change_patches import ChangePatch, patches_of
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.folder_differences import differences

_MANY = 200


def check(context: Context) -> Iterator[Fault]:
    """What keeps the patches from leading to the code folder."""
    codebase = context.manifest.codebase
    if codebase is None or codebase.relation is not Relation.MODIFIED:
        return
    patches = _patches(context)
    release = context.asked.release
    if release is None:
        yield from _taken_back(context, codebase, patches)
        unread = context.asked.release_unread
        raise Unchecked(unread or "the authors' release is not at hand; give it with `--release PATH`")
    yield from _compared(context, codebase, release, patches)


def _patches(context: Context) -> list[ChangePatch]:
    changes = context.changes
    if changes is None or changes.model is None:
        raise Unchecked("there is no change record that can be read")
    read = list(patches_of(context))
    if len(read) < sum(change.patch is not None for change in changes.model.changes.values()):
        raise Unchecked("a patch that the change record names is not in the artifact")
    patches = [patch for patch in read if isinstance(patch, ChangePatch)]
    if len(patches) < len(read):
        raise Unchecked("a patch of the change record cannot be read")
    return patches


def _taken_back(context: Context, codebase: Codebase, patches: list[ChangePatch]) -> Iterator[Fault]:
    """Where the code folder cannot be what the patches lead to, whatever the release is."""
    code = PatchedFiles(context.files, codebase.path)
    for patch in reversed(patches):
        try:
            code.apply([file.reversed() for file in reversed(patch.files)])
        except PatchError as error:
            yield Fault(
                message=f"the patch of change `{patch.change}` did not lead to `{codebase.path}/`: "
                f"when it is taken back, {error}",
                advice="Make the patch again, in the order of the entries, or mend the code.",
                file=patch.path,
                mark=Mark(error.line, 1),
            )
            return


def _compared(
    context: Context, codebase: Codebase, release: ArtifactFiles, patches: list[ChangePatch]
) -> Iterator[Fault]:
    expected = PatchedFiles(release)
    for patch in patches:
        try:
            expected.apply(patch.files)
        except PatchError as error:
            yield Fault(
                message=f"the patch of change `{patch.change}` does not apply: {error}",
                advice=_advice_on_root(release, patch) or error.advice,
                file=patch.path,
                mark=Mark(error.line, 1),
            )
            return  # every difference that follows would be this one
    found = differences(context.files, codebase.path, release, expected)
    for number, difference in enumerate(found):
        if number == _MANY:
            yield Fault(
                message=f"more than {_MANY} files of `{codebase.path}/` differ from the release with its patches",
                advice="Look whether it is the release that `codebase.upstream` pins.",
                path=("codebase", "upstream"),
            )
            return
        yield Fault(
            message=difference.message,
            advice=difference.advice,
            file=difference.path,
            mark=Mark(difference.line, 1) if difference.line else None,
        )


def _advice_on_root(release: ArtifactFiles, patch: ChangePatch) -> str | None:
    """What to do where the release has several things at its top, and the patched file lies below one of them."""
    absent = [f"/{file.old}" for file in patch.files if file.old is not None and file.old not in release.entries]
    found = next((path for path in release.entries if path.endswith(tuple(absent))), None)
    if found is None:
        return None
    return f"Write paths from the root of the release, which holds `{found}`: it has more than one folder at its top."


RULE = Rule(code="RRG007", name="release-not-compared", level=Level.PRESERVED, check=check)
